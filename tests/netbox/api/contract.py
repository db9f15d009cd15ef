"""The shapes that the REST contract promises: what clients may rely on, and what they send."""

from types import NoneType

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
CONTROL = {'action': str, 'human_handoff_requested': bool, 'session_ended': bool, 'next_state': str}
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
ACCEPTED = {'session': SESSION, 'interaction': INTERACTION}
ANSWER = ACCEPTED | {'turn': TURN, 'reply': REPLY | {'proposal': PROPOSAL}, 'control': CONTROL}
PREVIEW = {'turn': TURN}
CONTROLLED = {'session': SESSION, 'control': CONTROL}
RECENT = {'object_id': int, 'display': str, 'mention_count': int, 'last_mentioned': str}
CONTEXT = {
    'agent_type': str,
    'topic_domain': (str, NoneType),
    'recent_entities': {str: [RECENT]},
    'conversation_history': [{'sequence': int, 'query': str, 'response': str}],
    'entity_references': {str: {'display': str, 'said_by': ('user', 'page', 'answer'), 'last_sequence': int}},
    'summary': str,
    'characters': int,
    'tokens_estimate': int,
    'truncated': bool,
}
ERROR = {'code': str, 'detail': str}

KEY = {'object_type': str, 'object_id': int}
PAGE = KEY | {'path': str}
SENT = {
    'message': str,
    'session': (int, NoneType),
    'turn_id': (str, NoneType),
    'page': PAGE,
    'choice': KEY,
    'corrects': {'sequence': int, 'start': int, 'end': int},
    'history': [{'role': ('user', 'assistant'), 'content': str}],
    'stateless': bool,
}
PREVIEWED = {'message': str, 'page': PAGE}
RECORDED = {
    'query': str,
    'response': str,
    'agent': str,
    'turn_id': (str, NoneType),
    'entities': [KEY | {'said_by': ('user', 'page', 'answer')}],
    'listed': [KEY],
    'choices': [KEY],
}
