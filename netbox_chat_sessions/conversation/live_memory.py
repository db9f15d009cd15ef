"""The memory of a session as it is now: only what exists and may be seen, under its present name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .memory import Memory
from .objects import Noun, ObjectKey, ObjectRef
from .ports import ObjectFinder
from .session import SaidBy

__all__ = ('Known', 'LiveMemory', 'alike', 'newest')

PLACES = ('site', 'location', 'rack', 'device', 'cluster', 'virtual_machine', 'vrf', 'group')


@dataclass(frozen=True)
class Known:
    """An object in memory that is visible now, and the interaction that it was last mentioned or shown in."""

    ref: ObjectRef
    sequence: int


@dataclass
class LiveMemory:
    """What a session remembers, looked up when it is first needed.

    Attributes:
        page: What the user looks at, if anything.
    """

    finder: ObjectFinder
    memory: Memory
    page: ObjectRef | None = None

    @cached_property
    def seen(self) -> Mapping[ObjectKey, ObjectRef]:
        """Everything in memory that exists and may be seen."""
        return self.finder.look(self.memory.keys)

    @cached_property
    def known(self) -> tuple[Known, ...]:
        """The same with when it was last mentioned or shown, newest first."""
        last = {entity.key: entity.last_sequence for entity in self.memory.entities}
        for shown in self.memory.lists:
            for key in shown.keys:
                last[key] = max(last.get(key, 0), shown.sequence)
        known = [Known(self.seen[key], sequence) for key, sequence in last.items() if key in self.seen]
        return tuple(sorted(known, key=lambda item: -item.sequence))

    @property
    def focus(self) -> tuple[ObjectRef, ...]:
        """What is in focus."""
        return self._visible(self.memory.focus)

    @cached_property
    def talked_about(self) -> tuple[Known, ...]:
        """What was talked about, the latest first; lists that were only shown left out."""
        entities = [Known(self.seen[e.key], e.last_sequence) for e in self.memory.entities if e.key in self.seen]
        return tuple(sorted(entities, key=lambda item: -item.sequence))

    @property
    def said_by_user(self) -> list[Known]:
        """What the user named, the latest first."""
        said = {entity.key for entity in self.memory.entities if entity.said_by is SaidBy.USER}
        return [item for item in self.talked_about if item.ref.key in said]

    @property
    def lists(self) -> list[tuple[ObjectRef, ...]]:
        """The shown lists, newest first."""
        return [refs for shown in self.memory.lists if (refs := self._visible(shown.keys))]

    @property
    def list_is_latest(self) -> bool:
        """Whether a list of several is the latest thing that was shown: then "that" is the list."""
        lists, entities = self.memory.lists, self.memory.entities
        latest = max((entity.last_sequence for entity in entities), default=0)
        return bool(lists) and lists[0].sequence >= latest and len(lists[0].keys) > 1

    def shown(self, noun: Noun | None = None) -> tuple[ObjectRef, ...]:
        """The newest shown list all of whose objects are of that kind."""
        return next((refs for refs in self.lists if noun is None or all(noun.fits(ref) for ref in refs)), ())

    def shown_in_topic(self) -> tuple[ObjectRef, ...]:
        """The newest shown list, where it is of the topic: what was listed before a boundary is left behind."""
        shown, of_topic = self.memory.lists[:1], {turn.sequence for turn in self.memory.window}
        return self.shown() if any(item.sequence in of_topic for item in shown) else ()

    def places(self, noun: Noun | None = None) -> tuple[ObjectRef | None, ...]:
        """The same list as it was shown, None in the place of what can no longer be seen."""
        for shown in self.memory.lists:
            refs = tuple(self.seen.get(key) for key in shown.keys)
            if any(refs) and all(noun is None or ref is None or noun.fits(ref) for ref in refs):
                return refs
        return ()

    def fitting(self, noun: Noun) -> list[Known]:
        """What is of that kind, newest first."""
        return [item for item in self.known if noun.fits(item.ref)]

    def alike(self) -> tuple[ObjectRef, ...]:
        """What is of the kind that is in focus, or that was mentioned last."""
        kinds = {ref.key.object_type for ref in self.focus} or {item.ref.key.object_type for item in self.known[:1]}
        return tuple(item.ref for item in self.known if item.ref.key.object_type in kinds)

    def described(self, word: str) -> tuple[ObjectRef, ...]:
        """What goes by a part of its name ("coreswitch1")."""
        return tuple(item.ref for item in self.known if word in item.ref.words)

    def left_behind(self, noun: Noun) -> ObjectRef | None:
        """What the topic left last was about, where it is one object of that kind: "back to the rack"."""
        for topic in sorted(self.memory.suspended.values(), key=lambda topic: -topic.left):
            focus = self._visible(topic.focus) if topic.start != self.memory.topic_start else ()
            if len(focus) == 1 and noun.fits(focus[0]):
                return focus[0]
        return None

    def opened(self, noun: Noun) -> tuple[ObjectRef, ...]:
        """What is of that kind and was talked about, in the order of first mention."""
        order = {entity.key: entity.first_mentioned for entity in self.memory.entities}
        refs = [item.ref for item in self.fitting(noun) if item.ref.key in order]
        return tuple(sorted(refs, key=lambda ref: order[ref.key]))

    def others(self, refs: Sequence[ObjectRef]) -> list[ObjectRef]:
        """All but what is in focus, or but the one that was talked about last."""
        latest = [item for item in self.talked_about if item.sequence == self.talked_about[0].sequence]
        current = set(self.memory.focus) or {item.ref.key for item in latest if len(latest) == 1}
        return [ref for ref in refs if ref.key not in current]

    def anchors(self, most: int | None = None) -> list[tuple[ObjectRef, ...]]:
        """What a relation may start from: the focus, then what was talked about last, then the page.

        Equals stand together: objects of one type that the same person mentioned last in the same interaction.
        """
        focus = self.focus if len(self.focus) == 1 else ()
        said_by = {entity.key: entity.said_by for entity in self.memory.entities}
        equals: dict[tuple[int, SaidBy, str], list[ObjectRef]] = {}
        for item in self.talked_about:
            if item.ref not in focus:
                key = item.ref.key
                equals.setdefault((item.sequence, said_by[key], key.object_type), []).append(item.ref)
        found = [refs for refs in (focus, *map(tuple, equals.values())) if refs][:most]
        page = self.page
        return [*found, (page,)] if page and not any(page in refs for refs in found) else found

    def last_mentioned(self, key: ObjectKey) -> int:
        """The interaction that talked about an object last; 0: none."""
        return next((entity.last_sequence for entity in self.memory.entities if entity.key == key), 0)

    def is_gone(self, noun: Noun, than: Sequence[Known]) -> bool:
        """Whether such an object was mentioned later than all of `than`, and can no longer be seen.

        Taking an older one instead would be a guess.
        """
        if any(noun.needs_trait(object_type) for object_type in noun.object_types):
            return False
        hidden = [
            entity.last_sequence
            for entity in self.memory.entities
            if entity.key not in self.seen and entity.key.object_type in noun.object_types
        ]
        return max(hidden, default=0) > (than[0].sequence if than else 0)

    def narrowed(self, matches: Sequence[ObjectRef], said: Iterable[ObjectRef]) -> tuple[ObjectRef, ...]:
        """Those of several objects of one name that the text or the focus points at; all of them when nothing does."""
        for anchor in (*said, *self.focus):
            if near := _near(matches, anchor):
                return near
        return tuple(matches)

    def _visible(self, keys: Collection[ObjectKey]) -> tuple[ObjectRef, ...]:
        return tuple(self.seen[key] for key in keys if key in self.seen)


def newest(known: Sequence[Known]) -> list[ObjectRef]:
    """Those mentioned last, all of them equals."""
    return list(dict.fromkeys(item.ref for item in known if item.sequence == known[0].sequence))


def alike(refs: Iterable[ObjectRef]) -> list[tuple[ObjectRef, ...]]:
    """Objects of one type together, in the order of the first of each."""
    by_type: dict[str, list[ObjectRef]] = {}
    for ref in refs:
        by_type.setdefault(ref.key.object_type, []).append(ref)
    return [tuple(refs) for refs in by_type.values()]


def _near(matches: Sequence[ObjectRef], anchor: ObjectRef) -> tuple[ObjectRef, ...]:
    """The match that is the anchor, belongs to it, or stands where it stands; empty when that tells none apart."""
    places = {trait for trait in anchor.traits if trait.name in PLACES}
    for test in (
        lambda ref: ref.key == anchor.key,
        lambda ref: any((trait.object_type, trait.object_id) == anchor.key for trait in ref.traits),
        lambda ref: bool(ref.traits & places),
    ):
        near = tuple(ref for ref in matches if test(ref))
        if near and len(near) < len(matches):
            return near
    return ()
