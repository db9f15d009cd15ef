"""The object that a value names: by what stands in the sentence, else by the name alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from ...conversation.objects import ObjectKey, ObjectRef
from ...conversation.reading import Reference
from ...conversation.reply import ReplyKind
from ...inventory.catalogue import kinds
from ...inventory.describe import describe_all
from ...inventory.model_fields import field_of
from ...inventory.visibility import Visibility, key_of
from ...inventory.writing.access import permitted
from ...inventory.writing.fields import WritableField
from .objections import Objection, open_reference
from .sentence import Sentence

__all__ = ('Lookup',)

NAMES = ('name', 'slug', 'model', 'cid', 'username', 'ssid', 'label')
NUMBERS = ('vid', 'asn')
FEW = 5


@dataclass(frozen=True)
class Lookup:
    """Finds objects for one user, none that the user may not see."""

    user: Any
    sentence: Sentence

    def referred(self, reference: Reference, models: Sequence[type[Model]]) -> Model | None:
        """The object of one of the models that a phrase stands for; None where it stands for others.

        Raises:
            Objection: It may be one of several.
        """
        labels = [model._meta.label_lower for model in models]
        refs = [ref for ref in (*reference.objects, *reference.candidates) if ref.key.object_type in labels]
        refs = list(dict.fromkeys(refs))
        if len(refs) > 1:
            refs = self._inside(refs) or refs
        if len(refs) > 1:
            if reference.resolved:
                raise Objection(
                    _('One value at a time: “{phrase}” stands for several.').format(phrase=reference.phrase)
                )
            raise open_reference(reference, self.sentence.request)
        return self._object(refs[0].key) if refs else None

    def called(self, text: str, model: type[Model]) -> Model:
        """The object of that name.

        Raises:
            Objection: There is none, or there are several.
        """
        found = self._visible(model, text)
        noun = kinds()[model._meta.label_lower].noun if model._meta.label_lower in kinds() else _('object')
        if not found:
            missing = _('There is no {noun} “{name}”, or you may not see it.').format(noun=noun, name=text)
            raise Objection(missing, ReplyKind.NOT_FOUND)
        if len(found) > 1:
            told = ', '.join(f'{ref.display} ({ref.detail})' for ref in describe_all(found[:FEW], self.user))
            several = _('Several objects are called “{name}”: {told}. Say which one.')
            raise Objection(several.format(name=text, told=told))
        return found[0]

    def _visible(self, model: type[Model], text: str) -> list[Model]:
        objects = permitted(model, self.user, 'view')
        for condition in (_exactly(model, text, 'exact'), _exactly(model, text, 'iexact')):
            if condition and (found := _few(objects.filter(condition))):
                return found
        return []

    def _inside(self, refs: Sequence[ObjectRef]) -> list[ObjectRef]:
        """Those that lie within something else that is said: `Comms closet at HQ-Oslo`."""
        said = {key for reference in self.sentence.references if reference.resolved for key in reference.keys}
        return [ref for ref in refs if said & set(ref.within)]

    def held(self, ref: ObjectRef, field: WritableField) -> list[Model]:
        """The objects that a field for several holds now, those included that the user may not see."""
        obj = self._object(ref.key)
        return list(getattr(obj, field.name).all()) if obj is not None else []

    def _object(self, key: ObjectKey) -> Model | None:
        model = kinds()[key.object_type].model
        return permitted(model, self.user, 'view').filter(pk=key.object_id).first()

    def visible(self, obj: Model) -> bool:
        """Whether the user may see an object that another one names."""
        return key_of(obj) in Visibility(self.user).visible([obj])


def _exactly(model: type[Model], text: str, how: str) -> Q:
    condition = Q()
    for name in NAMES:
        field = field_of(model, name)
        if field is not None and field.concrete and field.name == name:
            condition |= Q(**{f'{name}__{how}': text})
    for name in NUMBERS:
        if text.isdecimal() and len(text) < 10 and field_of(model, name) is not None:
            condition |= Q(**{name: int(text)})
    return condition


def _few(objects: QuerySet) -> list[Model]:
    return list(objects[: FEW + 1])
