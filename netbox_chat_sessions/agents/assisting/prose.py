"""What a language model wrote, as plain text: no links, no markup, nothing that cannot be seen."""

import re
import unicodedata

__all__ = ('is_plain', 'plain_prose')

LONGEST = 2000
# Addresses of any scheme, HTML, entities, links and pictures of Markdown, tables, code.
FORBIDDEN = re.compile(
    r'\w[\w+.-]*://|\bwww\.|\b(?:javascript|data|mailto|vbscript|file):|[<>]|&#?\w+;|\]\s*\(|\]\s*:|!\[|```|\|',
    re.IGNORECASE,
)
# Marks at the beginning of a line, and around words.
LINE_MARK = re.compile(r'^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+', re.MULTILINE)
WORD_MARK = re.compile(r'\*\*|__|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)')
UNSEEN = ('Cc', 'Cf', 'Co', 'Cn', 'Cs', 'Zl', 'Zp')


def plain_prose(text: str) -> str:
    """The text on one line; empty where there is none, it is too long, or it holds a link or markup.

    Marks that say nothing (bold, bullets, headings) are taken away.
    """
    seen = ''.join(char if unicodedata.category(char) not in UNSEEN or char == '\n' else '' for char in text)
    if len(seen) > LONGEST or _forbidden(seen):
        return ''
    return ' '.join(WORD_MARK.sub('', LINE_MARK.sub('', seen)).split())


def is_plain(text: str) -> bool:
    """Whether a text may stand in an answer as it is: what a query was chosen by is told in its answer."""
    return not _forbidden(text) and not any(unicodedata.category(char) in UNSEEN for char in text)


def _forbidden(text: str) -> bool:
    return bool(FORBIDDEN.search(text) or FORBIDDEN.search(unicodedata.normalize('NFKC', text)))
