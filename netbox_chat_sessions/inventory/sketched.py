"""From the rows of sketches to the objects that they are of."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db.models import Model
from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language, override
from utilities.views import get_viewname

from ..conversation.objects import ObjectKey, ObjectRef, Trait
from .describe import detail_parts, nouns_of, render_detail
from .sketches import Sketch, sketch

__all__ = ('references',)


def references(rows: Iterable[Sequence[Any]]) -> tuple[ObjectRef, ...]:
    """The objects of `rows` (`Sketch.rows`), namesakes in the order of their places ("Row 2" before "Row 10")."""
    language = get_language() or ''
    found = (_reference(object_type, pk, written, language) for object_type, pk, written in rows)
    return tuple(sorted(found, key=lambda ref: (_natural(ref.display), _natural(ref.detail), ref.key)))


# What follows is the same for the same values, and most objects are talked about again and again. What people may say
# of them is English, whatever language they read.
@lru_cache(maxsize=16384)
def _natural(text: str) -> tuple[tuple[int, int, str], ...]:
    parts = re.findall(r'\d+|\D+', text.casefold())
    return tuple((0, int(part), '') if part.isdecimal() else (1, 0, part) for part in parts)


@lru_cache(maxsize=4096)
def _reference(object_type: str, pk: int, written: str, language: str) -> ObjectRef:
    shape, parts = sketch(object_type), detail_parts(object_type)
    data = shape.read(written)
    values = tuple(data.get(f'd_{number}') for number, _ in enumerate(parts))
    traits = frozenset(
        Trait(name, object_type, data[f't_{name}'])
        for name, _, object_type in shape.traits
        if data.get(f't_{name}') is not None
    )
    known = tuple(data.get(f'f_{path}') for path in shape.known_fields)
    # Objects without a name are told apart by their keys.
    display = _display(shape.object_type, pk if not known or known[0] is None else 0, known, language)
    detail = _detail(shape.object_type, values, language)
    states = (_label(shape.object_type, name, data.get(f'c_{name}')) for name in shape.choice_fields)
    words = (data.get(f'f_{name}') for name in shape.word_fields)
    within = tuple(
        ObjectKey(part.object_type, data[f't_{part.field.lstrip("_")}'])
        for part, value in zip(parts, values, strict=True)
        if value is not None
    )
    return ObjectRef(
        ObjectKey(shape.object_type, pk),
        display,
        _url(shape.model, pk),
        detail,
        _kind_name(shape.model),
        traits,
        tuple(map(str, filter(None, (display, detail, *nouns_of(within), *words, data.get('description'), *states)))),
        within,
    )


@lru_cache(maxsize=16384)
def _display(object_type: str, pk: int, known: tuple[Any, ...], language: str) -> str:
    shape = sketch(object_type)
    return str(_known(shape, pk, {f'f_{path}': value for path, value in zip(shape.known_fields, known, strict=True)}))


@lru_cache(maxsize=16384)
def _detail(object_type: str, values: tuple[Any, ...], language: str) -> str:
    return render_detail(object_type, values)


@lru_cache(maxsize=1024)
def _kind_name(model: type[Model]) -> str:
    with override('en'):
        return str(model._meta.verbose_name)


@lru_cache(maxsize=4096)
def _label(object_type: str, name: str, value: Any) -> str:
    with override('en'):
        return str(dict(sketch(object_type).model._meta.get_field(name).flatchoices).get(value, value)) if value else ''


def _known(shape: Sketch, pk: int, data: Mapping[str, Any]) -> Model:
    """An object that knows what `str()` of it needs, and nothing else."""
    obj = shape.model(pk=pk)
    for path in filter(None, (shape.name_field, *shape.display_fields)):
        value = data.get(f'f_{path}')
        if value is None:
            continue
        *steps, name = path.split('__')
        owner = obj
        for step in steps:
            if not owner._state.fields_cache.get(step):
                setattr(owner, step, owner._meta.get_field(step).related_model())
            owner = getattr(owner, step)
        setattr(owner, name, owner._meta.get_field(name).to_python(value))
    return obj


@lru_cache(maxsize=16384)
def _url(model: type[Model], pk: int) -> str:
    try:
        return reverse(get_viewname(model), args=[pk])
    except NoReverseMatch:
        return ''
