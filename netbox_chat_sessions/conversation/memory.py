"""What a session remembers: entity references, focus, shown lists, and the question left open."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from .objects import ObjectKey, ObjectRef
from .session import EntityReference, Interaction, SaidBy, SuspendedTopic

__all__ = ('Memory', 'Mention', 'OpenQuestion', 'ShownList', 'mentioned', 'strongest')


@dataclass(frozen=True)
class ShownList:
    """The ordered objects that one answer showed: "the second one" counts in it."""

    sequence: int
    keys: tuple[ObjectKey, ...]


@dataclass(frozen=True)
class OpenQuestion:
    """A clarification that waits for its answer.

    Attributes:
        question: The user's message that was asked back.
        start: Where the phrase in question starts in it.
        end: Where it ends.
        candidates: What there is to choose from, in the order shown.
        carried: The query that the question would have continued, as JSON; None without one.
    """

    question: str
    start: int
    end: int
    candidates: tuple[ObjectKey, ...]
    carried: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Memory:
    """What a session remembers, bounded.

    Attributes:
        entities: Most recently mentioned first.
        focus: What "it" and "they" mean now.
        lists: Shown lists, newest first.
        window: The latest interactions of the topic, in chronological order, the current one left out.
        open_question: The clarification that the last interaction left open, if any.
        topic_domain: The topic domain of the last turn that had one.
        topic_start: Sequence number of the interaction that the topic began with.
        suspended: Topic domain → the topic that was left there.
        proposal: Primary key of the user's change that waits for confirmation, the latest; None without one.
    """

    entities: tuple[EntityReference, ...] = ()
    focus: tuple[ObjectKey, ...] = ()
    lists: tuple[ShownList, ...] = ()
    window: tuple[Interaction, ...] = ()
    open_question: OpenQuestion | None = None
    topic_domain: str | None = None
    topic_start: int = 1
    suspended: Mapping[str, SuspendedTopic] = field(default_factory=dict)
    proposal: int | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing has been said yet."""
        return not (self.entities or self.lists or self.window)

    @property
    def keys(self) -> tuple[ObjectKey, ...]:
        """Every object that a phrase could stand for."""
        found = [*self.focus, *(entity.key for entity in self.entities)]
        found += [key for shown in self.lists for key in shown.keys]
        found += self.open_question.candidates if self.open_question else ()
        found += [key for topic in self.suspended.values() for key in topic.focus]
        return tuple(dict.fromkeys(found))

    def talked_about(self, keys: Collection[ObjectKey]) -> datetime | None:
        """When objects were last talked about, the earliest of them; without any, when the session was last used."""
        times = [entity.last_mentioned for entity in self.entities if entity.key in keys]
        return min(times, default=self.window[-1].created if self.window else None)

    @property
    def shown_by(self) -> Mapping[str, Any] | None:
        """The query whose answer showed the newest list; None when it lies too far back."""
        sequence = self.lists[0].sequence if self.lists else 0
        return next((turn.reply.get('query') for turn in self.window if turn.sequence == sequence), None)

    @property
    def last_query(self) -> Mapping[str, Any] | None:
        """The latest query of the topic, as JSON."""
        return next((query for turn in reversed(self.window) if (query := turn.reply.get('query'))), None)

    def query_about(self, object_types: Collection[str]) -> Mapping[str, Any] | None:
        """The latest query about an object of one of the types, whose place a new one can take; else the latest."""
        asked = [turn for turn in reversed(self.window) if turn.reply.get('query')]
        for turn in asked:
            references = turn.reading.get('references', ())
            if any(item['object_type'] in object_types for reference in references for item in reference['objects']):
                return turn.reply['query']  # type: ignore[no-any-return]
        return self.last_query


@dataclass(frozen=True)
class Mention:
    """An object mentioned in one interaction, and by whom."""

    ref: ObjectRef
    said_by: SaidBy


def mentioned(known: EntityReference | None, mention: Mention, *, sequence: int, now: datetime) -> EntityReference:
    """The entity reference after a mention: count and time go on, the first mention stays (ADR-0017)."""
    if known is None:
        return EntityReference(mention.ref.key, mention.ref.display, now, now, sequence, said_by=mention.said_by)
    repeated = known.last_sequence == sequence
    return replace(
        known,
        display=mention.ref.display,
        last_mentioned=now,
        last_sequence=sequence,
        mention_count=known.mention_count + (0 if repeated else 1),
        said_by=mention.said_by,
    )


def strongest(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """One mention per object, in order of first appearance; what the user said counts more than page and answer."""
    order = {SaidBy.USER: 0, SaidBy.PAGE: 1, SaidBy.ANSWER: 2}
    best: dict[ObjectKey, Mention] = {}
    for mention in mentions:
        key = mention.ref.key
        if key not in best or order[mention.said_by] < order[best[key].said_by]:
            best[key] = mention
    return tuple(best.values())
