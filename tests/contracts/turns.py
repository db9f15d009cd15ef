"""Short ways to say what is asked and answered."""

from netbox_chat_sessions.conversation.decisions import DecidedBy, Decision, DecisionKind
from netbox_chat_sessions.conversation.memory import Mention
from netbox_chat_sessions.conversation.objects import ObjectKey, ObjectRef
from netbox_chat_sessions.conversation.reading import Reading
from netbox_chat_sessions.conversation.records import Outcome
from netbox_chat_sessions.conversation.reply import Reply
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.conversation.session import SaidBy, SessionStatus

ROUTE = Decision(DecisionKind.ROUTE, DecidedBy.DISABLED, reason='disabled')
HANDOFF = Decision(DecisionKind.HUMAN_HANDOFF, DecidedBy.CLASSIFIER, 0.97)
END = Decision(DecisionKind.END_SESSION, DecidedBy.CLASSIFIER, 0.99)
AFTER = {HANDOFF: SessionStatus.HANDOFF, END: SessionStatus.ENDED}


def rack(number, display=''):
    return ObjectRef(ObjectKey('dcim.rack', number), display or f'R{number}')


def device(number):
    return ObjectRef(ObjectKey('dcim.device', number), f'sw{number}')


def said(*refs, by=SaidBy.USER):
    return tuple(Mention(ref, by) for ref in refs)


def outcome(message='', text='Yes.', decision=ROUTE, agent='inventory', **fields):
    reply = fields.pop('reply', None) or Reply(text)
    reading = fields.pop('reading', None) or Reading(message)
    return Outcome(reading, decision, reply, agent, duration_ms=12, status_change=AFTER.get(decision), **fields)


def ask(store, message, session_id=None, **fields):
    return store.admit(TurnRequest(message, session_id, **fields))


def talk(store, message, session_id=None, **fields):
    """A whole turn: asked, and answered with `outcome(**fields)`."""
    return store.remember(ask(store, message, session_id), outcome(message, **fields))
