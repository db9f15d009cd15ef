"""What understanding a turn produced: references, follow-up, topic, and the message with everything filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from .objects import Annotations, Noun, ObjectKey, ObjectRef
from .reply import object_json

__all__ = ('QueryType', 'Reading', 'Reference', 'ReferenceStatus', 'Source', 'TopicReading')


class ReferenceStatus(StrEnum):
    """What became of a phrase (API.md, `reference.status`)."""

    RESOLVED = 'resolved'
    AMBIGUOUS = 'ambiguous'
    UNRESOLVED = 'unresolved'
    GONE = 'gone'


class Source(StrEnum):
    """Where a reference was found (API.md, `reference.source`)."""

    NAME = 'name'
    MEMORY = 'memory'
    PAGE = 'page'
    RELATION = 'relation'
    UNIQUE = 'unique'
    CHOICE = 'choice'


class QueryType(StrEnum):
    """Whether a turn needs what was said before."""

    FOLLOWUP = 'followup'
    STANDALONE = 'standalone'


@dataclass(frozen=True)
class Reference:
    """A phrase of a text and what it stands for.

    Attributes:
        phrase: The words; empty where the reference has none of its own ("how many are active?").
        start: Offset of the first character.
        end: Offset behind the last character.
        status: See `ReferenceStatus`.
        source: See `Source`; None while unresolved.
        objects: What it stands for, when resolved.
        candidates: Equals to choose from, when ambiguous, newest first.
        noun: The kind of object that the phrase names, if any.
        excluded: The objects are what is left out ("all but the PDU").
        noun_asked: They are left out of what the phrase asks for ("other devices").
        beyond: How many objects the list has whose end an ordinal is beyond; 0 when it is not.
    """

    phrase: str
    start: int
    end: int
    status: ReferenceStatus
    source: Source | None = None
    objects: tuple[ObjectRef, ...] = ()
    candidates: tuple[ObjectRef, ...] = ()
    noun: Noun | None = None
    excluded: bool = False
    noun_asked: bool = False
    beyond: int = 0

    @property
    def resolved(self) -> bool:
        """Whether it stands for objects."""
        return self.status is ReferenceStatus.RESOLVED

    @property
    def keys(self) -> tuple[ObjectKey, ...]:
        """Identities of the objects, in order."""
        return tuple(ref.key for ref in self.objects)

    def as_json(self) -> dict[str, Any]:
        """The reference as the REST contract shows it."""
        return {
            'phrase': self.phrase,
            'start': self.start,
            'end': self.end,
            'status': self.status.value,
            'source': self.source.value if self.source else None,
            'objects': [object_json(ref) for ref in self.objects],
            'candidates': [object_json(ref) for ref in self.candidates],
        }


@dataclass(frozen=True)
class TopicReading:
    """The topic domain of a turn, and the one before; None where there is none.

    Attributes:
        changed: The turn leaves the topic, for a new one or for one that was left before.
        returned: It goes back to one that was left before.
    """

    domain: str | None = None
    previous: str | None = None
    changed: bool = False
    returned: bool = False

    def as_json(self) -> dict[str, Any]:
        """The topic as the REST contract shows it."""
        return {'domain': self.domain, 'previous': self.previous, 'changed': self.changed}


@dataclass(frozen=True)
class Reading:
    """What understanding a turn produced.

    Attributes:
        message: What the user said.
        references: The references of `message`, in order.
        signals: Why it is a follow-up; empty: it stands alone.
        topic: Its topic domain.
        resolved_message: The message as a person would have written it with everything in it.
        question: The text to answer: `message`, or the earlier question that `message` completes ("the one in Akron").
        bindings: The references of `question`.
        annotations: What live data knows about the words of `question`.
        carried: The query that a follow-up continues, as JSON; None when it carries none.
        asked: The type of object that a follow-up is about by what was asked last, also where that came to nothing.
        listed: The list that the last answer showed.
        shown_by: The query that found it, as JSON; it may have found more than one page shows.
        talked: When its objects were last talked about, the earliest of them; without objects, when anything was.
    """

    message: str
    references: tuple[Reference, ...] = ()
    signals: tuple[str, ...] = ()
    topic: TopicReading = field(default_factory=TopicReading)
    resolved_message: str = ''
    question: str = ''
    bindings: tuple[Reference, ...] = ()
    annotations: Annotations = field(default_factory=lambda: Annotations(''))
    carried: Mapping[str, Any] | None = None
    asked: str = ''
    listed: tuple[ObjectKey, ...] = ()
    shown_by: Mapping[str, Any] | None = None
    talked: datetime | None = None

    @property
    def query_type(self) -> QueryType:
        """Whether the turn needs what was said before."""
        return QueryType.FOLLOWUP if self.signals else QueryType.STANDALONE

    @property
    def open(self) -> Reference | None:
        """The first reference that has to be asked about, if any."""
        return next((ref for ref in self.bindings if not ref.resolved), None)

    def as_json(self) -> dict[str, Any]:
        """The part of the REST contract's `turn` that reading determines."""
        return {
            'query_type': self.query_type.value,
            'followup_signals': list(self.signals),
            'topic': self.topic.as_json(),
            'references': [reference.as_json() for reference in self.references],
            'resolved_message': self.resolved_message,
        }
