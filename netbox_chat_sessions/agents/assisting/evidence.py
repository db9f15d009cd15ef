"""What replies say, as facts that prose can be held against."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...conversation.ports import ObjectFinder
from ...conversation.reply import Reply
from ...conversation.text import tokenise
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kinds
from .facts import Fact, Names
from .free_text import FREE_TEXT, free_columns
from .naming import keys_of
from .verifying import Results

__all__ = ('results_of',)

SENTENCE = re.compile(r'(?<=[.!?])\s+')
IN_BRACKETS = re.compile(r'\([^()]*\)')


def results_of(replies: Sequence[Reply], message: str, finder: ObjectFinder) -> Results:
    """What prose about these replies may say.

    Args:
        replies: To queries of one turn.
        message: What the user said.
        finder: Tells how the objects in them are called.
    """
    facts: list[Fact] = []
    names: set[str] = set()
    types: set[str] = set()
    for reply in replies:
        keys = dict.fromkeys(keys_of(reply))
        types.update(key.object_type for key in keys)
        types.update(filter(None, [(reply.query or {}).get('object_type')]))
        called = Names.of(ref.display for ref in finder.look(keys).values())
        names |= called.folded
        facts += _facts(reply, called)
    return Results(tuple(facts), frozenset(names), message, _terms(types))


def _facts(reply: Reply, called: Names) -> Iterator[Fact]:
    free = free_columns({key.object_type for key in keys_of(reply)})
    if not _asks_free_text(reply.query or {}):
        yield from _sentences(reply, called)
    listed = {ref.display for ref in reply.objects} if len(reply.objects) > 1 else set()
    # Rows do not repeat by what they were chosen.
    chosen_by = called.mask(reply.text).names
    about = [name for name in chosen_by if name not in Names.of(listed).folded]
    for block in reply.blocks:
        if block['kind'] == 'table':
            yield from _rows(block, about, called, free)


def _asks_free_text(query: Mapping[str, Any]) -> bool:
    asked = {*query.get('attributes', ()), query.get('group_by')}
    return not FREE_TEXT.isdisjoint(asked) or any(str(name).startswith('cf_') for name in asked)


def _sentences(reply: Reply, called: Names) -> Iterator[Fact]:
    """What each sentence says of the names before its colon; what stands in brackets only tells names apart."""
    held = called.mask(reply.text)
    for sentence in SENTENCE.split(held.text):
        head = IN_BRACKETS.sub(' ', sentence.partition(': ')[0])
        yield Fact.of(held.names_in(head), (held.without_names(sentence),), Names.of(()))
    if reply.total is not None:
        head = IN_BRACKETS.sub(' ', held.text.partition(': ')[0])
        yield Fact.of(held.names_in(head), (str(reply.total),), Names.of(()))


def _rows(block: Mapping[str, Any], about: Sequence[str], called: Names, free: frozenset[str]) -> Iterator[Fact]:
    columns = block['columns']
    refs = block.get('object_refs') or [None] * len(block['rows'])
    for cells, ref in zip(block['rows'], refs, strict=True):
        told = [cell for column, cell in zip(columns, cells, strict=False) if column not in free]
        # A table of one object's fields: the field is the first cell.
        if ref is None and cells and cells[0] in free:
            told = told[:1]
        if ref is not None and cells:
            # Its name says who it is, and nothing else.
            yield Fact.of((*about, cells[0]), told[1:], called)
        else:
            yield Fact.of(about, told, called)


def _terms(types: set[str]) -> frozenset[str]:
    """The words that kinds of objects, and properties of those in the replies, are called by."""
    texts = [text for kind in kinds().values() for text in (kind.noun, kind.nouns)]
    texts += [label for name in types if name in kinds() for label in attribute_labels(name).values()]
    return frozenset(token.base for text in texts for token in tokenise(text))
