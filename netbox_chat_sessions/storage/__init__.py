"""Where conversations are kept: the ORM session store, its events, and what a reader may see of stored answers."""
