"""Several answers in one reply."""

from collections.abc import Sequence
from dataclasses import replace

from ...conversation.reply import Reply, ReplyKind

__all__ = ('joined',)

SETTLED = (ReplyKind.ANSWER, ReplyKind.NOT_FOUND)


def joined(replies: Sequence[Reply]) -> Reply:
    """The replies to the questions of one message as one, in their order.

    Its objects, count and query are those of the first question, which is what a follow-up goes on from. A question
    back is asked alone: what it is about decides the rest. What was not understood is said beside what was answered.
    """
    if len(replies) == 1:
        return replies[0]
    asking = next((reply for reply in replies if reply.kind is ReplyKind.CLARIFICATION), None)
    if asking:
        return asking
    first = next((reply for reply in replies if reply.kind in SETTLED), replies[0])
    answered = any(reply.kind is ReplyKind.ANSWER for reply in replies)
    return replace(
        first,
        text=' '.join(reply.text for reply in replies),
        kind=ReplyKind.ANSWER if answered else first.kind,
        blocks=tuple(block for reply in replies for block in reply.blocks),
        links=tuple(dict.fromkeys(link for reply in replies for link in reply.links)),
        mentions=tuple(dict.fromkeys(ref for reply in replies for ref in reply.mentions)),
        named=tuple(dict.fromkeys(key for reply in replies for key in reply.named)),
    )
