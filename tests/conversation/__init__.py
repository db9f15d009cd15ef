"""The rules of a conversation, without a database."""
