"""Live NetBox data, always as the caller may see it."""
