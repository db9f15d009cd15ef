"""Why a query cannot be run; each says what would do instead."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from .enumerating import either

__all__ = (
    'ImpossibleSize',
    'InvalidFilterValue',
    'NotApplicable',
    'QueryError',
    'TooManyRelated',
    'TooSlow',
    'UnknownAttribute',
    'UnknownFilter',
    'UnknownObjectType',
)


def _did_you_mean(near: Sequence[str]) -> list[str]:
    return [_('Did you mean {name}?').format(name=either(near))] if near else []


class QueryError(Exception):
    """Base of all reasons; `str(error)` is a sentence for people."""


class UnknownObjectType(QueryError):
    """No such object type is registered with NetBox, or it has no filters."""

    def __init__(self, object_type: str) -> None:
        super().__init__(_('There is no object type “{type}” to ask about.').format(type=object_type))
        self.object_type = object_type


class UnknownFilter(QueryError):
    """The object type has no such filter; `near` are similar names."""

    def __init__(self, object_type: str, name: str, near: Sequence[str]) -> None:
        text = _('{type} cannot be filtered by “{name}”.').format(type=object_type, name=name)
        super().__init__(' '.join((text, *_did_you_mean(near))))
        self.name, self.near = name, tuple(near)


class InvalidFilterValue(QueryError):
    """A filter does not take that value."""

    def __init__(self, object_type: str, name: str, reason: str) -> None:
        super().__init__(f'{object_type}: {name}: {reason}')
        self.name = name


class UnknownAttribute(QueryError):
    """The object type has no such attribute; `near` are similar names."""

    def __init__(self, object_type: str, name: str, near: Sequence[str]) -> None:
        text = _('{type} has no attribute “{name}”.').format(type=object_type, name=name)
        super().__init__(' '.join((text, *_did_you_mean(near))))
        self.name, self.near = name, tuple(near)


class NotApplicable(QueryError):
    """The question makes no sense for that object type, such as the utilization of a tenant."""


class ImpossibleSize(QueryError):
    """Nothing can be as large as what is asked for; the sentence says what would do."""


class TooManyRelated(QueryError):
    """More objects stand between two types than can be named one by one."""

    def __init__(self, nouns: str, limit: int) -> None:
        text = _('More than {limit} {nouns} are related; narrow the question down.')
        super().__init__(text.format(limit=limit, nouns=nouns))


class TooSlow(QueryError):
    """The database did not answer in time."""

    def __init__(self) -> None:
        super().__init__(
            _('That question takes the database too long; ask about fewer objects, such as those of one site.')
        )
