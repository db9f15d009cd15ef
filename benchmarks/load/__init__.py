"""What turns take while many people chat, while old sessions are deleted, and in tables of millions of rows."""
