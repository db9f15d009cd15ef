"""One suite for every SessionStore."""
