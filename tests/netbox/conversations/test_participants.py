"""What one participant learns from the turns of another who may see more, channel by channel."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.urls import reverse
from rest_framework.test import APIClient

from netbox_chat_sessions.models import ChatSession, Interaction
from tests.netbox.undone import undone

from .test_live_truth import LiveTruthCase

PAGES = 'plugins:netbox_chat_sessions:'
HIDDEN = ('R101', 'oslo-rtr01', 'oslo-sw01', 'NL-1', 'NL-2', 'Comms closet')


@dataclass(frozen=True)
class Channel:
    """A way to learn of Anna's turns.

    Attributes:
        name: What the test calls it.
        asked: What Anna says.
        secret: What she reads there, and Bob must not.
        told: What is told to a reader.
    """

    name: str
    asked: tuple[str, ...]
    secret: str
    told: Callable[['ParticipantsTest', Any], str]


def rest(path, method='GET', body=None):
    """What the REST API answers; `{session}` and `{interaction}` stand for those of Anna's last turn."""

    def told(case, reader):
        answer = case.call(reader, method, path.format(session=case.session, interaction=case.interaction), body)
        assert answer.status == 200, answer.raw
        return json.dumps(answer.body, ensure_ascii=False)

    return told


def say(message):
    """What a reader is told who goes on with these words."""

    def told(case, reader):
        answer = case.say(message, reader)
        return json.dumps([answer['turn'], answer['reply']], ensure_ascii=False)

    return told


def page(name, *args, **query):
    """A page of ours, or a part of the panel."""

    def told(case, reader):
        case.client.force_login(reader)
        numbers = {'session': case.session, 'interaction': case.interaction}
        url = reverse(name, args=[numbers[arg] for arg in args])
        answer = case.client.get(url, {key: numbers.get(value, value) for key, value in query.items()})
        assert answer.status_code == 200
        return answer.content.decode()

    return told


def graphql(query):
    def told(case, reader):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=reader.plain_token)
        return client.post('/graphql/', {'query': query}, format='json').content.decode()

    return told


def resolving(text):
    return rest('sessions/{session}/resolve/', 'POST', {'message': text})


SHOWN = ('show R101',)
LISTED = ('which devices are in R101?',)
ASKED_BACK = ('show Nordlink', 'compare NL-2 with the Comms closet')
CHANNELS = (
    Channel('interactions of the session', SHOWN, 'R101', rest('sessions/{session}/interactions/')),
    Channel('all interactions', SHOWN, 'R101', rest('interactions/')),
    Channel('one interaction', SHOWN, 'R101', rest('interactions/{interaction}/')),
    Channel('rows of an answer', LISTED, 'oslo-rtr01', rest('interactions/{interaction}/')),
    Channel('search in interactions', SHOWN, 'R101', rest('interactions/?q=R101')),
    Channel('memory', SHOWN, 'R101', rest('sessions/{session}/memory/')),
    Channel('entity references', SHOWN, 'R101', rest('entity-references/')),
    Channel('recent entities', SHOWN, 'R101', rest('sessions/{session}/context/?agent_type=intent_recognition')),
    Channel('history', SHOWN, 'R101', rest('sessions/{session}/context/?agent_type=response_generation')),
    Channel('GraphQL', SHOWN, 'R101', graphql('{entity_reference_list {object_repr} chat_session_list {title}}')),
    Channel('pronoun', SHOWN, 'R101', say('how full is it?')),
    Channel('typed phrase', SHOWN, 'R101', say('how full is the rack?')),
    Channel('possessive', SHOWN, 'oslo-rtr01', say('list its devices')),
    Channel('relation', ('show oslo-rtr01',), 'R101', say('how full is the rack?')),
    Channel('shown list', LISTED, 'oslo-rtr01', say('show the first one')),
    Channel('the whole list', LISTED, 'oslo-rtr01', say('show them')),
    Channel('suspended topic', ('show R101', 'show NL-1'), 'R101', say('back to the rack')),
    Channel('object of a suspended topic', ('show R101', 'show NL-1'), 'R101', say('back to infrastructure')),
    Channel(
        'question of a suspended topic',
        ('devices whose name contains slo-rtr', 'list the circuits'),
        'slo-rtr',
        say('back to infrastructure'),
    ),
    Channel('property carried over', ('what is the serial of oslo-rtr01?',), 'oslo-rtr01', say('and the status?')),
    Channel('words carried over', ('devices whose name contains slo-rtr',), 'slo-rtr', say('how many?')),
    Channel('preview of a pronoun', SHOWN, 'R101', resolving('how full is it?')),
    Channel('preview of an ordinal', LISTED, 'oslo-rtr01', resolving('show the first one')),
    Channel('open question', ASKED_BACK, 'NL-2', say('2')),
    Channel('candidates', ASKED_BACK, 'Comms closet', rest('interactions/{interaction}/')),
    Channel('panel', SHOWN, 'R101', page(f'{PAGES}panel', session='session')),
    Channel('sessions in the panel', SHOWN, '', page(f'{PAGES}panel_sessions')),
    Channel('session page', SHOWN, 'R101', page(f'{PAGES}chatsession', 'session')),
    Channel('interaction page', SHOWN, 'R101', page(f'{PAGES}interaction', 'interaction')),
    Channel('session list', SHOWN, '', page(f'{PAGES}chatsession_list')),
    Channel('export', SHOWN, '', page(f'{PAGES}chatsession_list', export='')),
)


class ParticipantsTest(LiveTruthCase):
    """Anna sees everything; Bob sees one rack and what is in it, and takes part in her session."""

    def setUp(self):
        super().setUp()
        self.let_see(self.bob, ['circuits.circuit'], rack={'name': 'R102'}, device={'rack__name': 'R102'})

    def start(self, *asked):
        """A session that Anna has shared with Bob, and in which she has said something since."""
        cache.clear()
        self.session = None
        self.interaction = self.say('show R102')['interaction']['id']
        ChatSession.objects.get(pk=self.session).participants.add(self.bob)
        for message in asked:
            self.interaction = self.say(message)['interaction']['id']

    def test_no_channel_tells_what_is_hidden(self):
        for asked in dict.fromkeys(channel.asked for channel in CHANNELS):
            self.start(*asked)
            session = self.session
            for channel in CHANNELS:
                if channel.asked != asked:
                    continue
                with self.subTest(channel.name):
                    with undone():
                        self.deny({*HIDDEN, channel.secret} - {''}, channel.told(self, self.bob))
                    self.session = session
                    with undone():
                        self.assertIn(channel.secret, channel.told(self, self.anna))
                    self.session = session

    def test_what_both_may_see_is_told_with_who_asked_it(self):
        self.start()
        for name, told in (
            ('rest', rest('sessions/{session}/interactions/')),
            ('panel', page(f'{PAGES}panel', session='session')),
            ('session page', page(f'{PAGES}chatsession', 'session')),
        ):
            with self.subTest(name):
                self.assertIn('R102', told(self, self.bob))
                self.assertIn('anna', told(self, self.bob))

    def test_an_object_that_only_one_may_see_is_gone_for_the_other(self):
        self.start('show R101')
        answer = self.say('how full is it?', self.bob)
        self.assertEqual(self.only(answer), ('gone', []))
        self.assertEqual(self.only(self.say('how full is it?')), ('resolved', ['R101']))

    def test_nothing_goes_on_from_a_question_that_is_withheld(self):
        """Neither its conditions nor its list: it is as if it had not been asked."""
        for message in (
            'how many?',
            'how many are active?',
            'only the active ones',
            'show me more',
            'show the third one',
        ):
            with self.subTest(message):
                self.start()
                unasked = self.say(message, self.bob)
                self.start('devices whose name contains slo-')
                asked = self.say(message, self.bob)
                for part in ('kind', 'text', 'query'):
                    self.assertEqual(asked['reply'][part], unasked['reply'][part])

    def test_a_topic_goes_on_for_who_left_it_whatever_others_said_since(self):
        self.start('devices whose name contains slo-', 'list the circuits')
        self.say('which prefixes are there?', self.bob)
        answer = self.say('back to infrastructure: how many?')
        self.assertEqual(answer['reply']['query']['filters'], {'name__ic': ['slo-']})

    def test_a_question_that_nobody_has_read_yet_is_its_authors(self):
        for status in ('pending', 'failed', 'interrupted', 'stopped'):
            with self.subTest(status):
                self.start()
                Interaction.objects.create(
                    session_id=self.session, sequence=2, author=self.anna, query='is R101 full?', status=status
                )
                for told in (
                    rest('sessions/{session}/interactions/'),
                    rest('interactions/?q=full'),
                    page(f'{PAGES}panel', session='session'),
                    page(f'{PAGES}chatsession', 'session'),
                ):
                    self.deny(HIDDEN, told(self, self.bob))
                    self.assertIn('is R101 full?', told(self, self.anna))
                self.assertNotIn('data-chat-retry', page(f'{PAGES}panel', session='session')(self, self.bob))

    def test_what_somebody_thought_of_a_hidden_answer_is_hidden_too(self):
        self.start('show R101')
        rated = {'rating': 'down', 'rating_comment': 'R101 is elsewhere'}
        self.call(self.anna, 'PATCH', f'interactions/{self.interaction}/', rated)
        for told in (rest('interactions/{interaction}/'), page(f'{PAGES}interaction', 'interaction')):
            self.assertIn('is elsewhere', told(self, self.anna))
            self.deny(('is elsewhere',), told(self, self.bob))
