"""Follow-ups that drop a condition of the last question: `at all sites`, `regardless of status`, `anywhere`."""

from collections.abc import Iterator
from dataclasses import replace

from ...conversation.text import match_words
from ...inventory.catalogue import kind, kinds
from ...inventory.query import InventoryQuery
from ...inventory.relations import filter_for
from .question import Question

__all__ = ('PLACE_FILTERS', 'widened')

PLACE_FILTERS = ('site_id', 'location_id', 'rack_id', 'region_id', 'site_group_id')
PLACE_TYPES = ('dcim.site', 'dcim.location', 'dcim.rack', 'dcim.region', 'dcim.sitegroup')


def widened(question: Question, query: InventoryQuery) -> InventoryQuery | None:
    """The query without the conditions that no longer hold; None: the text drops none."""
    types, fields = set(_types(question)), set(_fields(question))
    if not types and not fields:
        return None
    of = kind(query.object_type or '')
    if types & set(PLACE_TYPES):
        types |= set(PLACE_TYPES)
    names = {name for type_ in types if (name := filter_for(of, type_))}
    names |= set(PLACE_FILTERS) if types & set(PLACE_TYPES) else set()
    names |= {name for field in fields for name in (field, f'{field}_id')}
    subjects = tuple(key for key in query.subjects if key.object_type not in types)
    # The objects of a place may stand there one by one.
    names |= {'id'} if len(subjects) < len(query.subjects) else set()
    filters = {name: values for name, values in query.filters.items() if name.partition('__')[0] not in names}
    having = tuple(item for item in query.having if item.object_type not in types)
    return replace(query, filters=filters, subjects=subjects, having=having, offset=0)


def _types(question: Question) -> Iterator[str]:
    """The kinds of objects that may be any."""
    tokens = question.marked.tokens
    if any(match_words(tokens, at, question.lexicon.words('widening', 'everywhere')) for at in range(len(tokens))):
        yield PLACE_TYPES[0]
    for noun in question.marked.nouns:
        if _is_any(question, noun.start):
            yield from (name for name in noun.noun.object_types if name in kinds())


def _fields(question: Question) -> Iterator[str]:
    """The properties that may be any."""
    for offset, names in question.marked.properties:
        if _is_any(question, offset):
            yield from names


def _is_any(question: Question, offset: int) -> bool:
    """Whether what begins at an offset may be any: `all sites`, `regardless of the status`."""
    lexicon, tokens = question.lexicon, question.marked.tokens
    first = at = next((place for place, token in enumerate(tokens) if token.start >= offset), len(tokens))
    while at and tokens[at - 1].folded in lexicon.words('conditions', 'determiners'):
        if tokens[at - 1].folded in lexicon.words('widening', 'quantifiers'):
            return True
        at -= 1
    if at and tokens[at - 1].folded in lexicon.words('widening', 'quantifiers'):
        return True
    markers = lexicon.words('widening', 'markers')
    behind = ((place, size) for place in (at, first) for size in (1, 2, 3) if place >= size)
    return any(match_words(tokens, place - size, markers) == size for place, size in behind)
