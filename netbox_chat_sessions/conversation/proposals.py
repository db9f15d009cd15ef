"""A change that is proposed and waits for its author: what it would do, and what becomes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from .errors import ProposalExpired, ProposalUsed
from .objects import ObjectRef

__all__ = ('ChangeAction', 'Dependents', 'Draft', 'FieldChange', 'ProposalStatus', 'standing')


class ChangeAction(StrEnum):
    """What would be done; the values are those of NetBox's change log."""

    CREATE = 'create'
    UPDATE = 'update'
    DELETE = 'delete'

    @property
    def permission(self) -> str:
        """The object permission that it takes."""
        return _PERMISSIONS[self]


_PERMISSIONS = {ChangeAction.CREATE: 'add', ChangeAction.UPDATE: 'change', ChangeAction.DELETE: 'delete'}


class ProposalStatus(StrEnum):
    """Where a proposal stands; only `pending` is not final."""

    PENDING = 'pending'
    CONFIRMED = 'confirmed'
    CANCELLED = 'cancelled'
    EXPIRED = 'expired'
    FAILED = 'failed'

    def to(self, target: 'ProposalStatus') -> 'ProposalStatus':
        """The status after a decision: there is one for each proposal.

        Raises:
            ProposalExpired: Its time was over.
            ProposalUsed: It has been decided.
        """
        if self is ProposalStatus.EXPIRED:
            raise ProposalExpired
        if self is not ProposalStatus.PENDING:
            raise ProposalUsed(self.value)
        return target


def standing(status: ProposalStatus, expires: datetime, now: datetime) -> ProposalStatus:
    """The status at a time: what is pending beyond its time has expired, whether or not a cleanup has seen it."""
    return ProposalStatus.EXPIRED if status is ProposalStatus.PENDING and now >= expires else status


@dataclass(frozen=True)
class FieldChange:
    """One field before and after, as texts; empty where there is no value.

    Attributes:
        field: Its name in NetBox's REST API.
        label: What NetBox calls it.
    """

    field: str
    label: str
    before: str
    after: str

    def as_json(self) -> dict[str, Any]:
        """The change as the REST contract shows it."""
        return {'field': self.field, 'label': self.label, 'before': self.before, 'after': self.after}


@dataclass(frozen=True)
class Dependents:
    """Objects of one type that go with the one that is deleted, as many as the user may see.

    Attributes:
        label: What NetBox calls several of them.
        more: There may be others.
    """

    object_type: str
    label: str
    count: int
    more: bool = False

    def as_json(self) -> dict[str, Any]:
        """What goes with it as the REST contract shows it."""
        return {'object_type': self.object_type, 'label': self.label, 'count': self.count, 'more': self.more}


@dataclass(frozen=True)
class Draft:
    """A change that NetBox's serializer has found valid; nothing has been done.

    Attributes:
        action: What would be done.
        object_type: To an object of which type.
        display: What the object is called, or would be.
        ref: The object; None for one that does not exist yet.
        data: What the serializer is given; empty for a deletion.
        changes: The fields before and after.
        dependents: What is deleted along.
        etag: The state of the object that it was made for; empty for a new one.
    """

    action: ChangeAction
    object_type: str
    display: str
    ref: ObjectRef | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[FieldChange, ...] = ()
    dependents: tuple[Dependents, ...] = ()
    etag: str = ''

    def as_json(self) -> dict[str, Any]:
        """The part of the REST contract's `proposal` that the draft determines."""
        return {
            'action': self.action.value,
            'object_type': self.object_type,
            'object': {
                'object_type': self.object_type,
                'object_id': self.ref.key.object_id if self.ref else None,
                'display': self.display,
                'url': self.ref.url if self.ref else '',
                'detail': self.ref.detail if self.ref else '',
            },
            'changes': [change.as_json() for change in self.changes],
            'dependents': [item.as_json() for item in self.dependents],
        }
