"""Names one edit away from what was written: to be offered, never taken silently."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...conversation.objects import NameSpan, ObjectRef
from .addresses import address_in, mac_in
from .conditions import Purpose, Slot
from .full import bare_name
from .named_types import IN_FULL, IN_PART
from .spelling import name_key, one_edit_apart, one_edit_from, text_pattern, words_in
from .statement import Wanted
from .wording import common_words

__all__ = ('doubtful', 'wanted_near', 'with_near')

SHORTEST = 4
# A name has 64 characters; more are no typo of one.
LONGEST = 64
MOST_WORDS = 3
MOST_OFFERED = 5


def doubtful(spans: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
    """Those of the unknown names that may be typing errors."""
    found = (
        span
        for span in spans
        if SHORTEST <= len(span.text) <= LONGEST and not address_in(span.text) and not mac_in(span.text)
    )
    return tuple(found)[:MOST_WORDS]


def wanted_near(spans: Sequence[NameSpan]) -> Iterator[Wanted]:
    """The pieces of a statement that find what is called nearly so, among the types that the text allows."""
    values: dict[tuple[NameSpan, ...], Mapping[Slot, Any]] = {}
    for object_type in (*IN_FULL, *IN_PART):
        allowed = tuple(span for span in spans if not span.noun or object_type in span.noun.noun.object_types)
        if allowed and object_type in IN_PART:
            halves = '|'.join(pattern for span in allowed for pattern in _halves(name_key(span.text)))
            yield Wanted(object_type, Purpose.NEAR, {Slot.WORDS: halves})
        elif allowed:
            if allowed not in values:
                values[allowed] = _forms(allowed)
            yield Wanted(object_type, Purpose.NEAR, values[allowed])


def _forms(spans: Sequence[NameSpan]) -> Mapping[Slot, Any]:
    forms = sorted({form for span in spans for form in one_edit_from(name_key(span.text))})
    lengths = [len(form) for form in forms]
    return {Slot.FORMS: forms, Slot.SHORTEST: min(lengths), Slot.LONGEST: max(lengths)}


def _halves(text: str) -> Iterator[str]:
    """Patterns that fit whatever is one edit away: it shares a half, unless letters are swapped where the halves meet.

    A single word may be one of several in a name as well ("Akorn" for DM-Akron).
    """
    middle = len(text) // 2
    start, end = (r'\y', r'\y') if text.isalpha() else ('^', '$')
    swapped = f'{text[: middle - 1]}{text[middle]}{text[middle - 1]}{text[middle + 1 :]}'
    yield f'{start}{text_pattern(text[:middle])}'
    yield f'{text_pattern(text[middle:])}{end}'
    yield f'{start}{text_pattern(swapped)}{end}'


def with_near(span: NameSpan, found: Sequence[ObjectRef]) -> NameSpan:
    """The unknown name with the objects that are called nearly so; without any when there are too many to tell."""
    said = name_key(span.text)
    fitting = [ref for ref in found if not span.noun or ref.key.object_type in span.noun.noun.object_types]
    near = [ref for ref in fitting if _near(said, ref)]
    if len(near) > MOST_OFFERED:
        # Names that differ by a digit alone are a series: another one of it is no typing error.
        near = [ref for ref in near if not _in_series(said, name_key(bare_name(ref)))]
    return replace(span, near=tuple(near)) if len(near) <= MOST_OFFERED else span


def _near(said: str, ref: ObjectRef) -> bool:
    name = name_key(bare_name(ref))
    if name in common_words():
        return False
    if one_edit_apart(said, name):
        return True
    if ref.key.object_type not in IN_PART or not said.isalpha():
        return False
    words = (word for word in words_in(name) if len(word) >= SHORTEST and word not in common_words())
    return any(one_edit_apart(said, word) for word in words)


def _in_series(said: str, name: str) -> bool:
    return len(said) == len(name) and all(
        one == other or (one.isdigit() and other.isdigit()) for one, other in zip(said, name, strict=True)
    )
