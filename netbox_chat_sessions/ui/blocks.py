"""Paragraphs and tables of an answer as the templates show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..storage.withholding import Readable
from .objects import safe_url

__all__ = ('Block', 'Cell', 'blocks_of')


@dataclass(frozen=True)
class Cell:
    """One cell of a table; the cell that names the row's object links to it."""

    text: str
    url: str = ''


@dataclass(frozen=True)
class Block:
    """A paragraph (`kind` text) or a table."""

    kind: str
    text: str = ''
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()


def blocks_of(readable: Readable) -> tuple[Block, ...]:
    """What was answered; where that has no blocks, its text."""
    reply = readable.reply
    urls = {(item['object_type'], item['object_id']): safe_url(item.get('url')) for item in reply.get('objects', ())}
    found = tuple(shown for block in reply.get('blocks', ()) if (shown := _block(block, urls)))
    return found or ((Block('text', readable.response),) if readable.response else ())


def _block(block: Mapping[str, Any], urls: Mapping[tuple[str, int], str]) -> Block | None:
    if block.get('kind') == 'text':
        return Block('text', text=str(block.get('text', '')))
    if block.get('kind') == 'table':
        refs = block.get('object_refs') or ()
        rows = tuple(
            _row(row, urls.get(tuple(refs[number] or ()), '') if number < len(refs) else '')
            for number, row in enumerate(block.get('rows', ()))
        )
        return Block('table', columns=tuple(block.get('columns', ())), rows=rows)
    return None


def _row(row: Sequence[Any], url: str) -> tuple[Cell, ...]:
    return tuple(Cell('' if text is None else str(text), url if column == 0 else '') for column, text in enumerate(row))
