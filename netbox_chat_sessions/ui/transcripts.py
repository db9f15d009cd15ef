"""A part of a session's transcript, as one reader may see it."""

from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import gettext as _
from users.models import User

from ..conversation.session import InteractionStatus
from ..models import ChatSession, Interaction
from ..storage.withholding import readable, withheld
from .exchanges import Exchange, exchange_of
from .proposals import proposals_of

__all__ = ('PAGE', 'Transcript', 'exchanges_of', 'news_of', 'transcript_of')

# Exchanges that are shown at a time.
PAGE = 20


@dataclass(frozen=True)
class Transcript:
    """Exchanges in chronological order.

    Attributes:
        earlier: Sequence number below which there are more; None when these are the first.
    """

    exchanges: tuple[Exchange, ...]
    earlier: int | None = None


def transcript_of(session: ChatSession, reader: User, *, before: int | None = None) -> Transcript:
    """The latest `PAGE` exchanges of a session that the reader may see; answers they may not see are withheld.

    Args:
        session: A session that the reader may see.
        reader: Whose permissions count.
        before: Only exchanges with a lower sequence number.
    """
    rows = Interaction.objects.among(session=session.pk).restrict(reader, 'view').select_related('author')
    if before is not None:
        rows = rows.filter(sequence__lt=before)
    latest = list(rows.order_by('-sequence')[: PAGE + 1])
    shown = latest[:PAGE][::-1]
    return Transcript(
        exchanges=exchanges_of(shown, reader),
        earlier=shown[0].sequence if len(latest) > PAGE else None,
    )


def news_of(session: ChatSession, reader: User, *, after: int) -> Transcript:
    """What has been said since a sequence number, up to a question that is still being answered.

    At most `PAGE` exchanges; the next ones follow when they are asked for.

    Args:
        session: A session that the reader may see.
        reader: Whose permissions count.
        after: The last sequence number that the reader has.
    """
    rows = Interaction.objects.among(session=session.pk).restrict(reader, 'view').filter(sequence__gt=after)
    latest = rows.select_related('author').order_by('sequence')[:PAGE]
    return Transcript(exchanges_of(list(takewhile(_settled, latest)), reader))


def _settled(row: Interaction) -> bool:
    return row.status != InteractionStatus.PENDING


def exchanges_of(rows: list[Interaction], reader: User) -> tuple[Exchange, ...]:
    """The exchanges for stored interactions in their order, each with its author selected."""
    hidden, proposals = withheld(rows, reader), proposals_of(rows, reader)
    rateable = Interaction.objects.restrict(reader, 'change').filter(pk__in=[row.pk for row in rows])
    rated = set(rateable.values_list('pk', flat=True)) if rows else set()
    return tuple(
        exchange_of(
            row,
            readable(row, reader, withheld=row.pk in hidden),
            author=_author(row, reader),
            can_rate=row.pk in rated,
            proposal=proposals.get(row.pk),
        )
        for row in rows
    )


def _author(row: Interaction, reader: User) -> str:
    if row.author is None:
        return _('Somebody who is no longer here')
    return '' if row.author_id == reader.pk else str(row.author)
