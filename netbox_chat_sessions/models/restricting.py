"""What a user may see of chats, found by indexes."""

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

    def restrict(self, user: Any, action: str = 'view') -> Self:
        """What `user` may do `action` with."""
        restricted = super().restrict(user, action)
        if restricted is self or restricted.query.is_empty():
            return restricted
        # utilities/querysets.py, RestrictedQuerySet.restrict: super() has seen to it that the cache is there.
        constraints = user._object_perm_cache[get_permission_for_model(self.model, action)]
        if len(constraints) < 2:
            return restricted
        permitted = [
            self.model.objects.filter(qs_filter_from_constraints([constraint], {CONSTRAINT_TOKEN_USER: user}))
            .order_by()
            .values('pk')
            for constraint in constraints
        ]
        return self.filter(pk__in=permitted[0].union(*permitted[1:]))
