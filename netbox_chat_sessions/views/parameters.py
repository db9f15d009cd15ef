"""Parameters of requests."""

__all__ = ('whole_number',)


def whole_number(text: str | None) -> int | None:
    """The number that a parameter holds; None where it holds none that a primary key or sequence could be."""
    if text and text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    return None
