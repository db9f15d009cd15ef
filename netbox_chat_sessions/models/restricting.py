"""What a user may see of chats, found by indexes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self

from users.constants import CONSTRAINT_TOKEN_USER
from utilities.permissions import get_permission_for_model, qs_filter_from_constraints
from utilities.querysets import RestrictedQuerySet

__all__ = ('ChatQuerySet',)


class ChatQuerySet(RestrictedQuerySet):
    """Restricts as NetBox does, with a subquery for each of the user's constraints.

    Nearly everybody has two, "my own" and "shared with me". Joined by OR over two tables no index serves them, and each
    look into one's own sessions would read those of everybody; apart, each is served by its own.
    """

    # What all of them have; what is permitted is looked for among those alone.
    _among: Mapping[str, Any] = MappingProxyType({})

    def among(self, **values: Any) -> Self:
        """Those with these values; what a user may do is then looked for among them alone.

        PostgreSQL does not see by itself that it may be, and goes through everybody's sessions where there are many.
        """
        found = self.filter(**values)
        found._among = values
        return found

    def _clone(self) -> Self:
        found = super()._clone()
        found._among = self._among
        return found

    def restrict(self, user: Any, action: str = 'view') -> Self:
        """What `user` may do `action` with."""
        restricted = super().restrict(user, action)
        if restricted is self or restricted.query.is_empty():
            return restricted
        # utilities/querysets.py, RestrictedQuerySet.restrict: super() has seen to it that the cache is there.
        constraints = user._object_perm_cache[get_permission_for_model(self.model, action)]
        if len(constraints) < 2 and not self._among:
            return restricted
        first, *others = (
            self.model.objects.filter(
                qs_filter_from_constraints([constraint], {CONSTRAINT_TOKEN_USER: user}), **self._among
            )
            .order_by()
            .values('pk')
            for constraint in constraints
        )
        return self.filter(pk__in=first.union(*others) if others else first)
