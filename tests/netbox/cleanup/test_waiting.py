"""Sessions that wait for a person who does not come."""

import pytest
from extras.models import JournalEntry

from netbox_chat_sessions.conversation.lifecycle import CleanupReport
from netbox_chat_sessions.models import ChatSession
from netbox_chat_sessions.wiring import cleanup_service

from .case import DAY, HOUR, NOW, SECOND, idle_now, make_user, make_waiting, service

# waiting since, person wrote, active last → status afterwards, None: deleted; with four hours to wait
WAITING = {
    'just asked': (HOUR, None, HOUR, 'handoff'),
    'a second too early': (4 * HOUR - SECOND, None, 4 * HOUR, 'handoff'),
    'nobody came, the user still writes': (4 * HOUR, None, HOUR - SECOND, 'active'),
    'nobody came, the user has left': (4 * HOUR, None, 4 * HOUR, 'expired'),
    'a person wrote': (6 * HOUR, 4 * HOUR - SECOND, 4 * HOUR - SECOND, 'handoff'),
    'a person wrote, and never again': (6 * HOUR, 4 * HOUR, 2 * HOUR, 'expired'),
    'nobody came for ages': (100 * DAY, None, 100 * DAY, None),
}


@pytest.mark.django_db
def test_who_waits_in_vain_is_given_back_to_the_assistant():
    user = make_user()
    made = {name: make_waiting(user, *case[:-1]).pk for name, case in WAITING.items()}
    waiting = service(handoff=4 * HOUR)
    counted = waiting.run(dry_run=True)
    assert waiting.run() == counted == CleanupReport(released=4, expired=3, purged=1)
    left = dict(ChatSession.objects.values_list('pk', 'status'))
    assert {name: left.get(pk) for name, pk in made.items()} == {name: case[-1] for name, case in WAITING.items()}
    told = {entry.assigned_object_id: entry for entry in JournalEntry.objects.all()}
    given_back = {made[name] for name, case in WAITING.items() if case[-1] in ('active', 'expired')}
    assert told.keys() == given_back
    assert all('No person came in time.' in entry.comments and entry.created_by is None for entry in told.values())
    session = ChatSession.objects.get(pk=made['nobody came, the user still writes'])
    assert (session.handoff_requested, session.handoff_reason, session.last_updated) == (None, '', NOW)


@pytest.mark.django_db
def test_without_a_time_to_wait_nobody_is_given_back():
    made = make_waiting(make_user(), *WAITING['nobody came for ages'][:-1])
    assert service().run() == CleanupReport()
    made.refresh_from_db()
    assert made.status == 'handoff'


@pytest.mark.django_db
@pytest.mark.parametrize(('seconds', 'status'), [(None, 'handoff'), (0, 'handoff'), (3600, 'expired')])
def test_the_time_to_wait_is_a_setting(settings, seconds, status):
    settings.PLUGINS_CONFIG = {'netbox_chat_sessions': {'handoff_timeout': seconds}}
    session = make_waiting(make_user(), idle_now(DAY), None, idle_now(DAY))
    cleanup_service().run()
    session.refresh_from_db()
    assert session.status == status
