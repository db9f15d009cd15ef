"""README and the pages of docs/, taken apart: their tables, headings, links and code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ('PAGES', 'ROOT', 'Table', 'anchors', 'blocks', 'links', 'quoted', 'table', 'tables', 'text')

ROOT = Path(__file__).parents[2]
PAGES = ('README.md', *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / 'docs').glob('*.md')))
QUOTED = re.compile(r'`([^`]+)`')
BLOCK = re.compile(r'^```(\w+)\n(.*?)^```', re.MULTILINE | re.DOTALL)
LINK = re.compile(r'\]\(([^)\s]+)\)')
HEADING = re.compile(r'^#+ (.+)$', re.MULTILINE)


@dataclass(frozen=True)
class Table:
    """A table, cell by cell."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, number: int) -> list[str]:
        """What stands in quotes in a column, row after row."""
        return [name for row in self.rows for name in quoted(row[number])]


def text(page: str) -> str:
    """A page as it is written."""
    return (ROOT / page).read_text(encoding='utf-8')


def quoted(cell: str) -> list[str]:
    """What stands in quotes as code."""
    return QUOTED.findall(cell)


def tables(page: str) -> Iterator[Table]:
    """The tables of a page in their order."""
    for group in re.findall(r'(?:^\|.*\n)+', text(page), re.MULTILINE):
        rows = [tuple(cell.strip() for cell in line.strip().strip('|').split('|')) for line in group.splitlines()]
        yield Table(rows[0], tuple(rows[2:]))


def table(page: str, *columns: str) -> Table:
    """All rows under these headings, of however many tables.

    Raises:
        LookupError: The page has no such table.
    """
    found = [each for each in tables(page) if each.header[: len(columns)] == columns]
    if not found:
        raise LookupError(f'{page} has no table {columns}')
    return Table(found[0].header, tuple(row for each in found for row in each.rows))


def blocks(page: str, language: str) -> list[str]:
    """Blocks of code in a language."""
    return [code for name, code in BLOCK.findall(text(page)) if name == language]


def links(page: str) -> list[str]:
    """Where a page leads to in this repository."""
    return [target for target in LINK.findall(text(page)) if '://' not in target]


def anchors(page: str) -> set[str]:
    """What can be linked to in a page, as GitHub names headings."""
    headings = (re.sub(r'[^\w\- ]', '', heading.lower()) for heading in HEADING.findall(text(page)))
    return {heading.strip().replace(' ', '-') for heading in headings}
