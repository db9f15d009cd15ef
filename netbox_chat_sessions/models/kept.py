"""Rows of sessions that somebody has deleted are nobody's from then on, though that can still be undone."""

from typing import Any, Self

from .restricting import ChatQuerySet

__all__ = ('KeptPartQuerySet', 'KeptQuerySet')


class KeptQuerySet(ChatQuerySet):
    """Sessions; whoever looks for them by their permissions does not find those that were deleted.

    Attributes:
        removed: Path of the field that tells since when.
    """

    removed = 'removed'

    def restrict(self, user: Any, action: str = 'view') -> Self:
        """Those with which the user may do `action`, and which nobody has deleted."""
        return self.permitted(user, action).filter(**{self.removed: None})

    def permitted(self, user: Any, action: str) -> Self:
        """Those with which the user may do `action`, deleted ones among them."""
        return super().restrict(user, action)


class KeptPartQuerySet(KeptQuerySet):
    """What belongs to sessions, and goes with them."""

    removed = 'session__removed'
