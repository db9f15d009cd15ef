"""Results of the inventory as replies: a sentence that stands on its own, a table, and the objects it is about."""

from .rendering import render

__all__ = ('render',)
