"""What pronouns stand for: "it", "they", "there"."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .findings import GONE, UNRESOLVED, Finding, asked, found
from .live_memory import Known, LiveMemory, newest
from .objects import Noun, ObjectKey, ObjectRef
from .phrases import Phrase, PhraseKind
from .reading import Source

__all__ = ('Antecedents',)

ALIKE = 5


@dataclass
class Antecedents:
    """Finds what the pronouns of one text stand for.

    Attributes:
        wanted: The kind of object that the text asks for ("which VLANs exist there?").
        wanted_single: One such object is asked for ("what rack is it in?").
        taken: Objects that another phrase of the text stands for already.
    """

    live: LiveMemory
    wanted: Noun | None = None
    wanted_single: bool = False
    taken: set[ObjectKey] = field(default_factory=set)

    def singular(self, phrase: Phrase) -> Finding:
        """What "it", "its", "this" or "that" stands for."""
        if phrase.near and self.live.page:
            return found(Source.PAGE, self.live.page)
        if self.live.memory.focus and not self.live.focus:
            return GONE
        if phrase.far and self.live.list_is_latest:
            return found(Source.MEMORY, *self.live.shown())
        refs = self._it(phrase)
        if not refs and self.live.page:
            return found(Source.PAGE, self.live.page)
        return asked(Source.MEMORY, refs)

    def plural(self, phrase: Phrase) -> Finding:
        """What "they", "them" or "their" stands for: a party that is meant, else the latest several objects."""
        if phrase.number:
            return self.so_many(phrase.number)
        focus, known, shown = self.live.focus, self.live.known, self.live.shown()
        if party := self._party(phrase, shown):
            return found(Source.MEMORY, party)
        if len(focus) > 1 and not self.live.list_is_latest:
            return found(Source.MEMORY, *focus)
        latest = self.live.memory.lists[0].sequence if self.live.memory.lists else 0
        together = newest(known)
        if known and known[0].sequence > latest and len(together) > 1:
            return found(Source.MEMORY, *together)
        return found(Source.MEMORY, *(shown or self.live.alike()[:ALIKE]))

    def so_many(self, number: int) -> Finding:
        """`both`, `those two`: a list of just so many, else the latest so many of the kind in focus."""
        if len(shown := self.live.shown()) == number:
            return found(Source.MEMORY, *shown)
        kinds = {ref.key.object_type for ref in self.live.focus}
        talked = [item for item in self.live.talked_about if not kinds or item.ref.key.object_type in kinds]
        equals = len(talked) > number and talked[number].sequence == talked[number - 1].sequence
        if len(talked) < number or equals:
            return UNRESOLVED
        return found(Source.MEMORY, *(item.ref for item in reversed(talked[:number])))

    def _party(self, phrase: Phrase, shown: Sequence[ObjectRef]) -> ObjectRef | None:
        """A tenant or provider that is "they": behind "from" or "by", or since the list shows what is asked for."""
        focus = self.live.focus
        if phrase.far and len(focus) == 1 and self._is_party(focus[0]):
            return focus[0]
        if not self.wanted or phrase.kind is PhraseKind.POSSESSIVE or not shown:
            return None
        finder, wanted = self.live.finder, self.wanted
        if not all(wanted.fits(ref) for ref in shown):
            return None
        parties = [item for item in self.live.talked_about if self._is_party(item.ref)]
        having = newest([item for item in parties if finder.relates(item.ref.key.object_type, wanted)])
        return having[0] if len(having) == 1 else None

    def place(self, phrase: Phrase) -> Finding | None:
        """What "there" or "here" stands for; None when it need not stand for anything."""
        page = self.live.page
        if phrase.near and page:
            return found(Source.PAGE, page)
        focus = self.live.focus if len(self.live.focus) == 1 else ()
        places = [Known(ref, self.live.last_mentioned(ref.key)) for ref in focus] + list(self.live.talked_about)
        places = [item for item in places if self.live.finder.is_place(item.ref.key.object_type)]
        if self.wanted:
            wanted = self.wanted
            fitting = [p for p in places if self._may_hold(p.ref.key.object_type, wanted)]
            places = fitting if phrase.bound else fitting or places
        if places:
            focused = [item.ref for item in places[:1] if item.ref in focus]
            return asked(Source.MEMORY, focused or newest(places))
        if phrase.bound:
            return None
        return found(Source.PAGE, page) if page else UNRESOLVED

    def _may_hold(self, object_type: str, wanted: Noun) -> bool:
        """Whether what is asked for may be "there"; a rack is in no device, though the two are related."""
        finder = self.live.finder
        return finder.relates(object_type, wanted) and not finder.belongs(object_type, wanted)

    def _it(self, phrase: Phrase) -> Sequence[ObjectRef]:
        """The focus, unless the text tells that something else is meant: a place, or what has the kind asked for."""
        focus = [ref for ref in self.live.focus if ref.key not in self.taken]
        single = focus[0] if len(focus) == 1 else None
        if single and not self._is_unfit(single, phrase):
            return focus
        if fitting := newest([item for item in self.live.talked_about if not self._is_unfit(item.ref, phrase)]):
            return fitting
        shown = [ref for ref in self.live.shown() if not self._is_unfit(ref, phrase)]
        if single and not (shown and self._gives_way(single, shown[0])):
            return focus
        return shown or focus or newest(self.live.known)

    def _gives_way(self, focus: ObjectRef, shown: ObjectRef) -> bool:
        """Whether what was shown is meant rather than the focus: a thing, no party, and not what is asked for."""
        party = self._is_party(focus) and not self._is_party(shown)
        return party or (self.wanted is not None and self.wanted.fits(focus))

    def _is_unfit(self, ref: ObjectRef, phrase: Phrase) -> bool:
        finder, object_type = self.live.finder, ref.key.object_type
        if ref.key in self.taken or (phrase.inside and not finder.is_place(object_type)):
            return True
        if not self.wanted or phrase.inside:
            return False
        asked_for_focus = any(self.wanted.fits(item) for item in self.live.focus)
        if phrase.owned or (self.wanted_single and asked_for_focus and phrase.kind is PhraseKind.PRONOUN):
            # `the host it runs on`, and `what rack is it in?` with a rack in focus.
            return not finder.belongs(object_type, self.wanted)
        related = phrase.kind is not PhraseKind.POSSESSIVE or finder.relates(object_type, self.wanted)
        return self.wanted.fits(ref) or not related

    def _is_party(self, ref: ObjectRef) -> bool:
        return self.live.finder.is_party(ref.key.object_type)
