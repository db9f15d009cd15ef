"""Which object a request would change."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ...conversation.objects import ObjectRef
from ...conversation.proposals import ChangeAction
from ...conversation.reading import Reference
from ...conversation.reply import ReplyKind
from ...conversation.vocabulary import vocabulary
from ...inventory.catalogue import Kind, kinds
from ...inventory.writing.access import allows
from .objections import Objection, open_reference
from .sentence import Sentence

__all__ = ('Target', 'kind_of_target', 'single', 'target_of', 'without')


@dataclass(frozen=True)
class Target:
    """The object that is changed.

    Attributes:
        reference: The phrase that stands for it; None for the object of the page.
    """

    ref: ObjectRef
    reference: Reference | None = None


def target_of(sentence: Sentence) -> Target:
    """The object that a sentence is about: the first that is no value.

    Raises:
        Objection: There is none, or there are several, or it is not known which.
    """
    free = [ref for ref in sentence.references if not _is_value(sentence, ref)]
    if not free and sentence.adds:
        # `add the note … to R101`.
        free = [ref for ref in sentence.references if ref.resolved][-1:]
    if spoken := None if any(ref.resolved for ref in free) else sentence.spoken_of:
        return Target(spoken.objects[0], spoken)
    if not free:
        page = sentence.request.page
        if page and not sentence.references:
            return Target(page)
        if open_ := next((ref for ref in sentence.references if not ref.resolved), None):
            raise open_reference(open_, sentence.request)
        raise _nothing(sentence)
    return Target(single(free[0], sentence), free[0])


def single(reference: Reference, sentence: Sentence) -> ObjectRef:
    """The one object that a phrase stands for.

    Raises:
        Objection: It stands for none, or for several.
    """
    if not reference.resolved:
        raise open_reference(reference, sentence.request)
    if len(reference.objects) != 1:
        text = _('One object at a time: “{phrase}” stands for {count}.')
        raise Objection(text.format(phrase=reference.phrase, count=len(reference.objects)))
    return reference.objects[0]


def kind_of_target(ref: ObjectRef, action: ChangeAction) -> Kind:
    """The kind of an object that can be changed so.

    Raises:
        Objection: NetBox's REST API does no such thing with it.
    """
    kind = kinds()[ref.key.object_type]
    if not allows(kind, action):
        raise Objection(_('Objects of the kind {kind} are not changed here.').format(kind=kind.noun))
    return kind


def without(sentence: Sentence, target: Target, places: Sequence[int]) -> list[int]:
    """The places that are left to read: without the object, its kind, what governs it, and what tells it apart."""
    if target.reference is None:
        return list(places)
    own = sentence.places_of(target.reference)
    if own[0] < sentence.asked.first:
        return [place for place in places if not vocabulary().has(sentence.word(place), 'writes', 'objects')]
    before = sentence.before(target.reference)
    taken = {*own, *range(before + 1, own[0])}
    if (sentence.connects(before, 'owning') or sentence.adds) and before in places:
        taken.add(before)
    return [place for place in places if place not in taken | _telling(sentence, target)]


def _telling(sentence: Sentence, target: Target) -> set[int]:
    """`rack 2048 at BR-Bergen`: the place right behind an object, where it is."""
    behind = sentence.place_behind(target.reference) if target.reference else len(sentence.tokens)
    if not sentence.connects(behind, 'placing'):
        return set()
    for ref in sentence.references:
        if sentence.before(ref) != behind or sentence.asked.doing == 'move':
            continue
        last = sentence.place_behind(ref)
        if set(ref.keys) & set(target.ref.within):
            return set(range(behind, last))
        if ref.resolved and last < len(sentence.tokens):
            text = _('{name} is not there: {phrase}.')
            raise Objection(text.format(name=target.ref.display, phrase=ref.phrase), ReplyKind.NOT_FOUND)
    return set()


def _nothing(sentence: Sentence) -> Objection:
    """Nothing that is known is named: `the status of nosuch`."""
    if any(sentence.connects(place, 'several') for place in sentence.places):
        return Objection(_('One object at a time: say which one is to be changed.'))
    places = [place for place in sentence.places[:-1] if sentence.connects(place, 'owning')]
    if places and not sentence.references:
        name = sentence.tokens[places[0] + 1].text
        text = _('There is nothing called “{name}”, or you may not see it.')
        return Objection(text.format(name=name), ReplyKind.NOT_FOUND)
    return Objection(_('Which object shall be changed? Say its name, or “it” for the one that was spoken of.'))


def _is_value(sentence: Sentence, ref: Reference) -> bool:
    before = sentence.before(ref)
    return before > sentence.asked.first and sentence.connects(before, 'before')
