"""Writing objects so that a second run finds them again instead of making them twice."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, Q
from django.utils.text import slugify
from extras.models import CustomField, Tag
from netbox.search.backends import search_backend

from .errors import SampleInventoryError

BATCH_SIZE = 1000


class Ledger:
    """Creates what is missing, keeps what is there, and counts both by model.

    An object that exists is returned as it stands: it may have been edited since, and belongs to its owner.
    """

    def __init__(self) -> None:
        """Start with nothing counted."""
        self.created: Counter[type[Model]] = Counter()
        self.kept: Counter[type[Model]] = Counter()
        self.cables_without_port = 0
        self._unindexed: dict[type[Model], list[int]] = {}

    def put[M: Model](self, model: type[M], lookup: Mapping[str, Any], *, tags: Iterable[Tag] = (), **fields: Any) -> M:
        """Return the object that `lookup` names; create it from `lookup` and `fields` when there is none.

        Raises:
            SampleInventoryError: The object is missing and the database does not accept it.
        """
        found = model._default_manager.filter(**lookup).first()
        return self._keep(found) if found is not None else self._create(model, {**lookup, **fields}, tags)

    def put_named[M: Model](
        self, model: type[M], name: str, within: Mapping[str, Any] | None = None, *, slug: str = '', **fields: Any
    ) -> M:
        """Like `put`, for objects with a name and a slug that are each unique `within` something.

        Found by either of the two, so that "Access Switch" of another inventory serves as "Access switch".
        """
        slug = slug or slugify(name)
        within = within or {}
        found = model._default_manager.filter(Q(name=name) | Q(slug=slug), **within).first()
        if found is not None:
            return self._keep(found)
        return self._create(model, {'name': name, 'slug': slug, **within, **fields})

    def _keep[M: Model](self, found: M) -> M:
        self.kept[type(found)] += 1
        return found

    def _create[M: Model](self, model: type[M], fields: Mapping[str, Any], tags: Iterable[Tag] = ()) -> M:
        instance = model(**fields)
        try:
            instance.full_clean()
        except ValidationError as error:
            reasons = '; '.join(f'{name}: {" ".join(messages)}' for name, messages in error.message_dict.items())
            raise SampleInventoryError(f'{model._meta.verbose_name} "{instance}" is refused ({reasons})') from error
        instance.save()
        if tags:
            instance.tags.set(tags)
        self.created[model] += 1
        return instance

    def insert[M: Model](self, model: type[M], instances: Iterable[M]) -> list[M]:
        """Write many new objects at once; the caller has made sure that they are missing and fills counter fields.

        Bulk creation sends no signals, so defaults of custom fields are set here and the search index is filled by
        `index`, once the objects have their final values.
        """
        rows = list(instances)
        defaults = CustomField.objects.get_defaults_for_model(model) if hasattr(model, 'custom_field_data') else {}
        if defaults:
            for row in rows:
                row.custom_field_data = {**defaults, **row.custom_field_data}
        created = model._default_manager.bulk_create(rows, batch_size=BATCH_SIZE)
        self.created[model] += len(created)
        self._unindexed.setdefault(model, []).extend(row.pk for row in created)
        return created

    def index(self) -> None:
        """Enter the objects of `insert` in NetBox's search index."""
        for model, keys in self._unindexed.items():
            search_backend.cache(model._default_manager.filter(pk__in=keys).iterator(), remove_existing=False)
        self._unindexed.clear()
