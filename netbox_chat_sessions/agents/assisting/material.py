"""The document that a language model is given with a question."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from ...conversation.objects import ObjectRef
from ...conversation.ports import AgentRequest
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kind, kinds
from ...inventory.visibility import is_credential
from ...llm.prompts import shortened
from .exclusions import Exclusions

__all__ = ('material',)

# What people ask most about, where a question names nothing.
COMMON = ('dcim.device', 'dcim.rack', 'dcim.site')
MOST_TYPES = 3
MOST_OBJECTS = 10
MOST_FILTERS = 80
MOST_ATTRIBUTES = 50
LONGEST_NAME = 200
# NetBox's filters with a lookup behind their name follow the same rule for all fields.
LOOKUP = '__'


def material(request: AgentRequest, exclusions: Exclusions) -> Mapping[str, Any]:
    """What the model may know before it asks: of what is kept back, nothing."""
    reading = request.reading
    bound = [ref for reference in reading.bindings if reference.resolved for ref in reference.objects]
    objects = [ref for ref in dict.fromkeys(bound) if not exclusions.is_type(ref.key.object_type)]
    kept = any(exclusions.touches(ref.key.object_type) for ref in bound)
    # With the names of what is kept back filled in, the question would tell them.
    resolved = reading.message if kept else reading.resolved_message or reading.message
    page = request.page if request.page and not exclusions.is_type(request.page.key.object_type) else None
    types = list(dict.fromkeys(_types(request, objects, page, exclusions)))[:MOST_TYPES]
    # What is the same for all questions stands first: services that keep what they have read need not read it again.
    found: dict[str, Any] = {
        'object_types': _listed(name for name in kinds() if not _kept_back(name, exclusions)),
        'fields': {name: _fields(name, exclusions) for name in types},
        'conversation': _conversation(request.context(), exclusions),
        'objects': [_object(ref, exclusions) for ref in objects[:MOST_OBJECTS]],
    }
    if page:
        found['page'] = _object(page, exclusions)
    if resolved != reading.message:
        found['message'] = reading.message
    return {**found, 'question': resolved}


def _kept_back(object_type: str, exclusions: Exclusions) -> bool:
    return exclusions.is_type(object_type) or is_credential(object_type.partition('.')[2])


def _object(ref: ObjectRef, exclusions: Exclusions) -> dict[str, Any]:
    told = {'object_type': ref.key.object_type, 'object_id': ref.key.object_id}
    if not exclusions.touches(ref.key.object_type):
        told['name'] = shortened(ref.display, LONGEST_NAME)
    return told


def _conversation(context: Mapping[str, Any], exclusions: Exclusions) -> Mapping[str, Any]:
    """What was said before; where anything is kept back, answers may hold it, so only the user's own words."""
    turns = context.get('conversation_history', ())
    if exclusions.entries:
        return {'history': [{'user': turn['query']} for turn in turns]}
    history = [{'user': turn['query'], 'assistant': turn['response']} for turn in turns]
    found = {'history': history, 'earlier': context.get('summary', '')}
    return found | ({'entity_references': known} if (known := context.get('entity_references')) else {})


def _types(
    request: AgentRequest, objects: list[ObjectRef], page: ObjectRef | None, exclusions: Exclusions
) -> Iterator[str]:
    """The types that the question may be about, the likeliest first."""
    named = [noun.noun.object_types[0] for noun in request.reading.annotations.nouns]
    named += [ref.key.object_type for ref in objects]
    named += [page.key.object_type] if page else []
    yield from (name for name in (*named, *COMMON) if name in kinds() and not _kept_back(name, exclusions))


def _fields(object_type: str, exclusions: Exclusions) -> dict[str, str]:
    kept = exclusions.fields(object_type)
    known = kind(object_type).filterset.base_filters
    names = [
        name
        for name in known
        if LOOKUP not in name and not is_credential(name) and name.removesuffix('_id') not in kept
    ]
    # A relation has a filter by slug or name, and one by ID.
    filters = [f'{name}[_id]' if f'{name}_id' in known else name for name in names if not _has_twin(name, known)]
    attributes = [name for name in attribute_labels(object_type) if name not in kept]
    return {'filters': _listed(filters[:MOST_FILTERS]), 'attributes': _listed(attributes[:MOST_ATTRIBUTES])}


def _has_twin(name: str, known: Container[str]) -> bool:
    return name.endswith('_id') and name.removesuffix('_id') in known


def _listed(names: Iterable[str]) -> str:
    """Names in one text: in a list each would cost three times as much."""
    return ', '.join(names)
