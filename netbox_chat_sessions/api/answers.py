"""A finished turn as the REST contract shows it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.request import Request
from rest_framework.reverse import reverse

from ..conversation.reply import text_block
from ..conversation.results import TurnResult
from ..conversation.session import Interaction, Session
from ..models import ChatSession

__all__ = ('accepted_json', 'answer_json', 'session_json')

NAMESPACE = 'plugins-api:netbox_chat_sessions-api'


def session_json(session: Session, request: Request) -> dict[str, Any]:
    """The session of a turn."""
    return {
        'id': session.id,
        'url': reverse(f'{NAMESPACE}:chatsession-detail', kwargs={'pk': session.id}, request=request),
        'display': str(ChatSession(pk=session.id, title=session.title)),
        'title': session.title,
        'status': session.status.value,
        'topic_domain': session.topic_domain or None,
        'active_agent': session.active_agent or None,
    }


def interaction_json(interaction: Interaction, request: Request) -> dict[str, Any]:
    """The stored interaction of a turn."""
    return {
        'id': interaction.id,
        'url': reverse(f'{NAMESPACE}:interaction-detail', kwargs={'pk': interaction.id}, request=request),
        'sequence': interaction.sequence,
        'status': interaction.status.value,
    }


def accepted_json(session: Session, interaction: Interaction, request: Request) -> dict[str, Any]:
    """Where the question is stored."""
    return {'session': session_json(session, request), 'interaction': interaction_json(interaction, request)}


def answer_json(result: TurnResult, request: Request) -> Mapping[str, Any]:
    """The answer of `chat/`; a turn that was not stored has no session and an empty interaction."""
    stored = (
        {'session': None, 'interaction': {}}
        if result.session is None or result.interaction is None
        else accepted_json(result.session, result.interaction, request)
    )
    return {**stored, 'turn': result.turn, 'reply': _reply(result, request), 'control': result.control}


def _reply(result: TurnResult, request: Request) -> Mapping[str, Any]:
    """The reply, with the whole address of its proposal.

    What was not looked at of a history is told in a block behind it, not in what is sent again.
    """
    heard, told, reply = result.heard, '', dict(result.reply)
    if proposal := reply.get('proposal'):
        reply['proposal'] = {**proposal, 'url': request.build_absolute_uri(proposal['url'])}
    if heard.ignored:
        told = _('The history that was sent was not looked at: this server does not use any.')
    elif heard.unusable:
        told = ngettext(
            '{count} part of the history that was sent was not looked at: it is no text of the role user or assistant.',
            '{count} parts of the history that was sent were not looked at: they are no text of the role user or '
            'assistant.',
            heard.unusable,
        ).format(count=heard.unusable)
    return {**reply, 'blocks': [*reply['blocks'], text_block(told)]} if told else reply
