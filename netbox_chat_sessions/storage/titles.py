"""The title of a session that nobody has named."""

from ..models import ChatSession

__all__ = ('title_from',)

LONGEST = ChatSession._meta.get_field('title').max_length


def title_from(message: str) -> str:
    """The beginning of a message as a title: one line, at most as long as titles may be, cut at a word."""
    text = ' '.join(message.split())
    if len(text) <= LONGEST:
        return text
    start = text[: LONGEST - 1]
    return (start[: start.rfind(' ')] if ' ' in start else start).rstrip() + '…'
