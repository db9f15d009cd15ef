"""Parameters of requests."""

__all__ = ('LARGEST_ID', 'whole_number')

# PostgreSQL's bigint, which primary keys are.
LARGEST_ID = 2**63 - 1


def whole_number(text: str | None) -> int | None:
    """The number that a parameter holds; None where it holds none that a primary key or sequence could be."""
    if not text or not text.isascii() or not text.isdigit() or len(text) > len(str(LARGEST_ID)):
        return None
    number = int(text)
    return number if number <= LARGEST_ID else None
