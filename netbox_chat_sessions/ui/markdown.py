"""Text as Markdown that shows it as it is: nothing that somebody wrote becomes markup."""

import re
from collections.abc import Iterable, Sequence
from urllib.parse import quote

__all__ = ('inline', 'link', 'paragraphs', 'quoted', 'table')

# What means something wherever it stands. Entities, where not every Markdown knows the character with a backslash.
ENTITIES = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '=': '&#61;', '~': '&#126;', '|': '&#124;', '@': '&#64;'}
ESCAPED = re.compile(r'[\\`*_\[\]]')
# What begins a heading, a list, a rule; and, behind a number, an ordered list.
BEGINNING = re.compile(r'^(?:([#+-])|(\d+)([.)]))')
# An address becomes a link by itself; told from a word by its colon.
ADDRESS = re.compile(r'(?<=\w):(?=//)')
CONTROL = re.compile(r'[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]')
SAFE_IN_LINKS = "/:?#@!$&'*+,;=%~"


def inline(text: str) -> str:
    """A text in one line."""
    line = ' '.join(CONTROL.sub(' ', text).split())
    line = ESCAPED.sub(r'\\\g<0>', line)
    line = ''.join(ENTITIES.get(character, character) for character in line)
    line = ADDRESS.sub('&#58;', line)
    return BEGINNING.sub(lambda found: f'\\{found[1]}' if found[1] else f'{found[2]}\\{found[3]}', line)


def link(text: str, url: str) -> str:
    """A text that leads somewhere; the text alone where there is no address."""
    return f'[{inline(text) or "…"}](<{quote(url, safe=SAFE_IN_LINKS)}>)' if url else inline(text)


def paragraphs(text: str) -> str:
    """A text of several lines; they stay lines, and what an empty one sets apart stays apart."""
    lines = [inline(line) for line in text.splitlines()] or ['']
    broken = [f'{line}  ' if line and after else line for line, after in zip(lines, [*lines[1:], ''], strict=True)]
    return '\n'.join(broken).strip()


def quoted(text: str) -> str:
    """The same as a quotation."""
    return '\n'.join(f'> {line}' if line else '>' for line in paragraphs(text).split('\n'))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its columns are escaped here, its cells are Markdown already."""
    lines = [[inline(column) for column in columns], ['---'] * len(columns), *rows]
    return '\n'.join(f'| {" | ".join(line)} |' for line in lines)
