"""What a phrase stands for: memory, page, live relation, or a question back; never a guess between equals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .antecedents import Antecedents
from .findings import GONE, MAX_CANDIDATES, UNRESOLVED, Finding, asked, found
from .live_memory import Known, LiveMemory, alike, newest
from .objects import Noun, ObjectKey, ObjectRef
from .phrases import Phrase, PhraseKind, Recency
from .reading import Reference, ReferenceStatus, Source

__all__ = ('Resolver',)

ANCHORS = 4


@dataclass
class Resolver:
    """Resolves the phrases of one text on live data.

    Attributes:
        wanted: The kind of object that the text asks for ("which VLANs exist there?").
        wanted_single: One such object is asked for ("what rack is it in?").
        said: The objects that the text itself names.
        taken: Objects that another phrase of the text stands for already.
        bases: What a phrase of the text was resolved from: the device of "its rack".
    """

    live: LiveMemory
    wanted: Noun | None = None
    wanted_single: bool = False
    said: Sequence[ObjectRef] = ()
    taken: set[ObjectKey] = field(default_factory=set)
    bases: list[ObjectRef] = field(default_factory=list)

    @cached_property
    def antecedents(self) -> Antecedents:
        """What the pronouns of the text stand for."""
        return Antecedents(self.live, self.wanted, self.wanted_single, self.taken)

    def resolve(self, phrase: Phrase, text: str) -> Reference | None:
        """What `phrase` stands for; None when it refers to nothing after all ("show the first 5 devices")."""
        by_kind: Mapping[PhraseKind, Callable[[Phrase], Finding | None]] = {
            PhraseKind.TYPED: self._typed,
            PhraseKind.PRONOUN: self._pronoun,
            PhraseKind.POSSESSIVE: self._pronoun,
            PhraseKind.LOCATIVE: self.antecedents.place,
            PhraseKind.ONE: self._one,
            PhraseKind.ORDINAL: self._ordinal,
            PhraseKind.LIST: lambda _: found(Source.MEMORY, *self.live.shown()),
        }
        finding = by_kind[phrase.kind](phrase)
        modifies = (phrase.compound or (phrase.number and phrase.words)) and not (phrase.near or phrase.far)
        if finding is None or (modifies and finding.status is ReferenceStatus.UNRESOLVED):
            return None
        self.taken.update(ref.key for ref in finding.objects)
        return finding.reference(text[phrase.start : phrase.end], phrase.start, phrase.end, phrase.noun)

    def _typed(self, phrase: Phrase) -> Finding | None:
        noun, page = phrase.noun or Noun(()), self.live.page
        if phrase.excluded:
            return self._left_out(noun)
        if phrase.plural:
            return self._several(phrase, noun)
        if phrase.scoped:
            return self._by_relation(noun, alike(self.said))
        if phrase.near and page and noun.fits(page):
            return found(Source.PAGE, page)
        if phrase.returning and (left := self.live.left_behind(noun)):
            return found(Source.MEMORY, left)
        pool = self.live.fitting(noun)
        if phrase.other:
            return asked(Source.MEMORY, self.live.others([item.ref for item in pool]))
        if phrase.recency is Recency.PREVIOUS:
            pool = [item for item in pool if item.sequence < pool[0].sequence]
        pool = [item for item in pool if set(phrase.words) & item.ref.words] or pool
        if self.live.is_gone(noun, pool):
            return GONE
        return self._newest(phrase, noun, pool)

    def _newest(self, phrase: Phrase, noun: Noun, pool: Sequence[Known]) -> Finding:
        """The one mentioned last, the one on the page, or the one that belongs to what was talked about."""
        page = self.live.page if self.live.page and noun.fits(self.live.page) else None
        latest = newest(pool)
        stays = phrase.returning or phrase.mentioned
        if latest and not stays and (nearer := self._nearer(noun, pool[0])) and nearer not in latest:
            return found(Source.RELATION, nearer)
        if page and not latest:
            return found(Source.PAGE, page)
        if page and page not in latest:
            return asked(Source.MEMORY, [page, *latest])
        if latest:
            return asked(Source.MEMORY, latest)
        return self._by_relation(noun, [*alike(self.said), *self.live.anchors(ANCHORS)])

    def _left_out(self, noun: Noun) -> Finding | None:
        """`other devices`: other than what the text starts from, or than what was spoken of last, the user first."""
        for known in (self.live.said_by_user, self.live.talked_about):
            refs = [ref for ref in self.bases if noun.fits(ref)] or newest([i for i in known if noun.fits(i.ref)])
            if refs:
                return found(Source.MEMORY, *refs)
        return None

    def _nearer(self, noun: Noun, newest: Known) -> ObjectRef | None:
        """The one such object of what is in focus since: with a device shown meanwhile, "the rack" is its rack."""
        focus = self.live.focus
        if len(focus) != 1 or focus[0] == newest.ref or self.live.last_mentioned(focus[0].key) <= newest.sequence:
            return None
        related = self._related(focus[0], noun, 2)
        return related[0] if len(related) == 1 else None

    def _several(self, phrase: Phrase, noun: Noun) -> Finding | None:
        if phrase.scoped or (not (phrase.near or phrase.far or phrase.other) and self._holds(noun)):
            return None
        shown = self.live.shown(noun)
        if phrase.other:
            rest = [ref for ref in shown if ref not in self.live.focus]
            return found(Source.MEMORY, *rest) if rest and len(rest) < len(shown) else None
        if shown and phrase.number in (None, len(shown)):
            return found(Source.MEMORY, *shown)
        if phrase.number:
            return self._so_many(noun, phrase.number)
        if some := next((fit for refs in self.live.lists if (fit := [ref for ref in refs if noun.fits(ref)])), None):
            return found(Source.MEMORY, *some)
        fitting = self.live.fitting(noun)
        if len(fitting) > 1 and any(noun.fits(ref) for ref in self.live.focus):
            return found(Source.MEMORY, *(item.ref for item in fitting[:MAX_CANDIDATES]))
        page = self.live.page
        if phrase.near and page and self.live.finder.relates(page.key.object_type, noun):
            return Finding(ReferenceStatus.RESOLVED, Source.PAGE, (page,), implicit=True)
        for anchors in self.live.anchors(ANCHORS):
            if self.live.finder.relates(anchors[0].key.object_type, noun):
                source = Source.PAGE if anchors == (page,) else Source.MEMORY
                return Finding(ReferenceStatus.RESOLVED, source, anchors, implicit=True)
        if len(fitting) > 1:
            return found(Source.MEMORY, *(item.ref for item in fitting[:MAX_CANDIDATES]))
        return UNRESOLVED if phrase.near or phrase.far else None

    def _holds(self, noun: Noun) -> bool:
        """Whether the text names a place of such objects (`for DM-Akron list the devices`)."""
        finder = self.live.finder
        types = [name for ref in self.said if (name := ref.key.object_type) not in noun.object_types]
        return any(finder.is_place(name) and finder.relates(name, noun) for name in types)

    def _so_many(self, noun: Noun, number: int) -> Finding:
        """`the two switches`: the latest so many, or all of what was talked about last when they are just so many."""
        fitting = self.live.fitting(noun)
        if len(fitting) >= number:
            equals = len(fitting) > number and fitting[number].sequence == fitting[number - 1].sequence
            refs = [item.ref for item in fitting]
            return asked(Source.MEMORY, refs) if equals else found(Source.MEMORY, *refs[:number])
        related: dict[ObjectKey, ObjectRef] = {}
        for anchors in self.live.anchors(ANCHORS):
            related |= {ref.key: ref for anchor in anchors for ref in self._related(anchor, noun, number + 1)}
            if len(related) >= number:
                break
        return found(Source.RELATION, *related.values()) if len(related) == number else UNRESOLVED

    def _pronoun(self, phrase: Phrase) -> Finding:
        if phrase.plural:
            return self.antecedents.plural(phrase)
        finding = self.antecedents.singular(phrase)
        if phrase.noun and (owners := finding.objects or finding.candidates):
            self.bases += finding.objects
            return self._by_relation(phrase.noun, [owners])
        return finding

    def _one(self, phrase: Phrase) -> Finding:
        if phrase.number and phrase.plural and not phrase.words:
            return self.antecedents.so_many(phrase.number)
        if phrase.recency is Recency.LATEST or ((phrase.near or phrase.far) and not phrase.words):
            return asked(Source.MEMORY, self.live.focus or newest(self.live.known))
        if phrase.scoped and not phrase.plural and (elsewhere := self._elsewhere()):
            return elsewhere
        several = self.live.focus if len(self.live.focus) > 1 and not self.live.list_is_latest else ()
        pool = several or self.live.shown() or self.live.alike()
        if phrase.other:
            pool = tuple(self.live.others(pool))
        if phrase.plural and phrase.scoped and pool:
            # `the ones in R105`: the name says which of them.
            return found(Source.MEMORY, *pool)
        for refs in (pool, *self.live.lists):
            if described := [ref for ref in refs if set(phrase.words) & ref.words]:
                return found(Source.MEMORY, *described) if phrase.plural else asked(Source.MEMORY, described)
        chooses = not phrase.plural and (phrase.other or phrase.recency is Recency.PREVIOUS)
        return asked(Source.MEMORY, pool) if chooses else found(Source.MEMORY, *pool)

    def _elsewhere(self) -> Finding | None:
        """`the one in Nashua`: what is there of the kind that is in focus."""
        kinds = tuple(dict.fromkeys(ref.key.object_type for ref in self.live.focus))
        finding = self._by_relation(Noun(kinds), alike(self.said)) if kinds else UNRESOLVED
        return None if finding is UNRESOLVED else finding

    def _ordinal(self, phrase: Phrase) -> Finding | None:
        noun = phrase.noun
        pool: Sequence[ObjectRef | None] = () if phrase.mentioned else self.live.places(noun)
        if not pool and noun:
            pool = self.live.opened(noun)
            if not pool and phrase.mentioned and (fitting := self.live.fitting(noun)):
                return asked(Source.MEMORY, [item.ref for item in fitting])
        if not pool and noun and (phrase.words or phrase.number):
            return None
        places = [place - 1 if place > 0 else place for place in phrase.ordinals]
        if any(not -len(pool) <= place < len(pool) for place in places):
            return Finding(ReferenceStatus.UNRESOLVED, beyond=len(pool))
        picked = [pool[place] for place in places]
        seen = [ref for ref in picked if ref]
        return found(Source.MEMORY, *seen) if len(seen) == len(picked) else GONE

    def _by_relation(self, noun: Noun, anchors: Iterable[Sequence[ObjectRef]]) -> Finding:
        """The one such object of the first anchors that have any; anchors that are equals are looked at together."""
        for equals in anchors:
            if related := [ref for anchor in equals for ref in self._related(anchor, noun, MAX_CANDIDATES)]:
                return asked(Source.RELATION, related)
        return UNRESOLVED

    def _related(self, anchor: ObjectRef, noun: Noun, limit: int) -> tuple[ObjectRef, ...]:
        finder = self.live.finder
        return finder.related(anchor.key, noun, limit) if finder.relates(anchor.key.object_type, noun) else ()
