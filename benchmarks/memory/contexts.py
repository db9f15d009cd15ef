"""How large the contexts of a conversation are beside an unbounded history, and how much of them a turn used."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from netbox_chat_sessions.conversation.followups import CARRYING
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.wiring import context_builder, session_store

__all__ = ('Sizes', 'Use', 'context_of', 'sizes_of', 'state_bytes', 'used_of')

CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class Sizes:
    """Tokens (characters / 4) after so many interactions.

    Attributes:
        contexts: By agent type.
        texts: Of all questions and answers and of all entity references, as JSON like a context.
        shown: The same with the tables that the answers showed.
    """

    interactions: int
    contexts: Mapping[str, int]
    texts: int
    shown: int


@dataclass(frozen=True)
class Use:
    """Of a context: how many items it held, how many of them the next turn used, and how many that one needed.

    Attributes:
        found: Of those needed, how many the context held.
    """

    held: int
    used: int
    needed: int
    found: int


def sizes_of(user: Any, session_id: int) -> Sizes:
    """The sizes as they are now."""
    store, builder = session_store(user), context_builder(user)
    session = store.find(session_id)
    memory = store.recall(session)
    contexts = {name: builder.build(name, memory)['tokens_estimate'] for name in builder.types}
    rows = list(Interaction.objects.filter(session_id=session_id).order_by('sequence'))
    references = [
        {'display': item.display, 'said_by': item.said_by.value, 'last_mentioned': item.last_mentioned.isoformat()}
        for item in store.entities(session)
    ]
    said = [{'sequence': row.sequence, 'query': row.query, 'response': row.response} for row in rows]
    shown = [{**one, 'shown': list(_tables(row.reply))} for one, row in zip(said, rows, strict=True)]
    return Sizes(len(rows), contexts, _tokens([said, references]), _tokens([shown, references]))


def context_of(user: Any, session_id: int, agent_type: str) -> Mapping[str, Any]:
    """What an agent would be given in the next turn."""
    store = session_store(user)
    return context_builder(user).build(agent_type, store.recall(store.find(session_id)))


def used_of(context: Mapping[str, Any], turn: Mapping[str, Any]) -> Use:
    """What a turn used of the context that its agent would have been given."""
    held = {*context.get('entity_references', ()), *_grouped(context.get('recent_entities', {}))}
    needed = {
        f'{item["object_type"]}:{item["object_id"]}'
        for reference in turn['references']
        if reference['source'] == 'memory'
        for item in reference['objects'][:5]
    }
    history = [said['sequence'] for said in context.get('conversation_history', ())]
    carries = bool(history) and not CARRYING.isdisjoint(turn['followup_signals'])
    used = len(needed & held) + carries
    return Use(len(held) + len(history), used, len(needed) + carries, used)


def state_bytes(session_id: int) -> int:
    """Bytes of what a session's row holds of the conversation, as JSON."""
    names = ('title', 'topic_domain', 'topic_start', 'active_agent', 'focus', 'suspended')
    row = ChatSession.objects.values(*names).get(pk=session_id)
    return len(json.dumps(row, ensure_ascii=False).encode())


def _grouped(entities: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    for object_type, items in entities.items():
        yield from (f'{object_type}:{item["object_id"]}' for item in items)


def _tables(reply: Mapping[str, Any]) -> Iterator[Any]:
    yield from (block['rows'] for block in reply.get('blocks', ()) if 'rows' in block)


def _tokens(told: Any) -> int:
    return -(-len(json.dumps(told, ensure_ascii=False)) // CHARACTERS_PER_TOKEN)
