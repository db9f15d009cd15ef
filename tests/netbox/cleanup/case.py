"""Sessions of every age and status, and the cleanup at a fixed time."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model
from django.utils import timezone

from netbox_chat_sessions.conversation.lifecycle import Lifecycle
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.storage.cleanup import CleanupService

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)


@dataclass(frozen=True)
class FixedClock:
    time: datetime = NOW

    def now(self):
        return self.time


def service(timeout=HOUR, retention=90 * DAY, batch_size=200, handoff=None, rest=0):
    return CleanupService(Lifecycle(timeout, retention, handoff_timeout=handoff), FixedClock(), batch_size, rest)


def make_user(name='ada'):
    return get_user_model().objects.create_user(name)


def make_session(user, status='active', idle=None, age=timedelta(0), pending=None):
    """A session: `idle` since its last interaction (None: without any), `pending`: age of a turn without an answer."""
    session = ChatSession.objects.create(
        user=user, status=status, last_interaction=None if idle is None else NOW - idle
    )
    ChatSession.objects.filter(pk=session.pk).update(created=NOW - age, last_updated=NOW - age)
    if pending is not None:
        turn = Interaction.objects.create(session=session, sequence=1, query='where is it?')
        Interaction.objects.filter(pk=turn.pk).update(created=NOW - pending)
    return session


def make_waiting(user, since, person, active):
    session = make_session(user, 'handoff', idle=active, age=since)
    ChatSession.objects.filter(pk=session.pk).update(handoff_requested=NOW - since, handoff_reason='It is urgent')
    # What others say is no answer to whoever waits.
    for sequence, (agent, age) in enumerate([('person', person), ('inventory', active), ('person', since + HOUR)], 1):
        if age is not None:
            turn = Interaction.objects.create(session=session, sequence=sequence, agent=agent, status='answered')
            Interaction.objects.filter(pk=turn.pk).update(created=NOW - age)
    return session


def idle_now(idle):
    """For `make_session`: idle for that long by the machine's own clock."""
    return NOW - timezone.now() + idle
