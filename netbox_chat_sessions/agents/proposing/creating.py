"""`create a rack R300 at HQ-Oslo with status planned`: a new object from what is said of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.text import slugify
from django.utils.translation import gettext as _

from ...conversation.objects import NounSpan
from ...conversation.proposals import ChangeAction, Draft
from ...inventory.catalogue import Kind, kinds
from ...inventory.writing.access import allows
from ...inventory.writing.drafting import Drafter
from ...inventory.writing.fields import Sort
from .clauses import Clauses
from .data import serializer_data
from .lookup import Lookup
from .naming import FieldNames
from .objections import Objection, accepted
from .sentence import Sentence

__all__ = ('Creating', 'creatable')


def creatable(noun: NounSpan) -> Kind | None:
    """The kind of object that a noun asks for; None where none can be created."""
    known = (kinds()[name] for name in noun.noun.object_types if name in kinds())
    return next((kind for kind in known if allows(kind, ChangeAction.CREATE)), None)


@dataclass(frozen=True)
class Creating:
    """Drafts new objects."""

    sentence: Sentence
    lookup: Lookup
    drafter: Drafter

    def __call__(self) -> Draft:
        """The draft.

        Raises:
            Objection: What shall be created is not understood, or not all that it needs is said.
        """
        at, noun = self._noun()
        kind = creatable(noun)
        if kind is None:
            raise Objection(_('Objects of that kind are not created here.'))
        self.drafter.need(kind, ChangeAction.CREATE)
        names = FieldNames(kind, self.sentence.words)
        places = [place for place in self.sentence.places if self.sentence.tokens[place].start >= noun.end]
        name, rest = self._name(names, places)
        values = self._of_role(noun, kind, names) | name
        values |= Clauses(self.sentence, names, self.lookup).read(rest)
        values = self._implied(names, values)
        missing = [field for field in names.fields.values() if field.required and field.name not in values]
        if labels := [field.label for field in missing if field.name != 'slug' or field is missing[0]]:
            raise Objection(self._asking(kind, names, labels, at))
        with accepted(kind):
            return self.drafter.create(kind, serializer_data(values, names.fields))

    def _noun(self) -> tuple[int, NounSpan]:
        for place in self.sentence.places:
            noun = self.sentence.noun(place)
            if noun is None and self.sentence.connects(place, 'determiners'):
                continue
            if noun is None or noun.plural:
                break
            return place, noun
        if any(noun.plural for noun in self.sentence.request.reading.annotations.nouns):
            raise Objection(_('One object at a time: say what the first one is called, and what it needs.'))
        raise Objection(_('What shall be created? Say its kind and its name, for example “create a site Berlin”.'))

    def _name(self, names: FieldNames, places: Sequence[int]) -> tuple[dict[str, Any], list[int]]:
        """What the new object is called, and the places behind that."""
        field, at = names.calling, 0
        while at < len(places) and self.sentence.connects(places[at], 'called'):
            at += 1
        if field is None or at >= len(places):
            return {}, list(places)
        if self.sentence.is_quoted(places[at]):
            text, behind = self.sentence.quotation(places[at])
            return {field.name: text}, [place for place in places if place >= behind]
        end = next((index for index in range(at, len(places)) if self._ends(names, places, index, at)), len(places))
        if end == at:
            return {}, list(places)
        text = self.sentence.written(places[at], places[end - 1] + 1)
        numbered = next((names.fields[name] for name in ('vid', 'asn') if name in names.fields), None)
        if numbered and text.isdecimal():
            field = numbered
        value = int(text) if field.sort is Sort.NUMBER and text.isdecimal() else text
        return {field.name: value}, list(places[end:])

    def _ends(self, names: FieldNames, places: Sequence[int], index: int, first: int) -> bool:
        """Whether a name ends in front of an index."""
        before = self.sentence.tokens[places[index - 1]]
        if index > first and self.sentence.text[before.end : before.end + 1] in (',', ';', ':'):
            return True
        if self.sentence.connects(places[index], 'ending'):
            return True
        if self.sentence.connects(places[index], 'perhaps') and index + 1 < len(places):
            return self._goes_on(names, places, index + 1)
        # `location Row 99`: the first word is never that of a field.
        return index > first and bool(names.at(self.sentence, places, index))

    def _goes_on(self, names: FieldNames, places: Sequence[int], index: int) -> bool:
        while index < len(places) and self.sentence.connects(places[index], 'determiners'):
            index += 1
        if index >= len(places):
            return False
        known = self.sentence.reference(places[index]) or self.sentence.noun(places[index])
        return bool(known or names.at(self.sentence, places, index))

    def _of_role(self, noun: NounSpan, kind: Kind, names: FieldNames) -> dict[str, Any]:
        """`add a router rtr9`: a device of that role."""
        traits = sorted(noun.noun.traits) if noun.noun.needs_trait(kind.object_type) else []
        if len(traits) != 1 or traits[0].name not in names.fields:
            return {}
        found = kinds()[traits[0].object_type].model.objects.filter(pk=traits[0].object_id).first()
        return {traits[0].name: found} if found is not None else {}

    def _implied(self, names: FieldNames, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values with what follows from them: the slug of a name, the site of a rack."""
        found = dict(values)
        for name, field in names.fields.items():
            if not field.required or name in found:
                continue
            if name == 'slug' and names.calling and isinstance(called := found.get(names.calling.name), str):
                found[name] = slugify(called)
                continue
            owners = [value for value in values.values() if isinstance(value, Model)]
            own = (getattr(owner, name, None) for owner in owners if field.sort is Sort.OBJECT)
            related = [obj for obj in own if isinstance(obj, Model) and isinstance(obj, field.model or ())]
            if related and self.lookup.visible(related[0]):
                found[name] = related[0]
        return found

    def _asking(self, kind: Kind, names: FieldNames, missing: Sequence[str], at: int) -> str:
        """What is missing, and how to say it."""
        noun = self.sentence.noun(at)
        said = self.sentence.text[: noun.end] if noun else self.sentence.text
        called = names.calling.label if names.calling else ''
        rest = ', '.join(f'{label} …' for label in missing if label != called)
        named = ' …' if called in missing else ''
        # To be typed, so it is English in every language.
        example = f'{said}{named} with {rest}' if rest else f'{said}{named}'
        return _('Every {kind} also needs: {missing}. Say all of it at once, for example “{example}”.').format(
            kind=kind.noun, missing=', '.join(missing), example=example
        )
