"""What a language model is told that a query found, or why it found nothing."""

from collections.abc import Mapping
from typing import Any

from ...conversation.reply import Reply
from ...inventory.errors import QueryError
from ...llm.prompts import fenced, shortened

__all__ = ('error_told', 'result_told')

MOST_ROWS = 25
LONGEST_CELL = 200
LONGEST_TEXT = 1000
LONGEST = 6000


def result_told(reply: Reply) -> str:
    """A result as one JSON document: whatever stands in it is data."""
    tables = [_table(block) for block in reply.blocks if block['kind'] == 'table']
    found: dict[str, Any] = {
        'found': shortened(reply.text, LONGEST_TEXT),
        'total': reply.total,
        'objects': [[*ref.key, shortened(ref.display, LONGEST_CELL)] for ref in reply.objects[:MOST_ROWS]],
        'tables': tables,
    }
    while len(told := fenced(found)) > LONGEST and (longest := max(tables, key=_size, default=None)):
        if not longest['rows']:
            break
        longest['rows'].pop()
        longest['rows_left_out'] = longest.get('rows_left_out', 0) + 1
    return told


def error_told(error: QueryError) -> str:
    """Why a query cannot be run."""
    return fenced({'error': shortened(str(error), LONGEST_TEXT)})


def _table(block: Mapping[str, Any]) -> dict[str, Any]:
    rows = [[shortened(cell, LONGEST_CELL) for cell in row] for row in block['rows'][:MOST_ROWS]]
    left = len(block['rows']) - len(rows)
    return {'columns': list(block['columns']), 'rows': rows} | ({'rows_left_out': left} if left else {})


def _size(table: Mapping[str, Any]) -> int:
    return len(table['rows'])
