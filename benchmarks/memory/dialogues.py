"""Dialogues with their truth: what each turn refers to, and what its answer must say. Runs inside NetBox.

A row is a JSON object with `id` and `turns`; a turn has `user`, `context` (whether it needs what was said before),
`resolves_to` (a list of `{"model", "id"}`, "clarify" or null; further lists in `resolves_or`) and `answer`: its `kind`
(`names`, `count`, `facts`, `clarify`, `not_found`, `proposal`), its `value`, and other right answers in `or`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ('Dialogue', 'Turn', 'read_dialogues')

KINDS = {'clarify': 'clarification', 'not_found': 'not_found', 'proposal': 'proposal'}
# A figure may be told less exactly.
ROUNDING = 0.06


@dataclass(frozen=True)
class Turn:
    """What is said, and what has to come of it.

    Attributes:
        follows: It needs what was said before.
        targets: Sets of objects, one of which its references must include; none where anything goes.
        implicit: It does not name what it refers to.
    """

    said: str
    follows: bool
    targets: tuple[frozenset[tuple[str, int]], ...]
    implicit: bool
    answer: Mapping[str, Any]

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> 'Turn':
        """The turn of a row."""
        several = [row['resolves_to'], *row.get('resolves_or', ())] if isinstance(row['resolves_to'], list) else []
        targets = tuple(frozenset((item['model'], item['id']) for item in objects) for objects in several)
        names = [item['name'] for objects in several for item in objects]
        implicit = bool(names) and not any(name.casefold() in row['user'].casefold() for name in names)
        return cls(row['user'], row['context'], targets, implicit, row['answer'])

    def bound(self, turn: Mapping[str, Any]) -> bool:
        """Whether the references are what is meant."""
        found = {
            (item['object_type'], item['object_id'])
            for reference in turn['references']
            if reference['status'] == 'resolved'
            for item in reference['objects']
        }
        return not self.targets or any(target <= found for target in self.targets)

    def right(self, reply: Mapping[str, Any]) -> bool:
        """Whether the answer is right."""
        return any(_right(reply, truth) for truth in (self.answer, *self.answer.get('or', ())))


@dataclass(frozen=True)
class Dialogue:
    """Turns of one conversation."""

    name: str
    turns: tuple[Turn, ...]


def read_dialogues(path: Path) -> list[Dialogue]:
    """The dialogues of a file, one on each line."""
    rows = (json.loads(line) for line in path.read_text(encoding='utf-8').splitlines() if line.strip())
    return [Dialogue(row['id'], tuple(map(Turn.of, row['turns']))) for row in rows]


def _right(reply: Mapping[str, Any], truth: Mapping[str, Any]) -> bool:
    kind, value = truth['kind'], truth.get('value')
    nothing = value in (0, []) or truth.get('empty')
    if kind in KINDS:
        return bool(reply['kind'] == KINDS[kind])
    if reply['kind'] == 'not_found' and nothing:
        return True
    if reply['kind'] != 'answer':
        return False
    if kind == 'count':
        counted = reply['total'] is not None and (reply['query'] or {}).get('action') in ('count', 'list')
        return bool(reply['total'] == value) if counted else _tells(value, ' '.join(_texts(reply)))
    if kind == 'names':
        shown = [item['display'] for item in reply['objects']]
        return len(shown) == len(value) and all(any(_called(display, name) for display in shown) for name in value)
    told = ' | '.join(_texts(reply))
    return all(_tells(leaf, told) for group in value for leaf in group)


def _called(display: str, name: str) -> bool:
    return display.casefold() == name.casefold() or display.casefold().startswith(f'{name.casefold()} (')


def _texts(reply: Mapping[str, Any]) -> Iterator[str]:
    yield reply['text']
    for block in reply['blocks']:
        yield block.get('text', '')
        for row in block.get('rows', ()):
            yield from map(str, row)


def _tells(leaf: Any, text: str) -> bool:
    if isinstance(leaf, Sequence) and not isinstance(leaf, str):
        return any(_tells(other, text) for other in leaf)
    if isinstance(leaf, str):
        return re.search(rf'(?<!\w){re.escape(leaf)}(?!\w)', text, re.IGNORECASE) is not None
    numbers = (float(found.replace(',', '')) for found in re.findall(r'(?<![\w.])U?(\d[\d,]*(?:\.\d+)?)', text))
    return any(abs(number - leaf) < (ROUNDING if leaf % 1 else 1e-9) for number in numbers)
