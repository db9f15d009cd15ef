"""The title of a session that nobody has named: its owner's first question that was answered."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from ..conversation.reading import Source
from ..conversation.reply import ReplyKind
from ..conversation.session import InteractionStatus
from ..models import ChatSession, Interaction
from .access import find_session
from .withholding import withheld

__all__ = ('automatic_title', 'earned_title', 'is_real_answer', 'rename', 'title_from', 'title_of')

LONGEST = ChatSession._meta.get_field('title').max_length
# Answers looked at where a title is taken back: a conversation that begins with more small talk than this is rare.
LOOKED_AT = 20


def title_from(question: str) -> str:
    """The beginning of a question as a title: one line, at most as long as titles may be, cut at a word."""
    text = ' '.join(question.split())
    if len(text) <= LONGEST:
        return text
    start = text[: LONGEST - 1]
    return (start[: start.rfind(' ')] if ' ' in start else start).rstrip() + '…'


def is_real_answer(reply: Mapping[str, Any], reading: Mapping[str, Any]) -> bool:
    """Whether a reply answers a question about something: greetings and help are answers too, but about nothing.

    What somebody else's agent answered is taken at its word: nobody has said what it was about.

    Args:
        reply: `Reply.as_json`, or empty.
        reading: As stored: `Reading.as_json`, with `about` unless it was recorded.
    """
    if reply.get('kind') != ReplyKind.ANSWER:
        return False
    if 'about' not in reading:
        return bool(reply['text'])
    return bool(reply['query'] or reply['objects'] or reading['about'])


def title_of(query: str, reading: Mapping[str, Any]) -> str:
    """A question as the one who asked it recognises it later.

    Their own words, unless they meant something only where they were said ("2", "how full is it?", "this rack"): then
    the words with everything filled in.

    Args:
        query: What was said.
        reading: `Reading.as_json`, or empty.
    """
    by_name = all(reference.get('source') in (None, Source.NAME) for reference in reading.get('references', ()))
    return title_from(query if query and by_name else reading.get('resolved_message') or query)


def earned_title(row: ChatSession, author: Any, turn: Interaction) -> str:
    """The title that a session has once a question has been answered; empty where it gets none.

    No statement once there is a title, one while the session is shared.

    Args:
        row: The session, locked.
        author: Who asked.
        turn: The question with its answer, stored.
    """
    if row.title or author.pk != row.user_id or not is_real_answer(turn.reply, turn.reading):
        return ''
    return automatic_title(row, author)


def automatic_title(row: ChatSession, owner: Any) -> str:
    """The title that a session has by itself: its first question that was answered; empty where it has none.

    Only its owner's words become one, and only while nobody else takes part: a title names what it likes, and whoever
    sees the session reads it.

    Args:
        row: The session.
        owner: Its user, whose permissions count.
    """
    if row.pk is None or row.participants.exists():
        return ''
    answered = Interaction.objects.filter(
        session=row, author=row.user_id, status=InteractionStatus.ANSWERED.value, reply__kind=ReplyKind.ANSWER.value
    ).order_by('sequence')[:LOOKED_AT]
    real = [turn for turn in answered if is_real_answer(turn.reply, turn.reading)]
    hidden = withheld(real, owner)
    return next((title_of(turn.query, turn.reading) for turn in real if turn.pk not in hidden), '')


def rename(user: Any, session_id: int, title: str) -> ChatSession:
    """Give a session another title, and leave its time and place alone; an empty one takes back what a person gave.

    Raises:
        SessionNotFound: There is none that the user may see.
        PermissionMissing: The user may see it, but not change it.
        ValidationError: The title breaks a rule of NetBox's configuration.
    """
    with transaction.atomic():
        row = find_session(user, session_id, 'change', lock=True)
        row.title, row.title_is_manual = title or automatic_title(row, row.user), bool(title)
        row.full_clean()
        # Saved, not updated: NetBox's search and event rules are told. `last_updated` stays as it is.
        row.save(update_fields=['title', 'title_is_manual'])
    return row
