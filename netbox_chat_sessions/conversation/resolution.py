"""What a phrase stands for: memory, page, live relation, or a question back; never a guess between equals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .memory import Memory
from .objects import Noun, ObjectKey, ObjectRef
from .phrases import Phrase, PhraseKind, Recency
from .ports import ObjectFinder
from .reading import Reference, ReferenceStatus, Source
from .session import SaidBy

__all__ = ('MAX_CANDIDATES', 'Resolver')

MAX_CANDIDATES = 25
ANCHORS = 4


@dataclass(frozen=True)
class Known:
    """An object in memory that is visible now, and the interaction that it was last seen in."""

    ref: ObjectRef
    sequence: int


@dataclass
class Resolver:
    """Resolves the phrases of one text on live data.

    Attributes:
        finder: Live objects as the user may see them.
        memory: What the session remembers.
        page: What the user looks at, if anything.
        wanted: The kind of object that the text asks for ("which VLANs exist there?").
        said: The objects that the text itself names.
        taken: Objects that another phrase of the text stands for already.
        bases: What a phrase of the text was resolved from: the device of "its rack".
    """

    finder: ObjectFinder
    memory: Memory
    page: ObjectRef | None = None
    wanted: Noun | None = None
    said: Sequence[ObjectRef] = ()
    taken: set[ObjectKey] = field(default_factory=set)
    bases: list[ObjectRef] = field(default_factory=list)

    @cached_property
    def seen(self) -> Mapping[ObjectKey, ObjectRef]:
        """Everything in memory that exists and may be seen, as it is now."""
        return self.finder.look(self.memory.keys)

    @cached_property
    def known(self) -> tuple[Known, ...]:
        """The same with when it was last mentioned or shown, newest first."""
        last: dict[ObjectKey, int] = {}
        for entity in self.memory.entities:
            last[entity.key] = entity.last_sequence
        for shown in self.memory.lists:
            for key in shown.keys:
                last[key] = max(last.get(key, 0), shown.sequence)
        found = [Known(self.seen[key], sequence) for key, sequence in last.items() if key in self.seen]
        return tuple(sorted(found, key=lambda known: -known.sequence))

    @property
    def focus(self) -> tuple[ObjectRef, ...]:
        """What is in focus and may be seen."""
        return tuple(self.seen[key] for key in self.memory.focus if key in self.seen)

    def resolve(self, phrase: Phrase, text: str) -> Reference | None:
        """What `phrase` stands for; None when it refers to nothing after all ("show the first 5 devices")."""
        by_kind: Mapping[PhraseKind, Callable[[Phrase], _Found | None]] = {
            PhraseKind.TYPED: self._typed,
            PhraseKind.PRONOUN: self._pronoun,
            PhraseKind.POSSESSIVE: self._pronoun,
            PhraseKind.LOCATIVE: self._locative,
            PhraseKind.ONE: self._one,
            PhraseKind.ORDINAL: self._ordinal,
            PhraseKind.LIST: lambda _: self._set(self.shown()),
        }
        found = by_kind[phrase.kind](phrase)
        if found is None or (phrase.compound and found.status is ReferenceStatus.UNRESOLVED):
            return None
        words = text[phrase.start : phrase.end]
        return found.reference(words, phrase.start, phrase.end, phrase.noun)

    def shown(self, noun: Noun | None = None) -> tuple[ObjectRef, ...]:
        """The newest shown list all of whose visible objects are of that kind."""
        for shown in self.memory.lists:
            refs = tuple(self.seen[key] for key in shown.keys if key in self.seen)
            if refs and (noun is None or all(noun.fits(ref) for ref in refs)):
                return refs
        return ()

    def narrowed(self, matches: Sequence[ObjectRef], said: Iterable[Reference]) -> tuple[ObjectRef, ...]:
        """Those of several objects of one name that the text or the focus points at; all of them when nothing does."""
        anchors = [ref for reference in said if reference.resolved for ref in reference.objects]
        for pool in (anchors, list(self.focus)):
            for anchor in pool:
                if near := _near(matches, anchor):
                    return near
        return tuple(matches)

    def _typed(self, phrase: Phrase) -> '_Found | None':
        noun = phrase.noun or Noun(())
        if phrase.excluded:
            fitting = [ref for ref in (*self.bases, *self._said_by_user(), *self._recent()) if noun.fits(ref)]
            return _resolved(Source.MEMORY, fitting[0]) if fitting else None
        if phrase.scoped and not phrase.plural:
            return self._by_relation(noun, self.said)
        if phrase.near and self.page and noun.fits(self.page):
            return _resolved(Source.PAGE, self.page)
        if phrase.plural:
            return self._several(phrase, noun)
        pool = [known for known in self.known if noun.fits(known.ref)]
        if phrase.other:
            return self._pick(self._others([known.ref for known in pool]))
        if phrase.recency is Recency.PREVIOUS:
            pool = [known for known in pool if known.sequence < pool[0].sequence]
        pool = _described(pool, phrase.words)
        if self._gone(noun, pool):
            return _Found(ReferenceStatus.GONE)
        newest = [known.ref for known in pool if known.sequence == pool[0].sequence]
        if newest and not phrase.returning and (nearer := self._nearer(noun, pool[0])):
            return _resolved(Source.RELATION, nearer)
        if self.page and noun.fits(self.page) and self.page not in newest:
            newest = [self.page, *newest] if newest else []
            if not newest:
                return _resolved(Source.PAGE, self.page)
        if newest:
            return self._pick(newest)
        return self._by_relation(noun, [*self.said, *self._anchors()])

    def _nearer(self, noun: Noun, newest: Known) -> ObjectRef | None:
        """The one such object of what is in focus since: with a device shown meanwhile, "the rack" is its rack."""
        focus = self.focus
        if len(focus) != 1 or focus[0] == newest.ref or self._sequence(focus[0].key) <= newest.sequence:
            return None
        if not self.finder.relates(focus[0].key.object_type, noun):
            return None
        related = self.finder.related(focus[0].key, noun, 2)
        return related[0] if len(related) == 1 else None

    def _several(self, phrase: Phrase, noun: Noun) -> '_Found | None':
        if phrase.other or phrase.scoped:
            return None
        shown = self.shown(noun)
        if shown and phrase.number in (None, len(shown)):
            return _resolved(Source.MEMORY, *shown)
        fitting = [known.ref for known in self.known if noun.fits(known.ref)]
        if phrase.number and len(fitting) < phrase.number and (related := self._together(noun, phrase.number)):
            return _resolved(Source.RELATION, *related)
        if phrase.number:
            known = len(fitting) >= phrase.number
            return _resolved(Source.MEMORY, *fitting[: phrase.number]) if known else _Found(ReferenceStatus.UNRESOLVED)
        if phrase.near and self.page and self.finder.relates(self.page.key.object_type, noun):
            return _Found(ReferenceStatus.RESOLVED, Source.PAGE, (self.page,), implicit=True)
        for anchor in self._anchors():
            if self.finder.relates(anchor.key.object_type, noun):
                return _Found(ReferenceStatus.RESOLVED, Source.MEMORY, (anchor,), implicit=True)
        if len(fitting) > 1:
            return _resolved(Source.MEMORY, *fitting[:MAX_CANDIDATES])
        return _Found(ReferenceStatus.UNRESOLVED) if phrase.near or phrase.far else None

    def _together(self, noun: Noun, number: int) -> tuple[ObjectRef, ...]:
        """Just so many objects of a kind in what was talked about last ("the two switches" of two racks), or none."""
        found: dict[ObjectKey, ObjectRef] = {}
        for anchor in self._anchors():
            if self.finder.relates(anchor.key.object_type, noun):
                found |= {ref.key: ref for ref in self.finder.related(anchor.key, noun, number + 1)}
                if len(found) >= number:
                    break
        return tuple(found.values()) if len(found) == number else ()

    def _pronoun(self, phrase: Phrase) -> '_Found | None':
        if phrase.near and self.page and not phrase.plural:
            return _resolved(Source.PAGE, self.page)
        if phrase.plural:
            return self._they(phrase)
        if self.memory.focus and not self.focus:
            return _Found(ReferenceStatus.GONE)
        if phrase.far and self._just_shown():
            return self._set(self.shown())
        focus = self._it(phrase)
        if not focus and self.page:
            return _resolved(Source.PAGE, self.page)
        if phrase.noun and len(focus) == 1:
            self.bases += focus
            return self._by_relation(phrase.noun, focus)
        return self._pick(focus)

    def _just_shown(self) -> bool:
        """Whether a list is the latest thing that was shown: then "that" is the list."""
        latest = self.memory.entities[0].last_sequence if self.memory.entities else 0
        lists = self.memory.lists
        return bool(lists) and lists[0].sequence >= latest and len(lists[0].keys) > 1

    def _it(self, phrase: Phrase) -> Sequence[ObjectRef]:
        """The focus, unless the text tells that something else is meant: a place, or what has the kind asked for."""
        focus = [ref for ref in self.focus if ref.key not in self.taken]
        single = focus[0] if len(focus) == 1 else None
        if single and not self._unfit(single, phrase):
            return focus
        fitting = [ref for ref in self._recent() if not self._unfit(ref, phrase)]
        if fitting:
            return fitting[:1]
        shown = [ref for ref in self.shown() if not self._unfit(ref, phrase)]
        if single and shown and not self.finder.is_party(shown[0].key.object_type):
            return shown if self.finder.is_party(single.key.object_type) else focus
        return focus or shown or [known.ref for known in self.known if known.sequence == self.known[0].sequence]

    def _unfit(self, ref: ObjectRef, phrase: Phrase) -> bool:
        object_type = ref.key.object_type
        if ref.key in self.taken or (phrase.inside and not self.finder.is_place(object_type)):
            return True
        if not self.wanted or phrase.inside:
            return False
        related = phrase.kind is not PhraseKind.POSSESSIVE or self.finder.relates(object_type, self.wanted)
        return self.wanted.fits(ref) or not related

    def _they(self, phrase: Phrase) -> '_Found':
        focus = self.focus
        if len(focus) == 1 and self.finder.is_party(focus[0].key.object_type) and phrase.far:
            return _resolved(Source.MEMORY, *focus)
        if len(focus) > 1:
            return self._set(focus)
        latest = self.memory.lists[0].sequence if self.memory.lists else 0
        together = [known.ref for known in self.known if known.sequence == self.known[0].sequence]
        if self.known and self.known[0].sequence > latest and len(together) > 1:
            return self._set(together)
        if shown := self.shown():
            return self._set(shown)
        if focus:
            alike = [known.ref for known in self.known if known.ref.key.object_type == focus[0].key.object_type]
            return self._set(alike[:2] if len(alike) > 1 else focus)
        return self._set(together)

    def _locative(self, phrase: Phrase) -> '_Found | None':
        if phrase.near and self.page:
            return _resolved(Source.PAGE, self.page)
        places = [ref for ref in self._anchors(many=True) if self.finder.is_place(ref.key.object_type)]
        if self.wanted:
            wanted = self.wanted
            places = [ref for ref in places if self.finder.relates(ref.key.object_type, wanted)] or places
        if places:
            return _resolved(Source.MEMORY, places[0])
        if phrase.bound:
            return None
        return _resolved(Source.PAGE, self.page) if self.page else _Found(ReferenceStatus.UNRESOLVED)

    def _one(self, phrase: Phrase) -> '_Found':
        if phrase.recency is Recency.LATEST or ((phrase.near or phrase.far) and not phrase.words):
            return self._pick(self.focus or [known.ref for known in self.known[:1]])
        pool = self.shown() or self._alike()
        if phrase.other:
            pool = tuple(self._others(pool))
        if described := self._described(pool, phrase.words):
            return self._pick(described)
        if phrase.other or phrase.recency is Recency.PREVIOUS:
            return self._pick(pool)
        return self._set(pool)

    def _described(self, pool: Sequence[ObjectRef], words: Sequence[str]) -> list[ObjectRef]:
        """What the words fit, in the newest list, else in an earlier one."""
        earlier = ([self.seen[key] for key in shown.keys if key in self.seen] for shown in self.memory.lists)
        for refs in (pool, *earlier):
            if found := [ref for ref in refs if set(words) & ref.words]:
                return found
        return []

    def _ordinal(self, phrase: Phrase) -> '_Found | None':
        noun = phrase.noun
        pool: tuple[ObjectRef, ...] = () if phrase.mentioned else self.shown(noun)
        if not pool and noun is not None:
            order = {entity.key: entity.first_mentioned for entity in self.memory.entities}
            fitting = [known.ref for known in self.known if noun.fits(known.ref)]
            opened = sorted((ref for ref in fitting if ref.key in order), key=lambda ref: order[ref.key])
            pool = tuple(opened)
            if not opened and fitting and phrase.mentioned:
                return self._pick(fitting)
        if not pool and noun is not None and (phrase.words or phrase.number or not self.memory.lists):
            return None if phrase.words or phrase.number else _Found(ReferenceStatus.UNRESOLVED)
        places = [place - 1 if place > 0 else place for place in phrase.ordinals]
        if not pool or any(not -len(pool) <= place < len(pool) for place in places):
            return _Found(ReferenceStatus.UNRESOLVED)
        return _resolved(Source.MEMORY, *dict.fromkeys(pool[place] for place in places))

    def _by_relation(self, noun: Noun, anchors: Sequence[ObjectRef]) -> '_Found':
        for anchor in anchors:
            if not self.finder.relates(anchor.key.object_type, noun):
                continue
            related = self.finder.related(anchor.key, noun, MAX_CANDIDATES)
            if len(related) == 1:
                return _resolved(Source.RELATION, related[0])
            if related:
                return _Found(ReferenceStatus.AMBIGUOUS, Source.RELATION, candidates=related)
        return _Found(ReferenceStatus.UNRESOLVED)

    def _anchors(self, many: bool = False) -> list[ObjectRef]:
        """What a relation may start from: the focus, then what was talked about last, then the page."""
        found = list(dict.fromkeys([*(self.focus if len(self.focus) == 1 else ()), *self._recent()]))
        found = found if many else found[:ANCHORS]
        return [*found, self.page] if self.page and self.page not in found else found

    def _recent(self) -> list[ObjectRef]:
        """What was talked about, the latest first; lists that were only shown left out."""
        entities = [self.seen[entity.key] for entity in self.memory.entities if entity.key in self.seen]
        return sorted(entities, key=lambda ref: -self._sequence(ref.key))

    def _said_by_user(self) -> list[ObjectRef]:
        said = {entity.key for entity in self.memory.entities if entity.said_by is SaidBy.USER}
        return [ref for ref in self._recent() if ref.key in said]

    def described(self, word: str) -> tuple[ObjectRef, ...]:
        """What is in memory and goes by a part of its name ("coreswitch1")."""
        return tuple(known.ref for known in self.known if word in known.ref.words)

    def _sequence(self, key: ObjectKey) -> int:
        return next((entity.last_sequence for entity in self.memory.entities if entity.key == key), 0)

    def _others(self, refs: Sequence[ObjectRef]) -> list[ObjectRef]:
        current = set(self.memory.focus) or {ref.key for ref in refs[:1]}
        return [ref for ref in refs if ref.key not in current]

    def _alike(self) -> tuple[ObjectRef, ...]:
        """Without a list: what was talked about of the kind that is in focus."""
        kinds = {ref.key.object_type for ref in self.focus} or {known.ref.key.object_type for known in self.known[:1]}
        return tuple(known.ref for known in self.known if known.ref.key.object_type in kinds)

    def _gone(self, noun: Noun, pool: Sequence[Known]) -> bool:
        """Whether what was meant can no longer be seen: taking an older one instead would be a guess."""
        if any(noun.needs_trait(object_type) for object_type in noun.object_types):
            return False
        hidden = [
            entity.last_sequence
            for entity in self.memory.entities
            if entity.key not in self.seen and entity.key.object_type in noun.object_types
        ]
        return bool(hidden) and max(hidden) > (pool[0].sequence if pool else 0)

    def _pick(self, refs: Sequence[ObjectRef]) -> '_Found':
        refs = list(dict.fromkeys(refs))
        if len(refs) == 1:
            source = Source.PAGE if self.page and refs[0].key == self.page.key else Source.MEMORY
            return _resolved(source, refs[0])
        if refs:
            return _Found(ReferenceStatus.AMBIGUOUS, Source.MEMORY, candidates=tuple(refs[:MAX_CANDIDATES]))
        return _Found(ReferenceStatus.UNRESOLVED)

    def _set(self, refs: Sequence[ObjectRef]) -> '_Found':
        return _resolved(Source.MEMORY, *refs) if refs else _Found(ReferenceStatus.UNRESOLVED)


@dataclass(frozen=True)
class _Found:
    """A resolution without its phrase; `implicit`: the objects are what the phrase hangs on, not what it names."""

    status: ReferenceStatus
    source: Source | None = None
    objects: tuple[ObjectRef, ...] = ()
    candidates: tuple[ObjectRef, ...] = ()
    implicit: bool = False

    def reference(self, phrase: str, start: int, end: int, noun: Noun | None) -> Reference:
        """The reference for the words at `[start, end)`."""
        if self.implicit:
            return Reference('', start, start, self.status, self.source, self.objects)
        return Reference(phrase, start, end, self.status, self.source, self.objects, self.candidates, noun)


def _resolved(source: Source, *refs: ObjectRef) -> _Found:
    return _Found(ReferenceStatus.RESOLVED, source, tuple(refs))


def _described(pool: Sequence[Known], words: Sequence[str]) -> list[Known]:
    described = [known for known in pool if set(words) & known.ref.words]
    return described or list(pool)


def _near(matches: Sequence[ObjectRef], anchor: ObjectRef) -> tuple[ObjectRef, ...]:
    """The one match that is the anchor, belongs to it, or stands where it stands; empty when that tells none apart."""
    for test in (
        lambda ref: ref.key == anchor.key,
        lambda ref: any((trait.object_type, trait.object_id) == anchor.key for trait in ref.traits),
        lambda ref: bool({trait for trait in ref.traits if trait.name in PLACES} & anchor.traits),
    ):
        near = tuple(ref for ref in matches if test(ref))
        if near and len(near) < len(matches):
            return near
    return ()


PLACES = ('site', 'location', 'rack', 'device', 'cluster', 'virtual_machine', 'vrf', 'group')
