"""From the words of a text to the live objects that they name, in at most two statements."""

from .search import NameSearch

__all__ = ('NameSearch',)
