"""What a turn leaves behind: mentions, focus, the list that was shown, the question that stays open."""

from .decisions import Decision
from .memory import Memory, Mention, OpenQuestion
from .objects import ObjectKey
from .reading import Reading, Source
from .records import Outcome
from .reply import Reply, ReplyKind
from .session import InteractionStatus, SaidBy
from .topics import topic_after

__all__ = ('outcome_of',)

# More objects than these in one reference are a list, and a list is no mention of each of them.
MOST_MENTIONED = 5


def outcome_of(
    memory: Memory, reading: Reading, decision: Decision, reply: Reply, *, sequence: int, agent: str, duration_ms: int
) -> Outcome:
    """How a turn came out that an agent answered."""
    topic = topic_after(reading.topic, memory, sequence)
    return Outcome(
        reading,
        decision,
        reply,
        agent,
        duration_ms,
        mentions=_mentions(reading, reply),
        focus=_focus(memory, reading, reply),
        listed=_listed(reply),
        topic_domain=reading.topic.domain,
        topic_start=topic.start,
        suspended=topic.suspended,
        open_question=_open_question(reading, reply),
        status=InteractionStatus.FAILED if reply.kind is ReplyKind.ERROR else InteractionStatus.ANSWERED,
    )


def _mentions(reading: Reading, reply: Reply) -> tuple[Mention, ...]:
    by_user = [
        Mention(ref, SaidBy.PAGE if reference.source is Source.PAGE else SaidBy.USER)
        for reference in (*reading.bindings, *reading.references)
        if reference.resolved and not reference.excluded and len(reference.objects) <= MOST_MENTIONED
        for ref in reference.objects
    ]
    return (*by_user, *(Mention(ref, SaidBy.ANSWER) for ref in (*reply.mentions, *reply.focus)))


def _focus(memory: Memory, reading: Reading, reply: Reply) -> tuple[ObjectKey, ...] | None:
    """What "it" means from now on; a topic that is left takes its focus along, and brings it back."""
    if reply.focus:
        return tuple(ref.key for ref in reply.focus)
    resolved = [reference for reference in reading.bindings if reference.resolved and not reference.excluded]
    if not resolved:
        left = memory.suspended.get(reading.topic.domain or '') if reading.topic.returned else None
        return left.focus if left else () if reading.topic.changed else None
    alike = {key.object_type for key in resolved[-1].keys}
    keys = [key for reference in resolved for key in reference.keys if key.object_type in alike]
    return tuple(dict.fromkeys(keys))


def _listed(reply: Reply) -> tuple[ObjectKey, ...]:
    """The list that the reply showed; one object that was asked for is none."""
    if len(reply.objects) == 1 and reply.focus == reply.objects:
        return ()
    return tuple(ref.key for ref in reply.objects)


def _open_question(reading: Reading, reply: Reply) -> OpenQuestion | None:
    asked = reading.open
    if asked is not None and not asked.candidates and reply.choices:
        # `a rack R9 in Comms closet`: what is new is open as well, and is not what was asked about.
        offered = {choice.ref.key for choice in reply.choices}
        asked = next((ref for ref in reading.bindings if offered <= {item.key for item in ref.candidates}), None)
    if reply.kind is not ReplyKind.CLARIFICATION or asked is None or not asked.candidates:
        return None
    candidates = tuple(ref.key for ref in asked.candidates)
    return OpenQuestion(reading.question, asked.start, asked.end, candidates, reading.carried)
