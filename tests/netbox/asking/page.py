"""docs/asking.md, made of the examples in asking.toml and what is answered to them."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

__all__ = ('PAGE', 'examples', 'page', 'questions')

DATA = Path(__file__).with_name('asking.toml')
PAGE = Path(__file__).parents[3] / 'docs' / 'asking.md'
WIDTH, LONGEST = 120, 230
SENTENCE = re.compile(r'(?<=[.?!])\s+(?=[A-Z“0-9])')
# What differs from run to run.
CHANGING = (
    (re.compile(r'\d+/\d+/\d{4}(,? \d+(:\d+)? [ap]\.m\.)?'), '…'),
    (re.compile(r'\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?'), '…'),
    (re.compile(r'#\d+'), '#…'),
)


def sections() -> Mapping[str, Any]:
    return tomllib.loads(DATA.read_text(encoding='utf-8'))


def examples() -> list[Mapping[str, Any]]:
    """Every example of the data file."""
    return [example for section in sections()['section'] for example in section['examples']]


def questions(example: Mapping[str, Any]) -> Sequence[str]:
    """The messages of an example, in their order."""
    return [example['ask']] if isinstance(example['ask'], str) else example['ask']


def page(answers: Mapping[str, Sequence[str]]) -> str:
    """The page.

    Args:
        answers: What was answered to the messages of an example, by its first one.
    """
    data = sections()
    parts = [f'# {data["title"]}', data['intro'].strip()]
    for section in data['section']:
        parts.append(f'## {section["title"]}')
        parts += [section['intro'].strip()] if 'intro' in section else []
        parts.append('\n'.join(_shown(example, answers) for example in section['examples']))
    return '\n\n'.join(parts) + '\n'


def _shown(example: Mapping[str, Any], answers: Mapping[str, Sequence[str]]) -> str:
    asked = questions(example)
    lines = []
    for question, answer in zip(asked, answers[asked[0]], strict=True):
        lines += [f'    {question}', _indented(_beginning(answer, example.get('sentences', 1)))]
    return '\n'.join(lines)


def _beginning(answer: str, sentences: int) -> str:
    """The first sentences, without what changes; a long list of names is cut."""
    text = ' '.join(SENTENCE.split(answer)[:sentences])
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(' ', 1)[0].rstrip(',') + ' …'


def _indented(text: str) -> str:
    return fill(text, WIDTH, initial_indent=' ' * 8, subsequent_indent=' ' * 8, break_on_hyphens=False)
