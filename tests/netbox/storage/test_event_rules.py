"""Event rules as administrators make them: a webhook, a script and a notification, run by NetBox's own queue.

The webhook is received by a real HTTP server, and jobs are run by a worker of NetBox's queue.
"""

import hmac
import json
from uuid import uuid4

import pytest
from core.choices import JobStatusChoices
from core.models import Job, ObjectType
from django.contrib.auth import get_user_model
from django.core.files.storage import storages
from django.urls import reverse
from django_rq import get_queue
from extras.forms import EventRuleForm
from extras.models import EventRule, Notification, NotificationGroup, ScriptModule, Webhook
from rq import SimpleWorker

from netbox_chat_sessions.conversation.session_events import SessionEventType
from netbox_chat_sessions.models import ChatSession
from netbox_chat_sessions.storage.orm_store import OrmSessionStore
from tests.contracts.turns import rack, said, talk
from tests.conversation.topics import TOPICS

from .receiver import receiving

# Events are told on commit, while the request is still there.
pytestmark = pytest.mark.django_db(transaction=True)

SECRET = 'between the two of us'
SAID, ANSWERED, REASON = 'what is in the secret rack', 'Nobody else should read this.', 'No answer helped'
SCRIPT = """
import json
from extras.scripts import Script

class Tell(Script):
    def run(self, data, commit):
        return json.dumps({'data': data, 'sent': self.request.POST, 'by': self.request.user.username})
"""


@pytest.fixture
def queue():
    """NetBox's queue, empty before and after."""
    found = get_queue('default')
    found.empty()
    yield found
    found.empty()


@pytest.fixture
def work(queue):
    """Lets something happen, then a worker do what was queued."""

    def run(act):
        act()
        SimpleWorker([queue], connection=queue.connection).work(burst=True)

    return run


@pytest.fixture
def session(user):
    """A session of `user` with a title of its own, about a rack."""
    store = OrmSessionStore(user, TOPICS)
    opened = store.open('A title')
    return talk(store, SAID, opened.id, text=ANSWERED, mentions=said(rack(1))).session


def rule(action, event=SessionEventType.HANDOFF_REQUESTED, **fields):
    """An event rule of the session type."""
    found = EventRule.objects.create(name=f'Chats: {action}', event_types=[event.value], action_object=action, **fields)
    found.object_types.add(ObjectType.objects.get_for_model(ChatSession))
    return found


def press(client, user, session, name, **body):
    """Press a button of the chat panel."""
    client.force_login(user)
    answer = client.post(reverse(f'plugins:netbox_chat_sessions:panel_{name}', args=[session.id]), body)
    assert answer.status_code == 200, answer.content


def payload(user, session, status, reason):
    """What every action is given."""
    return {
        'id': session.id,
        'display': 'A title',
        'session': {
            'id': session.id,
            'display': 'A title',
            'url': f'/plugins/chat-sessions/sessions/{session.id}/',
            'status': status,
        },
        'user': {'id': user.pk, 'username': 'alice'},
        'requested_by': {'id': user.pk, 'username': 'alice'},
        'reason': reason,
        'entities': [{'object_type': 'dcim.rack', 'object_id': 1, 'display': 'R1'}],
    }


@pytest.mark.parametrize(
    ('event', 'button', 'status', 'reason'),
    [
        (SessionEventType.HANDOFF_REQUESTED, 'handoff', 'handoff', REASON),
        (SessionEventType.END_REQUESTED, 'end', 'ended', ''),
    ],
)
def test_a_webhook_is_sent_once_with_who_why_and_about_what(client, user, session, work, event, button, status, reason):
    with receiving() as receiver:
        hook = Webhook.objects.create(name='Queue', payload_url=receiver.url, secret=SECRET)
        rule(hook, event, action_type='webhook')
        work(lambda: press(client, user, session, button, reason=reason))
    ((headers, body),) = receiver.received
    assert (body['event'], body['object_type']) == (event.value, 'netbox_chat_sessions.chatsession')
    assert body['data'] == payload(user, session, status, reason)
    assert body['request']['user'] == 'alice'
    raw = json.dumps(body)
    assert SAID not in raw
    assert ANSWERED not in raw
    # As NetBox signs every webhook, so that the receiver can trust it.
    assert len(headers['X-Hook-Signature']) == hmac.new(b'', digestmod='sha512').digest_size * 2


def test_conditions_and_templates_of_a_rule_see_the_payload(client, user, session, work):
    with receiving() as receiver:
        hook = Webhook.objects.create(
            name='Tickets',
            payload_url=receiver.url,
            body_template='{"title": "{{ data.user.username }}: {{ data.reason }}"}',
        )
        rule(hook, action_type='webhook', conditions={'attr': 'reason', 'value': REASON})
        work(lambda: press(client, user, session, 'handoff', reason=REASON))
        press(client, user, session, 'withdraw')
        work(lambda: press(client, user, session, 'handoff', reason='Another one'))
    assert [body for _, body in receiver.received] == [{'title': f'alice: {REASON}'}]


def test_a_script_is_run_with_it(client, user, session, work, settings, tmp_path, monkeypatch):
    monkeypatch.setitem(storages['scripts'].__dict__, 'base_location', str(tmp_path))
    monkeypatch.setitem(storages['scripts'].__dict__, 'location', str(tmp_path))
    settings.SCRIPTS_ROOT = str(tmp_path)
    (tmp_path / 'tell.py').write_text(SCRIPT)
    module = ScriptModule.objects.create(file_path='tell.py')
    rule(module.scripts.get(name='Tell'), action_type='script', action_data={'queue': 'network'})
    work(lambda: press(client, user, session, 'handoff', reason=REASON))
    job = Job.objects.get(name='Tell')
    assert job.status == JobStatusChoices.STATUS_COMPLETED, job.error
    told = json.loads(job.data['output'])
    assert told == {
        'data': {'queue': 'network'} | payload(user, session, 'handoff', REASON),
        # Not even what was sent with the request.
        'sent': {},
        'by': 'alice',
    }


def test_the_members_of_a_group_are_notified(client, user, session, work):
    group = NotificationGroup.objects.create(name='Operators')
    group.users.add(operator := get_user_model().objects.create_user('olga', is_superuser=True))
    rule(group, action_type='notification')
    work(lambda: press(client, user, session, 'handoff', reason=REASON))
    told = Notification.objects.get(user=operator)
    assert (told.event_type, told.object_repr) == ('session.human_handoff.requested', 'A title')
    client.force_login(operator)
    page = client.get(reverse('account:notifications')).content.decode()
    assert 'Chat session: person requested' in page
    assert client.get(reverse('extras:notification_read', args=[told.pk])).url == told.object.get_absolute_url()


def test_a_receiver_that_is_gone_changes_nothing_for_the_user(client, user, session, work):
    with receiving() as receiver:
        url = receiver.url
    rule(Webhook.objects.create(name='Gone', payload_url=url), action_type='webhook')
    work(lambda: press(client, user, session, 'handoff'))
    assert ChatSession.objects.get(pk=session.id).status == 'handoff'


def test_both_events_are_offered_by_name_in_the_form_of_event_rules(db):
    choices = {name: str(text) for name, text in EventRuleForm().fields['event_types'].choices}
    assert choices['session.human_handoff.requested'] == 'Chat session: person requested'
    assert choices['session.end.requested'] == 'Chat session: end requested'
    assert ObjectType.objects.get_for_model(ChatSession) in EventRuleForm().fields['object_types'].queryset


def test_who_waits_again_is_told_again_who_waits_already_is_not(client, user, session, work):
    with receiving() as receiver:
        rule(Webhook.objects.create(name='Queue', payload_url=receiver.url), action_type='webhook')

        def ask():
            press(client, user, session, 'handoff')
            turn = {'message': 'hello?', 'session': session.id, 'turn_id': uuid4()}
            client.post(reverse('plugins:netbox_chat_sessions:panel_send'), turn)
            press(client, user, session, 'handoff')

        work(ask)
        assert len(receiver.received) == 1
        work(lambda: press(client, user, session, 'withdraw'))
        work(ask)
        assert len(receiver.received) == 2
