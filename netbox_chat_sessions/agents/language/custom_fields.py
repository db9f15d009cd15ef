"""Custom fields said by their label: `devices with service level gold`, `where environment is production`."""

from collections.abc import Sequence
from dataclasses import replace

from ...conversation.text import Token, fold, tokenise
from ...inventory.catalogue import kind, kinds
from ...inventory.custom_fields import CustomField, custom_fields
from ...inventory.query import FilterValues, InventoryQuery
from .question import Question

__all__ = ('with_custom_fields',)


def with_custom_fields(question: Question, query: InventoryQuery) -> tuple[Question, InventoryQuery]:
    """The question and its query with what its unknown words say of custom fields; both as they were without any.

    A label must stand in the text in full, with the value behind it or in front of it ("gold service level").
    """
    unknown = question.marked.unknown
    if not unknown or query.object_type not in kinds():
        return question, query
    tokens, filters, used = question.marked.tokens, dict(query.filters), list[Token]()
    for field in custom_fields(kind(query.object_type)):
        place = _place(tokens, field)
        found = _value(tokens, place, unknown, field) if place else None
        if place and found:
            value, words = found
            filters[f'cf_{field.name}'] = value
            used += [*tokens[place[0] : place[1]], *words]
    left = [token for token in unknown if token not in used]
    values = [value for value in question.marked.values if not any(token.start == value.start for token in used)]
    marked = replace(question.marked, unknown=left, values=values)
    return replace(question, marked=marked), replace(query, filters=filters)


def _place(tokens: Sequence[Token], field: CustomField) -> tuple[int, int] | None:
    """Where the label or the name of a field stands."""
    for label in field.labels:
        words = [token.base for token in tokenise(fold(label))]
        for at in range(len(tokens) - len(words) + 1):
            if words and [token.base for token in tokens[at : at + len(words)]] == words:
                return at, at + len(words)
    return None


def _value(
    tokens: Sequence[Token], place: tuple[int, int], unknown: Sequence[Token], field: CustomField
) -> tuple[FilterValues, list[Token]] | None:
    """The value beside a label: one of the field's choices, else the unknown words behind it."""
    choices = {fold(text): value for value, label in field.choices.items() for text in (value, label)}
    behind = [token for token in tokens[place[1] :] if token in unknown or fold(token.text) in choices]
    before = [token for token in tokens[: place[0]] if token in unknown or fold(token.text) in choices]
    for token in (*behind[:1], *before[-1:]):
        if token.folded in choices:
            return (choices[token.folded],), [token]
    if choices or not behind:
        return None
    return (' '.join(token.text for token in behind),), behind
