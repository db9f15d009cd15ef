"""A session as a file, as one reader may see it: what is withheld from them in the panel is withheld here."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ..models import ChatSession, Interaction
from .blocks import Block
from .exchanges import Exchange
from .markdown import inline, link, paragraphs, quoted, table
from .transcripts import exchanges_of

__all__ = ('JsonExport', 'MarkdownExport')

# So many at a time, however long the session is.
BATCH = 100
LONGEST_NAME = 50


@dataclass(frozen=True)
class Export:
    """A session as a file.

    Attributes:
        session: A session that the reader may see.
        reader: Whose permissions count.
        root: Address of this NetBox, for links that lead back.
    """

    session: ChatSession
    reader: Any
    root: str = ''

    content_type = ''
    extension = ''

    @property
    def filename(self) -> str:
        """Letters, digits and hyphens: fit for every file system and header."""
        title = slugify(self.session.title)[:LONGEST_NAME].strip('-')
        return f'chat-session-{self.session.pk}{"-" if title else ""}{title}.{self.extension}'

    def __iter__(self) -> Iterator[str]:
        """The file, piece by piece."""
        raise NotImplementedError

    def exchanges(self) -> Iterator[tuple[Interaction, Exchange]]:
        """All that was said, in chronological order."""
        last = 0
        while rows := self._after(last):
            yield from zip(rows, exchanges_of(rows, self.reader), strict=True)
            last = rows[-1].sequence

    def _after(self, sequence: int) -> list[Interaction]:
        visible: QuerySet[Interaction] = Interaction.objects.among(session=self.session.pk).restrict(
            self.reader, 'view'
        )
        rows = visible.filter(sequence__gt=sequence).select_related('author')
        return list(rows.order_by('sequence')[:BATCH])

    def url(self, path: str) -> str:
        """The whole address of a page."""
        return f'{self.root}{path}' if path.startswith('/') else path


class MarkdownExport(Export):
    """For people."""

    content_type = 'text/markdown; charset=utf-8'
    extension = 'md'

    def __iter__(self) -> Iterator[str]:
        """The file, piece by piece."""
        session = self.session
        facts = (
            (_('User'), str(session.user)),
            (_('Participants'), ', '.join(str(user) for user in session.participants.all())),
            (_('Status'), str(session.get_status_display())),
            (_('Topic domain'), session.topic_domain),
            (_('Created'), _time(session.created)),
            (_('Last interaction'), _time(session.last_interaction)),
        )
        yield f'# {link(str(session), self.url(session.get_absolute_url()))}\n\n'
        yield ''.join(f'- {inline(str(name))}: {inline(value)}\n' for name, value in facts if value)
        for row, exchange in self.exchanges():
            yield '\n' + '\n\n'.join(part for part in self._exchange(row, exchange) if part) + '\n'

    def _exchange(self, row: Interaction, exchange: Exchange) -> Iterator[str]:
        who = exchange.person or exchange.author or str(row.author or '')
        yield f'## {row.sequence} · {inline(who)} · {_time(row.created)}'
        yield inline(exchange.pressed)
        yield quoted(exchange.query)
        if exchange.resolved_message:
            yield f'*{inline(_("Read as"))}:* {inline(exchange.resolved_message)}'
        for block in exchange.blocks:
            yield self._block(block)
        yield inline(exchange.notice)
        yield '\n'.join(f'- {inline(choice.display)} {inline(choice.detail)}'.rstrip() for choice in exchange.choices)
        yield ' · '.join(link(item.display, self.url(item.url)) for item in exchange.links)

    def _block(self, block: Block) -> str:
        if block.kind != 'table':
            return paragraphs(block.text)
        rows = ([link(cell.text, self.url(cell.url)) for cell in row] for row in block.rows)
        return table(block.columns, rows)


class JsonExport(Export):
    """For programs: what the REST API shows of the interactions, without what only NetBox needs."""

    content_type = 'application/json'
    extension = 'json'

    def __iter__(self) -> Iterator[str]:
        """The file, piece by piece."""
        session = self.session
        head = {
            'id': session.pk,
            'url': self.url(session.get_absolute_url()),
            'title': session.title,
            'user': str(session.user),
            'participants': [str(user) for user in session.participants.all()],
            'status': session.status,
            'topic_domain': session.topic_domain or None,
            'created': _iso(session.created),
            'last_interaction': _iso(session.last_interaction),
            'interaction_count': session.interaction_count,
        }
        yield f'{{"session": {_json(head)},\n"interactions": ['
        for number, (row, exchange) in enumerate(self.exchanges()):
            yield f'{"," if number else ""}\n{_json(self._interaction(row, exchange))}'
        yield '\n]}\n'

    def _interaction(self, row: Interaction, exchange: Exchange) -> dict[str, Any]:
        return {
            'sequence': row.sequence,
            'created': _iso(row.created),
            'answered': _iso(row.answered),
            'author': str(row.author) if row.author else None,
            'status': row.status,
            'query': exchange.query,
            'resolved_message': exchange.resolved_message or exchange.query,
            'references': [
                {
                    'phrase': chip.phrase,
                    'status': chip.status,
                    'objects': [_object(item) for item in chip.objects],
                }
                for chip in exchange.chips
            ],
            'kind': exchange.kind,
            'withheld': exchange.withheld,
            'blocks': [_block(block) for block in exchange.blocks],
            'links': [{'text': item.display, 'url': self.url(item.url)} for item in exchange.links],
            'choices': [_object(choice) for choice in exchange.choices],
            'agent': row.agent,
            'decision': row.decision,
            'decided_by': row.decided_by,
            'rating': row.rating,
        }


def _object(item: Any) -> dict[str, Any]:
    return {
        'object_type': item.object_type,
        'object_id': item.object_id,
        'display': item.display,
        'detail': item.detail,
    }


def _block(block: Block) -> dict[str, Any]:
    if block.kind != 'table':
        return {'kind': block.kind, 'text': block.text}
    rows: Sequence[Sequence[str]] = [[cell.text for cell in row] for row in block.rows]
    return {'kind': block.kind, 'columns': block.columns, 'rows': rows}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _iso(moment: Any) -> str | None:
    return moment.isoformat() if moment else None


def _time(moment: Any) -> str:
    return localtime(moment).strftime('%Y-%m-%d %H:%M %Z') if moment else ''
