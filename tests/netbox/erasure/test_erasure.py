"""A word that came in through every door is gone when its session is deleted, whoever deletes it and how."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from core.models import Job, ObjectType
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django_rq import get_queue
from extras.models import EventRule, Notification, NotificationGroup, Subscription, Webhook
from rest_framework.test import APIClient
from rq import SimpleWorker

from netbox_chat_sessions.conversation.lifecycle import Lifecycle
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.storage.cleanup import CleanupService
from tests.netbox.api.conversation_case import BASE, token_header
from tests.netbox.storage.receiver import receiving

from .traces import keys_with, tables_with

pytestmark = pytest.mark.django_db

EVENTS = ['session.human_handoff.requested', 'session.end.requested', 'object_deleted']
# RQ's own: a finished job is kept for 500 seconds, one that failed for a year.
FINISHED, FAILED = 500, 365 * 24 * 3600


class World:
    """An owner and an operator with their programs and browsers, event rules, and a worker of NetBox's queue."""

    def __init__(self, commit, receiver):
        self.commit, self.receiver, self.queue = commit, receiver, get_queue('default')
        self.word = f'zq{uuid4().hex}'
        self.owner = get_user_model().objects.create_user('grace')
        self.operator = get_user_model().objects.create_user('olga', is_superuser=True)
        group = NotificationGroup.objects.create(name='Operators')
        group.users.add(self.operator)
        self.rule(Webhook.objects.create(name='Tickets', payload_url=receiver.url), action_type='webhook')
        self.rule(group, action_type='notification')

    def rule(self, action, **fields):
        made = EventRule.objects.create(name=f'Chats: {action}', event_types=EVENTS, action_object=action, **fields)
        made.object_types.add(ObjectType.objects.get_for_model(ChatSession))

    def call(self, user, method, path, data=None):
        """A request of the REST API, committed."""
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=token_header(user))
        with self.commit(execute=True):
            answer = getattr(client, method)(path, data, format='json')
        assert answer.status_code < 300, answer.content
        return answer.json() if answer.content else None

    def browse(self, user, path, **data):
        """A form that is sent, committed; returns the browser."""
        browser = Client()
        browser.force_login(user)
        with self.commit(execute=True):
            answer = browser.post(path, data)
        assert answer.status_code in (200, 302), answer.content
        return browser

    def work(self):
        """Let the worker do what was queued."""
        with self.commit(execute=True):
            SimpleWorker([self.queue], connection=self.queue.connection).work(burst=True)

    def plant(self):
        """A session with the word in it wherever somebody can write something; returns its ID."""
        word, owner, operator = self.word, self.owner, self.operator
        turn = self.call(owner, 'post', f'{BASE}chat/', {'message': f'Which devices are in {word}?'})
        session = turn['session']['id']
        here = f'{BASE}sessions/{session}/'
        self.call(owner, 'post', f'{here}interactions/', {'query': f'and {word}?', 'response': f'It is {word}.'})
        interaction = f'{BASE}interactions/{turn["interaction"]["id"]}/'
        self.call(owner, 'patch', interaction, {'rating': 'down', 'rating_comment': f'Not {word}'})
        self.call(owner, 'patch', here, {'title': f'About {word}'})
        content_type = ObjectType.objects.get_for_model(ChatSession)
        Subscription.objects.create(user=operator, object_type=content_type, object_id=session)
        self.call(owner, 'post', f'{here}handoff/', {'reason': f'I miss {word}'})
        self.call(operator, 'post', f'{here}messages/', {'message': f'I see {word}'})
        entry = {'assigned_object_type': 'netbox_chat_sessions.chatsession', 'assigned_object_id': session}
        entries = '/api/extras/journal-entries/'
        made = self.call(operator, 'post', entries, entry | {'comments': f'Looking for {word}'})
        self.call(operator, 'patch', f'{entries}{made["id"]}/', {'comments': f'Found {word}'})
        edit = reverse('plugins:netbox_chat_sessions:chatsession_edit', args=[session])
        self.browse(owner, edit, title=f'More about {word}')
        self.call(owner, 'post', f'{here}end/', {'reason': f'Enough of {word}'})
        self.work()
        return session


def by_rest(world, session):
    world.call(world.owner, 'delete', f'{BASE}sessions/{session}/')


def by_rest_in_bulk(world, session):
    world.call(world.owner, 'delete', f'{BASE}sessions/', [{'id': session}])


def on_its_page(world, session):
    path = reverse('plugins:netbox_chat_sessions:chatsession_delete', args=[session])
    browser = world.browse(world.owner, path, confirm='true')
    assert world.word not in str(browser.cookies), 'the message about the deletion names it'


def in_the_list(world, session):
    path = reverse('plugins:netbox_chat_sessions:chatsession_bulk_delete')
    world.browse(world.owner, path, pk=session, confirm='true', _confirm='true')


def in_the_list_in_background(world, session):
    path = reverse('plugins:netbox_chat_sessions:chatsession_bulk_delete')
    world.browse(world.operator, path, pk=session, confirm='true', _confirm='true', background_job='true')
    world.work()
    job = Job.objects.get(name__contains='Bulk delete')
    assert (job.status, len(job.log_entries)) == ('completed', 2), job.error


def with_its_user_by_rest(world, session):
    world.call(world.operator, 'delete', f'/api/users/users/{world.owner.pk}/')


def with_its_user_on_the_page(world, session):
    world.browse(world.operator, reverse('users:user_delete', args=[world.owner.pk]), confirm='true')


def by_the_cleanup(world, session):
    class LaterClock:
        def now(self):
            return datetime.now(UTC) + timedelta(days=91)

    lifecycle = Lifecycle(timedelta(hours=1), timedelta(days=90))
    with world.commit(execute=True):
        assert CleanupService(lifecycle, LaterClock()).purge().purged == 1


WAYS = [
    by_rest,
    by_rest_in_bulk,
    on_its_page,
    in_the_list,
    in_the_list_in_background,
    with_its_user_by_rest,
    with_its_user_on_the_page,
    by_the_cleanup,
]


@pytest.fixture
def world(django_capture_on_commit_callbacks):
    """A world whose webhooks arrive."""
    with receiving() as receiver:
        made = World(django_capture_on_commit_callbacks, receiver)
        made.queue.connection.flushdb()
        yield made
        made.queue.connection.flushdb()


@pytest.mark.parametrize('delete', WAYS, ids=lambda way: way.__name__)
def test_nothing_is_left_of_a_deleted_session(world, delete):
    session = world.plant()
    assert tables_with(world.word) == {
        'netbox_chat_sessions_chatsession',
        'netbox_chat_sessions_interaction',
        'extras_journalentry',
        'extras_cachedvalue',
        'extras_notification',
    }, 'a door is shut, or leads somewhere else'
    delete(world, session)
    world.work()
    assert not ChatSession.objects.filter(pk=session).exists()
    assert not Interaction.objects.exists()
    assert tables_with(world.word) == set()
    # What NetBox's event rules were told stands in jobs of NetBox's queue for as long as these are kept.
    left = keys_with(world.word)
    assert left, 'webhooks are not looked at'
    assert all(key.startswith('rq:job:') and 0 < seconds <= FINISHED for key, seconds in left.items()), left


@pytest.mark.parametrize('delete', [by_rest, with_its_user_on_the_page], ids=lambda way: way.__name__)
def test_event_rules_are_told_which_session_was_deleted_and_not_what_was_said(world, delete):
    session = world.plant()
    asked, ended = (body['data'] for _, body in world.receiver.received)
    assert (asked['reason'], ended['display']) == (f'I miss {world.word}', f'More about {world.word}')
    delete(world, session)
    world.work()
    _, body = world.receiver.received[-1]
    assert (body['event'], len(world.receiver.received)) == ('deleted', 3)
    told = body['data']
    assert (told['id'], told['display'], told['title']) == (session, f'Chat session {session}', '')
    assert told['user']['username'] == 'grace'
    assert world.word not in str(body)
    assert Notification.objects.get(user=world.operator, object_id=session).object_repr == f'Chat session {session}'


def test_no_job_keeps_the_titles_that_it_sets(world, monkeypatch):
    # As if a worker were there to take it.
    monkeypatch.setattr('netbox.api.viewsets.mixins.any_workers_for_queue', lambda queue: True)
    session = ChatSession.objects.create(user=world.owner)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=token_header(world.owner))
    answer = client.patch(f'{BASE}sessions/?background=true', [{'id': session.pk, 'title': world.word}], format='json')
    assert (answer.status_code, tables_with(world.word)) == (400, set())
    answer = client.delete(f'{BASE}sessions/?background=true', [{'id': session.pk}], format='json')
    assert answer.status_code == 202


@pytest.mark.parametrize('read', [b'string', b'zset'])
def test_words_are_found_where_they_are(world, read):
    """Else an empty result would say nothing."""
    redis = world.queue.connection
    write = {
        b'string': lambda: redis.set('here', f'a {world.word}', ex=60),
        b'zset': lambda: redis.zadd('here', {world.word: 1}),
    }
    write[read]()
    assert keys_with(world.word).keys() == {'here'}


def test_a_webhook_that_failed_keeps_the_reason_for_a_year(django_capture_on_commit_callbacks):
    with receiving() as gone:
        pass
    world = World(django_capture_on_commit_callbacks, gone)
    world.queue.connection.flushdb()
    by_rest(world, world.plant())
    world.work()
    left = keys_with(world.word)
    assert left
    assert all(key.startswith('rq:job:') and 0 < seconds <= FAILED for key, seconds in left.items()), left
    world.queue.connection.flushdb()
