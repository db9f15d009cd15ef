"""What a sentence says that a field shall be."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import override

from ...conversation.text import fold
from ...inventory.writing.fields import Sort, WritableField
from .lookup import Lookup
from .naming import FieldNames
from .objections import Objection
from .sentence import Sentence

__all__ = ('Value', 'Values')

LONGEST_CHOICE = 5
MOST_CHOICES = 20
_NUMBER = re.compile(r'([+-]?\d+(?:[.,]\d+)?)([a-z]*)')


@dataclass(frozen=True)
class Value:
    """A value, and the index behind its words; None: the field is emptied."""

    value: Any
    behind: int


@dataclass(frozen=True)
class Values:
    """Reads values at indices of `places`, the places of a sentence that are still to be read."""

    sentence: Sentence
    names: FieldNames
    lookup: Lookup
    places: Sequence[int]

    def read(self, field: WritableField, at: int) -> Value:
        """The value of a field from an index on.

        Raises:
            Objection: There is none, or it is not one of the field's.
        """
        if at >= len(self.places):
            raise Objection(_('What shall {field} be? Say for example “{field} to …”.').format(field=field.label))
        if field.nullable and self._word(at) in self.sentence.words.words('flags', 'nothing'):
            return Value([] if field.sort is Sort.OBJECTS else None, at + 1)
        if field.sort in (Sort.OBJECT, Sort.ANY_OBJECT):
            return self._object(field, at)
        if field.sort is Sort.OBJECTS:
            return self._objects(field, at)
        if field.sort is Sort.CHOICE:
            return self._choice(field, at)
        if field.sort is Sort.FLAG:
            return self._flag(field, at)
        if field.sort is Sort.NUMBER:
            return self._number(field, at)
        # What something is called ends where a place or an object is said; a description may tell of one.
        text, behind = self._name(at) if field == self.names.calling else self.text(at)
        return Value(text, behind)

    def choice(self, field: WritableField, at: int) -> Value | None:
        """The choice of a field that stands at an index, by its value or label, the longest; None: none does."""
        if not field.choices:
            return None
        with override('en'):
            known = {fold(str(word)): value for value, label in field.choices.items() for word in (label, value)}
        for size in range(min(LONGEST_CHOICE, len(self.places) - at), 0, -1):
            said = ' '.join(self._word(index) for index in range(at, at + size))
            for words in (said, said.replace(' ', '-'), said.replace('-', ' ')):
                if words in known:
                    return Value(known[words], at + size)
        return None

    def text(self, at: int) -> tuple[str, int]:
        """The words from an index on: a quotation, or up to the next field that is named."""
        place = self.places[at]
        if self.sentence.is_quoted(place):
            text, behind = self.sentence.quotation(place)
            return text, self._index(behind)
        end = self._end(at)
        return self.sentence.written(place, self.places[end - 1] + 1), end

    def _index(self, place: int) -> int:
        return sum(known < place for known in self.places)

    def _end(self, at: int) -> int:
        """The index where a text ends: in front of what parts it from a further field."""
        for index in range(at + 1, len(self.places)):
            if self.places[index] != self.places[index - 1] + 1:
                return index
            parts = self.sentence.tokens[self.places[index - 1]].closes
            behind = index
            while behind < len(self.places) and self._connects(behind, 'separating', 'determiners'):
                parts, behind = True, behind + 1
            if parts and behind < len(self.places) and self.names.at(self.sentence, self.places, behind):
                return index
        return len(self.places)

    def _word(self, at: int) -> str:
        return self.sentence.word(self.places[at]) if 0 <= at < len(self.places) else ''

    def _connects(self, at: int, *groups: str) -> bool:
        return self.sentence.connects(self.places[at], *groups)

    def _object(self, field: WritableField, at: int) -> Value:
        at = self._past_kind(field, at)
        if at >= len(self.places):
            raise Objection(_('Which {field} do you mean?').format(field=field.label))
        models = field.related
        if (reference := self.sentence.reference(self.places[at])) and (
            found := self.lookup.referred(reference, models)
        ):
            return Value(found, self._index(self.sentence.place_behind(reference)))
        text, behind = self._name(at)
        if len(models) != 1:
            raise Objection(_('I did not understand “{words}”.').format(words=text))
        return Value(self.lookup.called(text, models[0]), behind)

    def _past_kind(self, field: WritableField, at: int) -> int:
        """`to tenant Blue Sky`: the kind beside the name says nothing new."""
        while at < len(self.places) and self._connects(at, 'determiners'):
            if self.sentence.reference(self.places[at]):
                return at
            at += 1
        noun = self.sentence.noun(self.places[at]) if at < len(self.places) else None
        if noun and field.object_types & set(noun.noun.object_types) and not noun.noun.traits:
            size = self.sentence.size(noun.start, noun.end)
            return at + size if at + size < len(self.places) else at
        return at

    def _name(self, at: int) -> tuple[str, int]:
        """A name without quotes ends where the sentence goes on with something that is known."""
        text, behind = self.text(at)
        if self.sentence.is_quoted(self.places[at]):
            return text, behind
        stops = (
            index
            for index in range(at + 1, behind)
            if self._connects(index, 'ending')
            or self._closed(index - 1)
            or self.names.at(self.sentence, self.places, index)
        )
        end = next(stops, behind)
        return self.sentence.written(self.places[at], self.places[end - 1] + 1), end

    def _closed(self, at: int) -> bool:
        token = self.sentence.tokens[self.places[at]]
        return self.sentence.text[token.end : token.end + 1] in (',', ';')

    def _objects(self, field: WritableField, at: int) -> Value:
        found: list[Model] = []
        while True:
            value = self._object(field, at)
            found.append(value.value)
            at = value.behind
            joined = at < len(self.places) and self._connects(at, 'joining')
            further = at + joined
            if further >= len(self.places) or not (joined or self._closed(at - 1)):
                break
            if self.names.at(self.sentence, self.places, further):
                break
            at = further
        return Value(list(dict.fromkeys(found)), at)

    def _choice(self, field: WritableField, at: int) -> Value:
        if found := self.choice(field, at):
            return found
        text, _behind = self.text(at)
        labels = [str(label) for label in field.choices.values()]
        told = ', '.join(labels[:MOST_CHOICES]) + (', …' if len(labels) > MOST_CHOICES else '')
        sentence = _('{field} cannot be “{value}”. It can be: {choices}.')
        raise Objection(sentence.format(field=field.label, value=text, choices=told))

    def _flag(self, field: WritableField, at: int) -> Value:
        word = self._word(at)
        for name, value in (('yes', True), ('no', False)):
            if word in self.sentence.words.words('flags', name):
                return Value(value, at + 1)
        raise Objection(_('{field} can be yes or no, and not “{value}”.').format(field=field.label, value=word))

    def _number(self, field: WritableField, at: int) -> Value:
        hit = _NUMBER.fullmatch(self._word(at).lstrip('u') or self._word(at))
        units = self.sentence.words.words('measures', 'units')
        if not hit or (hit[2] and hit[2] not in units):
            raise Objection(
                _('{field} is a number, and not “{value}”.').format(field=field.label, value=self.text(at)[0])
            )
        behind = at + 1
        if behind < len(self.places) and self._word(behind) in units:
            behind += 1
        plain = hit[1].replace(',', '.')
        return Value(float(plain) if '.' in plain else int(plain), behind)
