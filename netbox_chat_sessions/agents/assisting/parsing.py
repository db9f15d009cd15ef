"""What a language model wrote as a query; it is believed in nothing before it has the form of one."""

import json
from collections.abc import Mapping
from typing import Any

from ...conversation.objects import ObjectKey
from ...inventory.errors import QueryError
from ...inventory.query import PAGE_SIZE, Action, Having, InventoryQuery, Rank
from .prose import is_plain
from .schema import ACTIONS, NO_QUERY

__all__ = ('Nonsense', 'query_in', 'query_of')

LONGEST = 8000
MOST = 100
LARGEST = 2**31 - 1
KEYS = (
    'action', 'object_type', 'filters', 'subjects', 'attributes', 'group_by', 'having', 'rank', 'size', 'order',
    'offset', 'limit',
)  # fmt: skip


class Nonsense(QueryError):
    """It is no query; the sentence says what is wrong with it."""


def query_in(text: str) -> InventoryQuery | None:
    """The query that a model's answer is; None where it says that there is none for the question.

    Raises:
        Nonsense: It is none. A fence of Markdown around it does no harm.
    """
    lines = text.strip().splitlines()
    if len(lines) > 2 and lines[0].startswith('```') and lines[-1].strip() == '```':
        text = '\n'.join(lines[1:-1])
    return query_of(text)


def query_of(text: str) -> InventoryQuery | None:
    """The query that a JSON text is; None where it says that there is none.

    Raises:
        Nonsense: It is something else.
    """
    data = _parsed(text)
    if set(data) == {'query'} and isinstance(data['query'], Mapping):
        data = data['query']
    data = {name: value for name, value in data.items() if value is not None}
    if unknown := sorted(set(data) - set(KEYS)):
        raise Nonsense(f'A query has no {unknown[0][:50]!r}; it may have {", ".join(KEYS)}.')
    action = data.get('action')
    if action == NO_QUERY:
        return None
    if action not in ACTIONS:
        raise Nonsense(f'The action must be one of {", ".join(ACTIONS)}.')
    return InventoryQuery(
        Action(action),
        _text(data, 'object_type'),
        _filters(data.get('filters', {})),
        tuple(_key(item) for item in _list(data, 'subjects')),
        _texts(data, 'attributes'),
        _text(data, 'group_by'),
        tuple(_having(item) for item in _list(data, 'having')),
        _rank(data['rank']) if data.get('rank') else None,
        _whole(data, 'size'),
        _texts(data, 'order'),
        _whole(data, 'offset') or 0,
        min(max(_whole(data, 'limit') or PAGE_SIZE, 1), PAGE_SIZE),
    )


def _parsed(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise Nonsense(f'A query has at most {LONGEST} characters.')
    try:
        data = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Nonsense('A query is one JSON object, and this is none.') from None
    if not isinstance(data, dict):
        raise Nonsense('A query is one JSON object, and this is none.')
    return data


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _text(data: Mapping[str, Any], name: str) -> str | None:
    value = data.get(name)
    if value is None or value == '':
        return None
    if not isinstance(value, str):
        raise Nonsense(f'{name} must be a text.')
    return value


def _whole(data: Mapping[str, Any], name: str) -> int | None:
    value = data.get(name)
    if value is None:
        return None
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise Nonsense(f'{name} must be a whole number.')
    return value


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name) or []
    if not isinstance(value, list) or len(value) > MOST:
        raise Nonsense(f'{name} must be a list of at most {MOST}.')
    return value


def _texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    found = _list(data, name)
    if not all(isinstance(item, str) and item for item in found):
        raise Nonsense(f'{name} must be a list of texts.')
    return tuple(found)


def _filters(value: Any) -> dict[str, tuple[str | int, ...]]:
    if not isinstance(value, Mapping) or len(value) > MOST:
        raise Nonsense('filters must be an object of filter names with lists of values.')
    return {name: _values(name, found) for name, found in value.items()}


def _values(name: str, value: Any) -> tuple[str | int, ...]:
    found = value if isinstance(value, list) else [value]
    if len(found) > MOST or not all(isinstance(item, str | int) for item in found):
        raise Nonsense(f'The filter {name[:50]!r} must have a list of texts and whole numbers.')
    if not all(is_plain(str(item)) for item in found):
        raise Nonsense(f'The filter {name[:50]!r} must have plain text, without markup and addresses.')
    return tuple(str(item).lower() if isinstance(item, bool) else item for item in found)


def _key(value: Any) -> ObjectKey:
    if isinstance(value, Mapping):
        value = [value.get('object_type'), value.get('object_id')]
    if isinstance(value, list) and len(value) == 2:
        object_type, object_id = value
        if isinstance(object_id, str) and object_id.isascii() and object_id.isdigit() and len(object_id) < 10:
            object_id = int(object_id)
        if isinstance(object_type, str) and type(object_id) is int and 0 < object_id <= LARGEST:
            return ObjectKey(object_type, object_id)
    raise Nonsense('Each of the subjects must be [object_type, object_id].')


def _having(value: Any) -> Having:
    if not isinstance(value, Mapping) or not (object_type := _text(value, 'object_type')):
        raise Nonsense('Each of having must be an object with an object_type.')
    least = _whole(value, 'minimum')
    most = _whole(value, 'maximum')
    if least is None:
        least = 0 if most == 0 else 1
    return Having(object_type, _filters(value.get('filters') or {}), least, most)


def _rank(value: Any) -> Rank:
    if not isinstance(value, Mapping):
        raise Nonsense('rank must be an object.')
    attribute, object_type = _text(value, 'attribute'), _text(value, 'object_type')
    if bool(attribute) is bool(object_type):
        raise Nonsense('rank must have an attribute or an object_type.')
    descending = value.get('descending', True)
    if not isinstance(descending, bool):
        raise Nonsense('descending must be true or false.')
    return Rank(attribute, object_type, _filters(value.get('filters') or {}), descending)
