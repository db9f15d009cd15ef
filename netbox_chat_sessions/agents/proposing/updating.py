"""`set the status of R101 to planned`, `move it to R102`, `rename R101 to R200`: other values for an object."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ...conversation.proposals import ChangeAction, Draft
from ...conversation.reply import ReplyKind
from ...inventory.catalogue import Kind
from ...inventory.writing.drafting import Drafter
from ...inventory.writing.fields import Sort, WritableField
from .clauses import Clauses
from .data import serializer_data
from .lookup import Lookup
from .naming import FieldNames
from .objections import Objection, accepted
from .sentence import Sentence
from .targets import Target, kind_of_target, single, target_of, without

__all__ = ('Updating',)


@dataclass(frozen=True)
class Updating:
    """Drafts changes of existing objects."""

    sentence: Sentence
    lookup: Lookup
    drafter: Drafter

    def __call__(self) -> Draft:
        """The draft.

        Raises:
            Objection: What shall be changed is not understood.
        """
        target = self._target()
        kind = kind_of_target(target.ref, ChangeAction.UPDATE)
        self.drafter.need(kind, ChangeAction.UPDATE)
        names = FieldNames(kind, self.sentence.words)
        places = without(self.sentence, target, self.sentence.places)
        doing = self.sentence.asked.doing
        if doing == 'rename':
            values = self._renamed(names, places)
        elif doing == 'state':
            values = self._state(names, places)
        elif doing in ('switch_on', 'switch_off'):
            values = self._switched(names, places, on=doing == 'switch_on')
        else:
            values = Clauses(self.sentence, names, self.lookup).read(places)
        if not values:
            raise Objection(
                _('What shall be changed about {name}? Say the field and its value.').format(name=target.ref.display)
            )
        return self.draft(kind, target, names, values)

    def draft(self, kind: Kind, target: Target, names: FieldNames, values: dict[str, Any]) -> Draft:
        """The draft for an object and its new values.

        Raises:
            Objection: It is like that already, or NetBox does not accept it.
        """
        data = serializer_data(values, names.fields)
        if self.sentence.adds and 'tags' in data:
            data['add_tags'] = data.pop('tags')
        return self.drafted(kind, target, data)

    def drafted(self, kind: Kind, target: Target, data: dict[str, Any]) -> Draft:
        """The same from what the serializer is given."""
        with accepted(kind):
            draft = self.drafter.update(kind, target.ref.key.object_id, data)
        if not draft.changes:
            raise Objection(_('{name} is like that already.').format(name=target.ref.display), ReplyKind.ANSWER)
        return draft

    def _target(self) -> Target:
        """The object; of `assign tenant X to rack R` the one that has a field for the other."""
        target = target_of(self.sentence)
        others = [ref for ref in self.sentence.references if ref is not target.reference]
        if len(others) != 1 or target.reference is None or not others[0].resolved:
            return target
        words, other = self.sentence.words, single(others[0], self.sentence)
        kinds = [kind_of_target(ref, ChangeAction.UPDATE) for ref in (target.ref, other)]
        own, theirs = (FieldNames(kind, words) for kind in kinds)
        if own.of_types((other.key.object_type,)) or not theirs.of_types((target.ref.key.object_type,)):
            return target
        return Target(other, others[0])

    def _renamed(self, names: FieldNames, places: list[int]) -> dict[str, Any]:
        while places and self.sentence.connects(places[0], 'values') and not self.sentence.is_quoted(places[0]):
            places = places[1:]
        if not places or names.calling is None:
            raise Objection(_('What shall it be called?'))
        return {names.calling.name: self.sentence.text_between(places)}

    def _state(self, names: FieldNames, places: list[int]) -> dict[str, Any]:
        """`decommission rtr01`."""
        wanted = self.sentence.words.mapping('states')[self.sentence.asked.verb]
        status = names.fields.get('status')
        value = next((value for value in wanted if status and value in status.choices), None)
        if value is None:
            raise Objection(_('No {kind} has such a status.').format(kind=names.kind.noun))
        return {'status': value} | Clauses(self.sentence, names, self.lookup).read(places)

    def _switched(self, names: FieldNames, places: list[int], *, on: bool) -> dict[str, Any]:
        """`disable ge-0/0/1 of rtr01`."""
        field: WritableField | None = names.fields.get('enabled')
        if field is None or field.sort is not Sort.FLAG:
            text = _('No {kind} can be enabled or disabled, though it may have a status.').format(kind=names.kind.noun)
            raise Objection(text)
        return {'enabled': on} | Clauses(self.sentence, names, self.lookup).read(places)
