"""The message as a person would have written it with everything in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from .objects import ObjectRef
from .reading import Reference, Source
from .text import fold
from .vocabulary import Vocabulary

__all__ = ('resolved_message',)

SPELLED_OUT = 3


def resolved_message(message: str, references: Sequence[Reference], vocabulary: Vocabulary) -> str:
    """`message` with each resolved phrase replaced by what it stands for; names that stand in it stay as they are."""
    parts, at = list[str](), 0
    left = sorted(references, key=lambda reference: reference.start)
    for number, reference in enumerate(left):
        if not reference.resolved or not reference.phrase or reference.start < at or _says(reference):
            continue
        place = _Place(message[at : reference.start], reference, message[reference.end :], vocabulary)
        parts += [place.before, place.words()]
        at = max(reference.end, _end_of_exclusion(message, reference, left[number + 1 :], vocabulary))
    return ''.join([*parts, message[at:]])


@dataclass(frozen=True)
class _Place:
    """A phrase between what is said before and behind it."""

    before: str
    reference: Reference
    behind: str
    vocabulary: Vocabulary

    def words(self) -> str:
        """What stands in its place."""
        phrase = fold(self.reference.phrase)
        owned = phrase in self.vocabulary.words('wording', 'owners')
        objects = self._objects(plain=owned or self.behind[:2] in ("'s", '’s'))
        first, _, rest = self.reference.phrase.partition(' ')
        if owned:
            return f"{objects}'s"
        if self.reference.excluded and rest and self.vocabulary.has(fold(first), 'other'):
            return f'{rest} {self.vocabulary.words("wording", "besides")[0]} {objects}'
        if len(self.reference.objects) > 1 and self._ends_in_one(phrase):
            return f'{self.reference.phrase} {self.vocabulary.words("wording", "among")[0]} {objects}'
        if phrase in self.vocabulary.words('pronouns', 'locative') and not self._stands_behind('prepositions', 'in'):
            return f'{self.vocabulary.words("wording", "place")[0]} {objects}'
        return objects

    def _objects(self, *, plain: bool) -> str:
        shown = self.reference.objects[:SPELLED_OUT]
        words = ', '.join(self._object(ref, plain=plain) for ref in shown)
        more = len(self.reference.objects) - SPELLED_OUT
        return f'{words}, … ({len(self.reference.objects)})' if more > 0 else words

    def _object(self, ref: ObjectRef, *, plain: bool) -> str:
        kind = fold(ref.kind)
        said = not kind or kind in fold(ref.display) or f' {fold(self.before)}'.endswith(f' {kind}')
        name = ref.display if said else f'{ref.kind} {ref.display}'
        return f'{name} ({ref.detail})' if ref.detail and not plain else name

    def _ends_in_one(self, phrase: str) -> bool:
        last = phrase.split()[-1]
        return self.vocabulary.has(last, 'pronouns', 'one') or self.vocabulary.has(last, 'pronouns', 'ones')

    def _stands_behind(self, section: str, name: str) -> bool:
        words = fold(self.before).split()
        return bool(words) and self.vocabulary.has(words[-1], section, name)


def _says(reference: Reference) -> bool:
    """Whether a name says all there is to say."""
    return reference.source is Source.NAME and not any(ref.detail for ref in reference.objects)


def _end_of_exclusion(message: str, kept: Reference, behind: Sequence[Reference], vocabulary: Vocabulary) -> int:
    """Where `all but the PDU` ends, when `kept` is what is left; 0 when nothing is left out behind it."""
    end, at = 0, kept.end
    exclusion = {word for phrase in vocabulary.words('except') for word in phrase.split()}
    joins = {*exclusion, *vocabulary.words('index', 'joins')}
    if kept.source is not Source.MEMORY or kept.excluded:
        return 0
    for reference in behind:
        between = fold(message[at : reference.start]).replace(',', ' ').split()
        begins = end or exclusion & {*between, fold(kept.phrase)}
        if not (reference.excluded and begins and joins.issuperset(between)):
            break
        end = at = reference.end
    return end
