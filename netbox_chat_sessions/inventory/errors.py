"""Why a query cannot be run; each says what would do instead."""

from collections.abc import Sequence

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


class QueryError(Exception):
    """Base of all reasons; `str(error)` is a sentence for people."""


class UnknownObjectType(QueryError):
    """No such object type is registered with NetBox, or it has no filters."""

    def __init__(self, object_type: str) -> None:
        super().__init__(f'There is no object type {object_type!r} to ask about.')
        self.object_type = object_type


class UnknownFilter(QueryError):
    """The object type has no such filter; `near` are similar names."""

    def __init__(self, object_type: str, name: str, near: Sequence[str]) -> None:
        hint = f' Did you mean {" or ".join(near)}?' if near else ''
        super().__init__(f'{object_type} cannot be filtered by {name!r}.{hint}')
        self.name, self.near = name, tuple(near)


class InvalidFilterValue(QueryError):
    """A filter does not take that value."""

    def __init__(self, object_type: str, name: str, reason: str) -> None:
        super().__init__(f'{object_type}: {name}: {reason}')
        self.name = name


class UnknownAttribute(QueryError):
    """The object type has no such attribute; `near` are similar names."""

    def __init__(self, object_type: str, name: str, near: Sequence[str]) -> None:
        hint = f' Did you mean {" or ".join(near)}?' if near else ''
        super().__init__(f'{object_type} has no attribute {name!r}.{hint}')
        self.name, self.near = name, tuple(near)


class NotApplicable(QueryError):
    """The question makes no sense for that object type, such as the utilization of a tenant."""


class ImpossibleSize(QueryError):
    """Nothing can be as large as what is asked for; the sentence says what would do."""


class TooManyRelated(QueryError):
    """More objects stand between two types than can be named one by one."""

    def __init__(self, nouns: str, limit: int) -> None:
        super().__init__(f'More than {limit} {nouns} are related; narrow the question down.')


class TooSlow(QueryError):
    """The database did not answer in time."""

    def __init__(self) -> None:
        super().__init__(
            'That question takes the database too long; ask about fewer objects, such as those of one site.'
        )
