"""What the assistant is made of: queries that a language model writes, and the check of what it says about them."""
