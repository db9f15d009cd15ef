"""One exchange as the templates show it, the same in the chat panel and on the session page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from ..conversation.decisions import WAITING, DecidedBy, DecisionKind
from ..conversation.records import PERSON
from ..conversation.session import InteractionStatus
from ..models import Interaction
from ..storage.withholding import Readable
from .blocks import Block, blocks_of
from .objects import Chip, ShownObject, chips_of, links_of, objects_of
from .proposals import ShownProposal

__all__ = ('Exchange', 'exchange_of')

PENDING = InteractionStatus.PENDING
UNFINISHED = (InteractionStatus.FAILED, InteractionStatus.STOPPED, InteractionStatus.INTERRUPTED)


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
        status_label=row.get_status_display(),
        kind=readable.reply.get('kind', ''),
        withheld=readable.withheld,
        pending=status is PENDING,
        blocks=blocks_of(readable),
        resolved_message=resolved if _differs(resolved, readable.query) else '',
        chips=tuple(chips_of(readable)),
        links=tuple(links_of(readable.reply.get('links', ()))),
        choices=tuple(objects_of(readable.reply.get('choices', ()))),
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
