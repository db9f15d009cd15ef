"""What a user may see of what an answer would say: names of related objects, and never a credential."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model, QuerySet
from utilities.permissions import get_permission_for_model, permission_is_exempt

from ..conversation.objects import ObjectKey

__all__ = ('HIDDEN', 'User', 'Visibility', 'is_credential', 'key_of', 'naming', 'restricted', 'without_credentials')

# Whoever asks.
User = AbstractBaseUser | AnonymousUser
# Whole words of a field name, after splitting at underscores, hyphens and capitals.
CREDENTIAL_WORDS = frozenset(
    {
        'auth',
        'community',
        'communities',
        'credential',
        'credentials',
        'digest',
        'headers',
        'key',
        'keys',
        'pepper',
        'psk',
        'pwd',
    }
)
# Parts that give a credential away wherever they stand.
CREDENTIAL_PARTS = ('password', 'passwd', 'passphrase', 'secret', 'token')
# Ways to say how something is authenticated are not credentials: `auth_type`, `auth_cipher`.
HARMLESS = re.compile(r'^auth(entication)?_(type|method|cipher|algorithm|mode)$')
USERINFO = re.compile(r'(?<=://)[^/\s@]+@')
HIDDEN = '••••'


def is_credential(name: str) -> bool:
    """Whether a field, parameter or JSON key of that name may hold a credential. Such values never leave NetBox."""
    snake = re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', name).lower().replace('-', '_').replace(' ', '_')
    if HARMLESS.match(snake):
        return False
    return any(part in snake for part in CREDENTIAL_PARTS) or not CREDENTIAL_WORDS.isdisjoint(snake.split('_'))


def without_credentials(value: Any) -> Any:
    """`value` with everything masked that looks like a credential, at any depth of JSON, and in URLs."""
    if isinstance(value, Mapping):
        return {name: HIDDEN if is_credential(str(name)) else without_credentials(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(without_credentials(item) for item in value)
    return USERINFO.sub(f'{HIDDEN}@', value) if isinstance(value, str) else value


def key_of(obj: Model) -> ObjectKey:
    """The identity of a model instance."""
    return ObjectKey(obj._meta.concrete_model._meta.label_lower, obj.pk)


def restricted(queryset: QuerySet, user: User) -> QuerySet:
    """Those objects that the user may view. Models that know no object permissions are seen by everybody in NetBox."""
    restrict = getattr(queryset, 'restrict', None)
    return restrict(user, 'view') if restrict else queryset


# What related objects were let through while an answer was told.
_named: ContextVar[set[ObjectKey] | None] = ContextVar('named', default=None)


@contextmanager
def naming() -> Iterator[set[ObjectKey]]:
    """Collect the related objects that may be named meanwhile: an answer's text may hold their names."""
    named: set[ObjectKey] = set()
    token = _named.set(named)
    try:
        yield named
    finally:
        _named.reset(token)


@dataclass(frozen=True)
class Visibility:
    """Tells which objects one user may view, with as few statements as possible."""

    user: User

    def whole(self, model: type[Model]) -> bool | None:
        """Whether the user may view all objects of a model (True), none (False), or some (None: constraints decide)."""
        if not hasattr(model._default_manager.all(), 'restrict'):
            return True
        permission = get_permission_for_model(model, 'view')
        if (self.user.is_active and self.user.is_superuser) or permission_is_exempt(permission):
            return True
        if not self.user.is_authenticated or permission not in self.user.get_all_permissions():
            return False
        constraints = self.user._object_perm_cache[permission]
        return True if any(not constraint for constraint in constraints) else None

    def visible(self, objects: Iterable[Model]) -> frozenset[ObjectKey]:
        """Identities of those objects that may be viewed."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for obj in objects:
            object_type, object_id = key_of(obj)
            found[object_type].add(object_id)
        return self.visible_keys(found)

    def visible_keys(self, ids: Mapping[str, Iterable[int]]) -> frozenset[ObjectKey]:
        """As `visible`, for primary keys by object type: no statement for a model without constraints, else one."""
        seen: set[ObjectKey] = set()
        for object_type, wanted in ids.items():
            model = apps.get_model(object_type)
            whole = self.whole(model)
            if whole is None:
                queryset = restricted(model._default_manager.filter(pk__in=set(wanted)), self.user)
                wanted = queryset.order_by().values_list('pk', flat=True)
            if whole is not False:
                seen.update(ObjectKey(object_type, object_id) for object_id in wanted)
        if (named := _named.get()) is not None:
            named.update(seen)
        return frozenset(seen)
