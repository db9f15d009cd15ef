"""Nothing that was said is left once a session is deleted, whichever way."""
