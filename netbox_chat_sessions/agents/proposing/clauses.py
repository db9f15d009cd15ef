"""Which fields a sentence sets: `with status planned`, `in rack R102`, `the tenant to Blue Sky and the height 42U`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ...conversation.reading import Reference
from ...conversation.reply import ReplyKind
from ...inventory.writing.fields import Sort, WritableField
from .lookup import Lookup
from .naming import FieldNames
from .objections import Objection, open_reference
from .sentence import Sentence
from .values import Value, Values

__all__ = ('Clauses',)

MOST_FIELDS = 15
_MEASURE = re.compile(r'([a-z]*)(\d+)([a-z]*)')


@dataclass(frozen=True)
class Clauses:
    """Reads the fields and values at the places of a sentence."""

    sentence: Sentence
    names: FieldNames
    lookup: Lookup

    def read(self, places: Sequence[int]) -> dict[str, Any]:
        """Field name → value, in the order in which they are said.

        Raises:
            Objection: Something is not understood; nothing is passed over.
        """
        values = Values(self.sentence, self.names, self.lookup, places)
        found: dict[str, Any] = {}
        at = 0
        while at < len(places):
            if (behind := self._skipped(places, at)) > at:
                at = behind
                continue
            field, value = self._clause(values, at)
            if field.name in found and found[field.name] != value.value:
                raise Objection(_('{field} is said twice.').format(field=field.label))
            found[field.name] = value.value
            at = value.behind
        return found

    def _skipped(self, places: Sequence[int], at: int) -> int:
        """The index behind little words and behind what something was before (`from active`)."""
        if self.sentence.reference(places[at]):
            return at
        if self.sentence.connects(places[at], 'old') and at + 1 < len(places):
            reference = self.sentence.reference(places[at + 1])
            rest = [index for index in range(at + 1, len(places)) if self.sentence.connects(places[index], 'new')]
            if rest and (reference is None or self.sentence.place_behind(reference) <= places[rest[0]]):
                return rest[0]
        return at + self.sentence.connects(places[at], 'skipped')

    def _clause(self, values: Values, at: int) -> tuple[WritableField, Value]:
        places = values.places
        reference = self.sentence.reference(places[at])
        named = None if reference else self.names.at(self.sentence, places, at)
        if named:
            return named.field, values.read(named.field, self._value_at(places, at + named.size))
        if reference and (found := self._relation(reference)):
            field, obj = found
            behind = sum(place < self.sentence.place_behind(reference) for place in places)
            return field, Value([obj] if field.sort is Sort.OBJECTS else obj, behind)
        if (measured := self._measure(values, at)) or (measured := self._choice(values, at)):
            return measured
        if reference:
            raise self._unrelated(reference)
        raise self._unknown(places[at])

    def _unknown(self, place: int) -> Objection:
        if self.sentence.connects(place - 1, 'placing'):
            text = _('There is nothing called “{name}”, or you may not see it.')
            return Objection(text.format(name=self.sentence.tokens[place].text), ReplyKind.NOT_FOUND)
        words, labels = self.sentence.written(place, place + 1), [item.label for item in self.names.fields.values()]
        told = ', '.join(labels[:MOST_FIELDS]) + (', …' if len(labels) > MOST_FIELDS else '')
        text = _('I did not understand “{words}”. Every {kind} has: {fields}.')
        return Objection(text.format(words=words, kind=self.names.kind.noun, fields=told))

    def _value_at(self, places: Sequence[int], at: int) -> int:
        """The index of a value behind its field: `from active to planned`, `to planned`, `= planned`, `planned`."""
        while at < len(places) and not self.sentence.is_quoted(places[at]):
            if self.sentence.connects(places[at], 'values'):
                at += 1
            elif self.sentence.connects(places[at], 'old') and (behind := self._skipped(places, at)) > at:
                at = behind
            else:
                break
        return at

    def _relation(self, reference: Reference) -> tuple[WritableField, Any] | None:
        """The field that an object beside no field goes into, by its type."""
        types = tuple(dict.fromkeys(ref.key.object_type for ref in (*reference.objects, *reference.candidates)))
        for object_type in types:
            field = self.names.of_types((object_type,))
            if field and (obj := self.lookup.referred(reference, field.related)):
                return field, obj
        return None

    def _unrelated(self, reference: Reference) -> Objection:
        known = (*reference.objects, *reference.candidates)
        if not known:
            return open_reference(reference, self.sentence.request)
        text = _('No {kind} has a field for {name}.')
        return Objection(text.format(kind=self.names.kind.noun, name=known[0].display))

    def _choice(self, values: Values, at: int) -> tuple[WritableField, Value] | None:
        """A choice alone, such as `planned`: of the status, else of the only field that has it."""
        fitting = [
            (field, value)
            for field in self.names.fields.values()
            if field.sort is Sort.CHOICE and (value := values.choice(field, at))
        ]
        status = [pair for pair in fitting if pair[0].name == 'status']
        chosen = status or (fitting if len(fitting) == 1 else [])
        return chosen[0] if chosen else None

    def _measure(self, values: Values, at: int) -> tuple[WritableField, Value] | None:
        """`U12`, `42U`, `4 vCPUs`."""
        hit = _MEASURE.fullmatch(self.sentence.word(values.places[at]))
        if not hit:
            return None
        named = self.names.at(self.sentence, values.places, at + 1) if at + 1 < len(values.places) else None
        if named and named.field.sort is Sort.NUMBER and not (hit[1] or hit[3]):
            return named.field, Value(int(hit[2]), at + 1 + named.size)
        for where, unit in (('before', hit[1]), ('behind', hit[3])):
            name = self.sentence.words.mapping('measures', where).get(unit)
            if name in self.names.fields and not (hit[1] and hit[3]):
                return self.names.fields[name], Value(int(hit[2]), at + 1)
        return None
