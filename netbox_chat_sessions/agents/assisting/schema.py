"""The form of a query, as a language model is told it."""

from collections.abc import Mapping
from typing import Any

from ...inventory.query import PAGE_SIZE, Action
from ...llm.tools import Tool

__all__ = ('ACTIONS', 'NO_QUERY', 'QUERY', 'QUERY_INVENTORY')

# What a model says that finds no query for a question.
NO_QUERY = 'none'
# Help is no query; extensions are other packages', which do not expect a language model.
ACTIONS = tuple(action.value for action in Action if action is not Action.EXTENSION)

_FILTERS = {
    'type': 'object',
    'description': 'Filter name to a list of values, which are alternatives: {"status": ["active"], "site_id": [2]}.',
    'additionalProperties': {'type': 'array', 'items': {'type': ['string', 'integer']}},
}
_PROPERTIES: Mapping[str, Any] = {
    'action': {
        'type': 'string',
        'enum': [*ACTIONS],
        'description': (
            'list or count objects; show facts of subjects; locate subjects; utilisation: how full; available: what is '
            'free; trace: where cables lead; compare subjects; group: counts by group_by; extreme: the first by rank; '
            'summary of subjects; changes: the change log.'
        ),
    },
    'object_type': {'type': 'string', 'description': 'The kind of object asked for, one of object_types.'},
    'filters': _FILTERS,
    'subjects': {
        'type': 'array',
        'description': 'Given objects as [object_type, object_id]; with list and count: what is related to them.',
        'items': {'type': 'array', 'items': {'type': ['string', 'integer']}},
    },
    'attributes': {'type': 'array', 'items': {'type': 'string'}, 'description': 'Fields to tell of each object.'},
    'group_by': {'type': 'string', 'description': 'With group: the field by which to count.'},
    'having': {
        'type': 'array',
        'description': 'Conditions on how many related objects there are; {"maximum": 0} means none.',
        'items': {
            'type': 'object',
            'properties': {
                'object_type': {'type': 'string'},
                'filters': _FILTERS,
                'minimum': {'type': 'integer'},
                'maximum': {'type': 'integer'},
            },
            'required': ['object_type'],
        },
    },
    'rank': {
        'type': 'object',
        'description': 'With extreme: compare by an attribute, or by how many objects of a type each has.',
        'properties': {
            'attribute': {'type': 'string'},
            'object_type': {'type': 'string'},
            'filters': _FILTERS,
            'descending': {'type': 'boolean'},
        },
    },
    'size': {'type': 'integer', 'description': 'With available: rack units in a row, or a prefix length.'},
    'order': {'type': 'array', 'items': {'type': 'string'}, 'description': 'Fields to order by, - for descending.'},
    'limit': {'type': 'integer', 'description': f'At most so many rows, 1 to {PAGE_SIZE}.'},
}


def _query(*actions: str) -> Mapping[str, Any]:
    action = {**_PROPERTIES['action'], 'enum': [*_PROPERTIES['action']['enum'], *actions]}
    return {'type': 'object', 'properties': {**_PROPERTIES, 'action': action}, 'required': ['action']}


QUERY = _query(NO_QUERY)
QUERY_INVENTORY = Tool(
    'query_inventory',
    'Ask the inventory one question. It only reads, and sees what the user may see.',
    _query(),
)
