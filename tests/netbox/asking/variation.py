"""Questions made from templates, each with what NetBox's own models say the answer is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

PAGE = 25

__all__ = ('Best', 'Groups', 'Says', 'asked', 'cells', 'compare', 'variations')


@dataclass(frozen=True)
class Says:
    """Texts that must stand in the answer, and what it counts."""

    texts: tuple[str, ...]
    total: int | None = None

    @classmethod
    def all(cls, *texts: Any, total: int | None = None) -> 'Says':
        return cls(tuple(map(str, texts)), total)


@dataclass(frozen=True)
class Groups:
    """How many there are of each."""

    counts: Mapping[str, int]


@dataclass(frozen=True)
class Best:
    """Objects with what they are compared by; the first `size` of them are asked for, in any order among equals."""

    figures: Mapping[Any, float]
    size: int = 1
    descending: bool = True


def asked(templates: str | tuple[str, ...], expected: Callable[..., Any], **values: Any) -> Iterator[Any]:
    """Every template with every combination of values; `expected` gets the values once the inventory is there.

    A mapping of values is what stands in the question, and what `expected` gets for it.
    """
    choices = [
        value.items() if isinstance(value, Mapping) else [(item, item) for item in value] for value in values.values()
    ]
    for template in (templates,) if isinstance(templates, str) else templates:
        for chosen in product(*choices):
            said = dict(zip(values, (word for word, _ in chosen), strict=True))
            meant = [value for _, value in chosen]
            question = template.format(**said)
            yield pytest.param(question, lambda meant=meant: expected(*meant), id=question)


def variations(*asked_for: Iterator[Any]) -> Any:
    """Mark a test to be run with each question; the same question is not asked twice."""
    found = {param.id: param for params in asked_for for param in params}
    return pytest.mark.parametrize(('question', 'expected'), found.values())


def cells(reply: Mapping[str, Any]) -> str:
    """Every text in a reply: sentence, tables, names."""
    found = [reply['text'], *(ref['display'] for ref in reply['objects'])]
    for block in reply['blocks']:
        found += [block.get('text', ''), *(str(cell) for row in block.get('rows', ()) for cell in row)]
    return '\n'.join(found)


def compare(reply: Mapping[str, Any], expected: Any) -> None:
    """Fail where the reply is not what was expected."""
    told = f'{reply["kind"]}: {reply["text"]} {reply["query"]}'
    if isinstance(expected, Says):
        assert reply['kind'] == 'answer', told
        assert [text for text in expected.texts if text not in cells(reply)] == [], told
        assert expected.total is None or reply['total'] == expected.total, told
    elif isinstance(expected, Groups):
        assert reply['query']['action'] == 'group', told
        assert _counts(reply) == {name: count for name, count in expected.counts.items() if count}, told
    elif isinstance(expected, Best):
        _compare_best(reply, expected, told)
    elif isinstance(expected, int):
        assert reply['total'] == expected, told
    else:
        _compare_objects(reply, expected, told)


def _compare_objects(reply: Mapping[str, Any], expected: Any, told: str) -> None:
    keys = {_key(obj) for obj in expected}
    shown = [_key_of(ref) for ref in reply['objects']]
    assert reply['kind'] == ('answer' if keys else 'not_found'), told
    assert reply['total'] == len(keys), f'{len(keys)} expected; {told}'
    assert len(shown) == len(set(shown)) == min(len(keys), PAGE), told
    assert set(shown) <= keys, told


def _compare_best(reply: Mapping[str, Any], expected: Best, told: str) -> None:
    figures = {_key(obj): figure for obj, figure in expected.figures.items()}
    ranked = sorted(figures.values(), reverse=expected.descending)[: expected.size]
    assert reply['kind'] == 'answer', told
    shown = [_key_of(ref) for ref in reply['objects']]
    assert shown and set(shown) <= set(figures), told
    assert [figures[key] for key in shown][: expected.size] == ranked, f'{ranked} expected; {told}'


def _counts(reply: Mapping[str, Any]) -> dict[str, int]:
    rows = [row for block in reply['blocks'] for row in block.get('rows', ())]
    return {name: int(count.replace(',', '')) for name, count in rows if count != '0'}


def _key(obj: Any) -> tuple[str, int]:
    return obj._meta.label_lower, obj.pk


def _key_of(ref: Mapping[str, Any]) -> tuple[str, int]:
    return ref['object_type'], ref['object_id']
