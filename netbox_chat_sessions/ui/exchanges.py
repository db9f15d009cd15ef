"""One exchange as the templates show it, the same in the chat panel and on the session page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from ..conversation.decisions import WAITING, DecidedBy, DecisionKind
from ..conversation.records import PERSON
from ..conversation.reply import ReplyKind
from ..conversation.session import InteractionStatus
from ..models import Interaction
from ..storage.withholding import Readable
from .proposals import ShownProposal

__all__ = ('Block', 'Cell', 'Chip', 'Exchange', 'ShownObject', 'exchange_of')

PENDING = InteractionStatus.PENDING
UNFINISHED = (InteractionStatus.FAILED, InteractionStatus.STOPPED, InteractionStatus.INTERRUPTED)


@dataclass(frozen=True)
class ShownObject:
    """An object, with its page where it has one."""

    display: str
    url: str = ''
    detail: str = ''
    object_type: str = ''
    object_id: int | None = None
    message: str = ''


@dataclass(frozen=True)
class Chip:
    """How one reference was read.

    Attributes:
        phrase: The user's words; empty where the reference had none of its own.
        source: Where it was found, for people; empty while it is not resolved.
        status: As in the REST contract.
        objects: What it stands for.
        place: Which of the message's references it is, counted from 0.
    """

    phrase: str
    source: str
    status: str
    objects: tuple[ShownObject, ...] = ()
    place: int = 0


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


@dataclass(frozen=True)
class Exchange:
    """One exchange.

    Attributes:
        id: Primary key of the interaction.
        withheld: The answer is about something the reader may not see, so it is not shown.
        resolved_message: How the message was read; empty where that is no news.
        marker: A decision worth a word; empty for the ordinary course.
        topic: The domain that the turn moved to; empty when it did not move.
        choices: What a clarification offers.
        notice: Why there is no answer; empty when there is one.
        person: Who wrote it, where it is no answer but what a person wrote to those who wait.
        pressed: What somebody did with a button, in a sentence; empty where there are words.
        quiet: It says once more that a person has been asked.
        seconds: How long it has been waiting for its answer, or is known to have.
        stopped: Nobody waits for the rest of the answer.
        own: The reader has asked it, in words.
        rating: What was thought of the answer: `up`, `down` or nothing.
        rating_comment: Why.
        can_rate: The reader may say what they think of it.
        proposal: The change that it proposes, as it stands now.
    """

    id: int | None
    sequence: int
    turn_id: str
    query: str
    created: datetime
    status: str
    status_label: str
    kind: str = ''
    withheld: bool = False
    pending: bool = False
    blocks: tuple[Block, ...] = ()
    resolved_message: str = ''
    chips: tuple[Chip, ...] = ()
    links: tuple[ShownObject, ...] = ()
    choices: tuple[ShownObject, ...] = ()
    marker: str = ''
    topic: str = ''
    notice: str = ''
    details: Mapping[str, Any] = field(default_factory=dict)
    author: str = ''
    can_retry: bool = False
    person: str = ''
    pressed: str = ''
    quiet: bool = False
    seconds: int = 0
    stopped: bool = False
    own: bool = False
    rating: str = ''
    rating_comment: str = ''
    can_rate: bool = False
    proposal: ShownProposal | None = None


def exchange_of(
    row: Interaction,
    readable: Readable,
    *,
    author: str = '',
    can_rate: bool = False,
    proposal: ShownProposal | None = None,
) -> Exchange:
    """The exchange for a stored interaction.

    Args:
        row: Where and when it was, and what was decided.
        readable: What of it the reader may see.
        author: Who asked, when it is not the reader; only they can ask again.
        can_rate: The reader may rate it.
        proposal: The change that it proposes.
    """
    status = InteractionStatus(row.status)
    topic = readable.reading.get('topic') or {}
    resolved = readable.reading.get('resolved_message') or ''
    return Exchange(
        id=row.pk,
        sequence=row.sequence,
        turn_id=str(row.turn_id or ''),
        query=readable.query,
        created=row.created,
        status=status.value,
        status_label=row.get_status_display(),
        kind=readable.reply.get('kind', ''),
        withheld=readable.withheld,
        pending=status is PENDING,
        blocks=_blocks(readable),
        resolved_message=resolved if _differs(resolved, readable.query) else '',
        chips=tuple(_chips(readable)),
        links=tuple(_links(readable.reply.get('links', ()))),
        choices=tuple(_objects(readable.reply.get('choices', ()))),
        marker=_marker(row),
        topic=topic.get('domain') or '' if topic.get('changed') else '',
        notice=_notice(status, readable.response),
        details=_details(row),
        author=author,
        can_retry=status in UNFINISHED and not author,
        person=(author or _('You')) if not row.query and row.agent == PERSON else '',
        pressed=_pressed(row, author),
        quiet=row.reason == WAITING,
        seconds=round(max(0.0, (timezone.now() - row.created).total_seconds())) if status is PENDING else 0,
        stopped=status is InteractionStatus.STOPPED,
        own=not author and bool(row.query),
        rating=row.rating,
        rating_comment=readable.rating_comment,
        can_rate=can_rate and not readable.withheld and bool(readable.reply),
        proposal=None if readable.withheld else proposal,
    )


def _differs(resolved: str, query: str) -> bool:
    return bool(resolved) and ' '.join(resolved.split()).casefold() != ' '.join(query.split()).casefold()


def _safe(url: Any) -> str:
    """Only paths of this NetBox and web addresses become links."""
    text = url if isinstance(url, str) else ''
    inside = text.startswith('/') and not text.startswith(('//', '/\\'))
    return text if inside or text.startswith(('http://', 'https://')) else ''


def _objects(items: Iterable[Mapping[str, Any]]) -> Iterator[ShownObject]:
    for item in items:
        yield ShownObject(
            display=str(item.get('display', '')),
            url=_safe(item.get('url')),
            detail=str(item.get('detail') or ''),
            object_type=str(item.get('object_type', '')),
            object_id=item.get('object_id'),
            message=str(item.get('message') or item.get('display', '')),
        )


def _chips(readable: Readable) -> Iterator[Chip]:
    """The references; of a change only what was found, as the rest is what the object shall be called."""
    changes = readable.reply.get('kind') == ReplyKind.PROPOSAL
    for place, reference in enumerate(readable.reading.get('references', ())):
        if reference.get('objects') or not changes:
            yield _chip(reference, place)


def _chip(reference: Mapping[str, Any], place: int) -> Chip:
    return Chip(
        phrase=str(reference.get('phrase', '')),
        source=_source(reference.get('source')),
        status=str(reference.get('status', '')),
        objects=tuple(_objects(reference.get('objects', ()))),
        place=place,
    )


def _source(source: str | None) -> str:
    names = {
        'name': _('by name'),
        'memory': _('from this conversation'),
        'page': _('from the page'),
        'relation': _('by relation'),
        'unique': _('the only one'),
        'choice': _('as chosen'),
    }
    return names.get(source or '', '')


def _links(links: Iterable[Mapping[str, Any]]) -> Iterator[ShownObject]:
    for link in links:
        if url := _safe(link.get('url')):
            yield ShownObject(str(link.get('text', url)), url)


def _blocks(readable: Readable) -> tuple[Block, ...]:
    reply = readable.reply
    urls = {(item['object_type'], item['object_id']): _safe(item.get('url')) for item in reply.get('objects', ())}
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


def _marker(row: Interaction) -> str:
    """Control decisions, unless a person has said so already; other ones when somebody has decided at all."""
    if row.decided_by == DecidedBy.USER:
        return ''
    ordinary = not row.decision or row.decided_by in ('', DecidedBy.DISABLED)
    if ordinary and not (row.decision and DecisionKind(row.decision).is_control):
        return ''
    return row.get_decision_display()


def _pressed(row: Interaction, author: str) -> str:
    if row.query or row.decided_by != DecidedBy.USER:
        return ''
    if row.decision == DecisionKind.HUMAN_HANDOFF:
        return _('{user} asked for a person.').format(user=author) if author else _('You asked for a person.')
    return _('{user} ended the session.').format(user=author) if author else _('You ended the session.')


def _notice(status: InteractionStatus, response: str) -> str:
    # An answer may say itself that it failed.
    if status not in UNFINISHED or (response and status is InteractionStatus.FAILED):
        return ''
    notices = {
        InteractionStatus.FAILED: _('This question could not be answered.'),
        InteractionStatus.STOPPED: _('This answer was stopped.'),
        InteractionStatus.INTERRUPTED: _('This answer was interrupted.'),
    }
    return notices[status]


def _details(row: Interaction) -> dict[str, Any]:
    return {
        'decision': row.get_decision_display(),
        'decided_by': row.get_decided_by_display(),
        'confidence': None if row.confidence is None else round(row.confidence * 100),
        'reason': '' if row.reason == row.decided_by else row.reason.replace('_', ' '),
        'agent': row.agent,
        'duration_ms': row.duration_ms,
        'query_type': row.reading.get('query_type', ''),
    }
