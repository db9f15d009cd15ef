"""The shapes that the REST contract promises, and what deviates from them."""

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any

OBJECT = {'object_type': str, 'object_id': int, 'display': str, 'url': str, 'detail': str}
REFERENCE = {
    'phrase': str,
    'start': int,
    'end': int,
    'status': ('resolved', 'ambiguous', 'unresolved', 'gone'),
    'source': ('name', 'memory', 'page', 'relation', 'unique', 'choice', None),
    'objects': [OBJECT],
    'candidates': [OBJECT],
}
TURN = {
    'decision': ('continue', 'route', 'human_handoff', 'end_session'),
    'decided_by': ('classifier', 'fallback', 'disabled', 'user'),
    'confidence': (float, NoneType),
    'reason': (str, NoneType),
    'query_type': ('followup', 'standalone'),
    'followup_signals': [str],
    'topic': {'domain': (str, NoneType), 'previous': (str, NoneType), 'changed': bool},
    'agent': (str, NoneType),
    'references': [REFERENCE],
    'resolved_message': str,
}
REPLY = {
    'text': str,
    'blocks': [dict],
    'kind': ('answer', 'clarification', 'not_found', 'not_understood', 'proposal', 'control', 'error'),
    'total': (int, NoneType),
    'shown': int,
    'objects': [OBJECT],
    'query': (dict, NoneType),
    'links': [{'text': str, 'url': str}],
    'choices': [OBJECT | {'message': str}],
}
SESSION = {
    'id': int,
    'url': str,
    'display': str,
    'title': str,
    'status': ('active', 'handoff', 'ended', 'expired'),
    'topic_domain': (str, NoneType),
    'active_agent': (str, NoneType),
}
INTERACTION = {
    'id': int,
    'url': str,
    'sequence': int,
    'status': ('pending', 'answered', 'stopped', 'failed', 'interrupted'),
}
ANSWER = {'session': SESSION, 'interaction': INTERACTION, 'turn': TURN, 'reply': REPLY, 'control': (dict, NoneType)}
PROPOSAL = {
    'id': int,
    'url': str,
    'expires': str,
    'action': ('create', 'update', 'delete'),
    'object_type': str,
    'object': OBJECT | {'object_id': (int, NoneType)},
    'changes': [{'field': str, 'label': str, 'before': str, 'after': str}],
    'dependents': [{'object_type': str, 'label': str, 'count': int, 'more': bool}],
}
PROPOSING = ANSWER | {'reply': REPLY | {'proposal': PROPOSAL}}
STATELESS = ANSWER | {'session': NoneType, 'interaction': {}}


def deviations(value: Any, shape: Any, where: str = 'answer') -> Iterator[str]:
    """What is not as promised: keys that are missing or not promised, types and words that are not allowed."""
    if isinstance(shape, dict):
        if not isinstance(value, Mapping):
            yield f'{where} is {value!r}'
            return
        for key in set(shape) ^ set(value):
            yield f'{where}.{key} is {"missing" if key in shape else "not promised"}'
        for key in set(shape) & set(value):
            yield from deviations(value[key], shape[key], f'{where}.{key}')
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f'{where} is {value!r}'
            return
        for position, item in enumerate(value):
            yield from deviations(item, shape[0], f'{where}[{position}]')
    else:
        allowed = shape if isinstance(shape, tuple) else (shape,)
        if not any(type(value) is kind if isinstance(kind, type) else value == kind for kind in allowed):
            yield f'{where} is {value!r}'
