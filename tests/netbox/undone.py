"""What a test does only to look at the answer, and takes back."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

__all__ = ('undone',)


@contextmanager
def undone() -> Iterator[None]:
    """Take back what the block writes; what is durable may stand inside, as in Django's TestCase."""
    block = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        transaction.set_rollback(True)
