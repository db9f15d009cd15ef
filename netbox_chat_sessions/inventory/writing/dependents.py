"""What is deleted along with an object, and what forbids that."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db import router
from django.db.models import Model, ProtectedError, RestrictedError
from django.utils.translation import gettext as _
from netbox.models.deletion import ConfirmCollector
from netbox.models.features import model_is_public

from ...conversation.errors import ObjectNeeded
from ...conversation.proposals import Dependents
from ..catalogue import kinds
from ..visibility import Visibility

__all__ = ('dependents_of', 'needed_by')

# More objects of a type than these are not counted one by one for somebody who may see only some of them.
MOST_CHECKED = 1000


def dependents_of(obj: Model, user: Any) -> tuple[Dependents, ...]:
    """What goes with the object, by type, counted as far as the user may see it.

    Raises:
        ObjectNeeded: Other objects need it, so that it cannot be deleted.
    """
    collector = ConfirmCollector(using=router.db_for_write(type(obj)))
    try:
        collector.collect([obj])
    except (ProtectedError, RestrictedError) as error:
        raise needed_by(error, user) from error
    found: defaultdict[type[Model], set[int]] = defaultdict(set)
    for model, other in collector.instances_with_model():
        if other != obj and not model._meta.auto_created and model_is_public(model):
            found[model].add(other.pk)
    # What can be deleted at once is not loaded.
    for objects in collector.fast_deletes:
        if not objects.model._meta.auto_created and model_is_public(objects.model):
            found[objects.model].update(objects.values_list('pk', flat=True))
    told = (_counted(model, ids, user) for model, ids in found.items() if ids)
    return tuple(sorted((item for item in told if item), key=lambda item: (-item.count, item.label)))


def needed_by(error: ProtectedError | RestrictedError, user: Any) -> ObjectNeeded:
    """The error that says which objects need it, as far as the user may see them."""
    objects = error.protected_objects if isinstance(error, ProtectedError) else error.restricted_objects
    by_type: defaultdict[type[Model], set[int]] = defaultdict(set)
    for obj in objects:
        by_type[type(obj)].add(obj.pk)
    told = [item for model, ids in by_type.items() if (item := _counted(model, ids, user)) and item.count]
    return ObjectNeeded(_('It cannot be deleted, as it is needed by {objects}.').format(objects=_listed(told)))


def _listed(told: Iterable[Dependents]) -> str:
    words = [f'{item.label} ({item.count})' for item in told]
    return ', '.join(words) or _('objects that you may not see')


def _counted(model: type[Model], ids: set[int], user: Any) -> Dependents | None:
    """How many the user may see; None where there are none, and nobody has to know of others."""
    label = model._meta.label_lower
    if label not in kinds():
        return None
    whole = Visibility(user).whole(model)
    if whole:
        return Dependents(label, kinds()[label].nouns, len(ids))
    seen = Visibility(user).visible_keys({label: sorted(ids)[:MOST_CHECKED]}) if whole is None else ()
    return Dependents(label, kinds()[label].nouns, len(seen), more=len(seen) < len(ids))
