"""Changes that are proposed, confirmed and refused."""
