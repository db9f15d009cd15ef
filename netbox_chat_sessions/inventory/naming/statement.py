"""One statement over many types, made from pieces whose text is compiled once.

Building the union through the ORM costs some forty milliseconds a time, nearly all of it for text that is the same in
each turn. So each type's piece is compiled by the ORM once for everybody who may see as much of it (`View`), with empty
slots for what a text asks for, and a turn only fills the slots.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db import connections, router

from ...conversation.objects import ObjectRef
from ..sight import View, view_of
from ..sketched import references
from ..sketches import sketch
from .conditions import Purpose, Slot, narrowed

__all__ = ('Wanted', 'ask')


_PARTING = '\x1f'


@dataclass(frozen=True)
class Wanted:
    """What a piece of a statement asks for.

    Attributes:
        values: What fills the slots of its condition; a slot without a value matches nothing.
    """

    object_type: str
    purpose: Purpose
    values: Mapping[Slot, Any]


def ask(wanted: Sequence[Wanted], user: Any) -> tuple[ObjectRef, ...]:
    """The objects wanted, as `user` may see them, by one statement; by none when the user may see none of the types."""
    views: dict[str, View] = {}
    texts, values, literals = list[str](), list[Any](), dict[int, str]()
    for piece in wanted:
        types = (piece.object_type, *sketch(piece.object_type).related_types)
        for object_type in types:
            if object_type not in views:
                views[object_type] = view_of(object_type, user)
        if views[piece.object_type].hidden:
            continue
        text, parameters = _compiled(piece.purpose, tuple(views[object_type] for object_type in types))
        texts.append(f'({text})')
        values += [_value(piece, item, literals) if isinstance(item, Slot) else item for item in parameters]
    if not texts:
        return ()
    with connections[router.db_for_read(sketch(wanted[0].object_type).model)].cursor() as cursor:
        cursor.execute(' UNION ALL '.join(texts), values)
        return tuple(dict.fromkeys(references(cursor.fetchall())))


def _value(piece: Wanted, slot: Slot, literals: dict[int, str]) -> str | None:
    """What fills a slot; long lists that many pieces share are written out once."""
    value = piece.values.get(slot)
    if not slot.many:
        return value or None
    if id(value) not in literals:
        literals[id(value)] = _array(value or ())
    return literals[id(value)]


def _array(values: Iterable[Any]) -> str:
    """PostgreSQL's notation of an array; characters that it cannot hold are left out, and no value is empty."""
    # One pass over the whole text is much cheaper than one over each value; no value holds a control character.
    joined = _PARTING.join(str(value) for value in values).replace('\x00', '').encode('utf-8', 'ignore').decode()
    quoted = joined.replace('\\', '\\\\').replace('"', '\\"').replace(_PARTING, '","')
    return f'{{"{quoted}"}}' if joined else '{}'


@lru_cache(maxsize=1024)
def _compiled(purpose: Purpose, views: tuple[View, ...]) -> tuple[str, tuple[Any, ...]]:
    """The text and the parameters of a piece, slots among them; the first of `views` is that of its own type."""
    own = views[0]
    rows = narrowed(purpose, own.object_type, own.objects(), {view.object_type: view for view in views})
    text, parameters = rows.query.get_compiler(rows.db).as_sql()
    return text, tuple(parameters)
