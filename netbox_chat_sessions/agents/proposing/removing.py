"""`delete R101` deletes an object; `remove the tenant from R101` empties a field, `remove tag core …` a list."""

from dataclasses import dataclass

from django.db.models import Model
from django.utils.translation import gettext as _

from ...conversation.proposals import ChangeAction, Draft
from ...conversation.reading import Reference
from ...inventory.writing.drafting import Drafter
from ...inventory.writing.fields import Sort, WritableField
from .lookup import Lookup
from .naming import FieldNames
from .objections import Objection
from .sentence import Sentence
from .targets import Target, kind_of_target, single, target_of, without
from .updating import Updating

__all__ = ('Removing',)


@dataclass(frozen=True)
class Removing:
    """Drafts deletions, and changes that empty fields."""

    sentence: Sentence
    lookup: Lookup
    drafter: Drafter

    def __call__(self) -> Draft:
        """The draft.

        Raises:
            Objection: What shall be removed is not understood, or more than one object would be.
        """
        self._not_several()
        if emptied := self._emptied():
            return emptied
        if self.sentence.asked.verb in self.sentence.words.words('also', 'emptying'):
            raise Objection(
                _('Which field of which object shall be emptied? Say for example “clear the tenant of R101”.')
            )
        target = target_of(self.sentence)
        kind = kind_of_target(target.ref, ChangeAction.DELETE)
        rest = [
            place
            for place in without(self.sentence, target, self.sentence.places)
            if not self.sentence.connects(place, 'polite')
        ]
        if rest:
            # Deleting takes a sentence of which every word is understood.
            words = self.sentence.written(rest[0], rest[-1] + 1)
            raise Objection(_('I did not understand “{words}”. Say just what to delete.').format(words=words))
        return self.drafter.delete(kind, target.ref.key.object_id)

    def _not_several(self) -> None:
        """Refuse what would delete more than one object: `all devices at X`, `R101 and R102`."""
        references = self.sentence.references
        inside = [(ref.start, ref.end) for ref in references]
        named = [span.noun.start for span in self.sentence.request.reading.annotations.names if span.noun]
        loose = [
            noun
            for noun in self.sentence.request.reading.annotations.nouns
            if noun.plural and noun.start not in named and not any(start <= noun.start < end for start, end in inside)
        ]
        every = any(self.sentence.connects(place, 'several') for place in self.sentence.places)
        loose = [noun for noun in loose if noun.start >= self.sentence.tokens[self.sentence.asked.first].end]
        joined = any(self.sentence.joined(ref) for ref in references[1:])
        several = joined or any(len(ref.objects) > 1 for ref in references)
        if several or every or (loose and not self._names_a_field()):
            raise Objection(_('Only one object at a time is deleted here. Say which one, or use the list in NetBox.'))

    def _names_a_field(self) -> bool:
        """`remove the tags from R101`."""
        owned = any(self.sentence.connects(place, 'owning', 'old') for place in self.sentence.places)
        return owned and bool(self.sentence.references)

    def _emptied(self) -> Draft | None:
        """The change that empties a field: what stands in front of `from` or `of` and the object."""
        owner = self._owner()
        if owner is None:
            return None
        target = Target(single(owner, self.sentence), owner)
        kind = kind_of_target(target.ref, ChangeAction.UPDATE)
        names = FieldNames(kind, self.sentence.words)
        # `from` goes with the object.
        end = self.sentence.before(owner)
        places = [place for place in without(self.sentence, target, self.sentence.places) if place < end]
        while places and self.sentence.connects(places[0], 'determiners'):
            places = places[1:]
        if not places:
            return None
        found = self._field(names, places)
        if found is None:
            return None
        field, removed = found
        updating = Updating(self.sentence, self.lookup, self.drafter)
        if field.name == 'tags' and removed is not None:
            return updating.drafted(kind, target, {'remove_tags': [removed.pk]})
        if field.sort is not Sort.OBJECTS:
            return updating.draft(kind, target, names, {field.name: None})
        kept = [] if removed is None else [obj for obj in self.lookup.held(target.ref, field) if obj != removed]
        return updating.draft(kind, target, names, {field.name: kept})

    def _owner(self) -> Reference | None:
        """What a field is emptied of: the last object, behind `from` or `of`."""
        references = self.sentence.references
        if not references:
            return None
        before = self.sentence.before(references[-1])
        owned = before > self.sentence.asked.first and self.sentence.connects(before, 'owning', 'old')
        return references[-1] if owned else None

    def _field(self, names: FieldNames, places: list[int]) -> tuple[WritableField, Model | None] | None:
        """The field that is named, or goes with the object that is, and that object; None: no field is spoken of."""
        reference = self.sentence.reference(places[0])
        named = None if reference else names.at(self.sentence, places, 0)
        behind = places[named.size :] if named else []
        if reference is None and behind:
            reference = self.sentence.reference(behind[0])
        field, removed = named.field if named else None, None
        if reference is not None:
            ref = single(reference, self.sentence)
            field = field or names.of_types((ref.key.object_type,))
            if field is None:
                return None
            removed = self.lookup.referred(reference, field.related)
            if removed is None:
                raise Objection(_('I did not understand “{words}”.').format(words=reference.phrase))
        elif behind or field is None:
            return None
        elif self.sentence.asked.verb in self.sentence.words.words('also', 'deleting') and field.sort is Sort.OBJECT:
            text = _(
                'Shall the {field} itself be deleted, or the field be emptied? Say “delete” and its name, or “clear”.'
            )
            raise Objection(text.format(field=field.label))
        if not field.nullable:
            raise Objection(_('{field} cannot be empty.').format(field=field.label))
        return field, removed
