"""The chat panel's HTML: what is shown, and that it is safe."""

from uuid import uuid4

from dcim.models import Location, Rack, Site
from django.core.cache import cache
from django.db import connection
from django.test import Client, TestCase, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from users.models import User

from netbox_chat_sessions.conversation.reading import TopicReading
from netbox_chat_sessions.conversation.reply import Link, Reply
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.ui.transcripts import PAGE

from .records import allow, exchange, listing, mention, open_session, question, ref, said

PREFIX = 'plugins:netbox_chat_sessions:'
HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>"\''


class PanelCase(TestCase):
    """Ann, who may see sites and racks."""

    @classmethod
    def setUpTestData(cls):
        cls.ann = User.objects.create_user(username='ann')
        for model in (Site, Rack, Location):
            allow(cls.ann, 'view', model)
        cls.site = Site.objects.create(name='Akron', slug='akron')

    def setUp(self):
        self.client.force_login(self.ann)

    def transcript(self, session=None, **query):
        if session:
            query['session'] = session.pk
        answer = self.client.get(reverse(f'{PREFIX}panel'), query)
        assert answer.status_code == 200
        return answer.content.decode()

    def send(self, **fields):
        return self.client.post(reverse(f'{PREFIX}panel_send'), {'turn_id': uuid4(), **fields})


class TranscriptTest(PanelCase):
    def test_a_new_session_says_hello(self):
        page = self.transcript()
        assert 'data-chat-welcome' in page
        assert 'data-session=""' in page

    def test_an_answer_shows_its_table_links_and_reading(self):
        session = open_session(self.ann)
        exchange(session, 'what is there', listing('Akron', [self.site]), said('what', self.site, resolved='At Akron?'))
        page = self.transcript(session)
        assert '1 devices at Akron.' in page
        assert f'<a href="{self.site.get_absolute_url()}">Akron</a>' in page
        assert 'href="/dcim/devices/?site_id=1"' in page
        assert 'At Akron?' in page
        assert 'by name' in page

    def test_a_reading_that_is_no_news_is_not_shown(self):
        session = open_session(self.ann)
        exchange(session, 'Devices at Akron', Reply('None.'), said('Devices at Akron', self.site))
        assert 'Read as' not in self.transcript(session)

    def test_only_the_last_question_can_be_answered_by_a_button(self):
        racks = [Rack.objects.create(name='Comms', site=self.site) for _ in range(2)]
        session = open_session(self.ann)
        exchange(session, 'the rack', question(racks))
        exchange(session, 'the other rack', question(racks))
        buttons = [part.split('>')[0] for part in self.transcript(session).split('data-chat-choice\n')[1:]]
        assert ['disabled' in button for button in buttons] == [True, True, False, False]
        assert f'data-object-id="{racks[0].pk}"' in buttons[2]

    def test_changes_of_topic_and_control_decisions_are_marked(self):
        session = open_session(self.ann)
        exchange(
            session, 'feeds', Reply('Two.'), said('feeds', self.site, topic=TopicReading('power', 'network', True))
        )
        exchange(
            session, 'a human please', Reply('Somebody will come.'), decision='human_handoff', decided_by='classifier'
        )
        page = self.transcript(session)
        assert 'Topic: power' in page
        assert 'Human handoff' in page
        assert 'Route' not in page

    def test_everything_is_escaped(self):
        site = Site.objects.create(name=HOSTILE[:100], slug='hostile')
        session = open_session(self.ann, HOSTILE)
        exchange(session, HOSTILE, listing(HOSTILE, [site]), said(HOSTILE, site, resolved=HOSTILE + '?'))
        exchange(session, HOSTILE, question([Rack.objects.create(name=HOSTILE[:100], site=site)]))
        mention(session, site)
        for page in (
            self.transcript(session),
            self.client.get(reverse(f'{PREFIX}panel_sessions')).content.decode(),
            self.client.get(session.get_absolute_url()).content.decode(),
        ):
            assert '<script>alert' not in page
            assert '<img src=x' not in page
            assert '&lt;script&gt;alert(1)' in page

    def test_links_lead_nowhere_but_to_pages(self):
        session = open_session(self.ann)
        bad = ('javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', '')
        exchange(
            session, 'links', Reply('See.', links=tuple(Link('bad', url) for url in bad) + (Link('good', '/dcim/'),))
        )
        page = self.transcript(session)
        assert 'href="/dcim/"' in page
        assert not any(f'href="{url}' in page for url in ('javascript', '//', '/\\', 'data:'))

    def test_earlier_messages_are_a_page_away(self):
        session = open_session(self.ann)
        for number in range(1, PAGE + 3):
            exchange(session, f'Question {number}.')
        page = self.transcript(session)
        assert 'Question 2.' not in page
        assert 'Question 3.' in page
        assert 'data-before="3"' in page
        earlier = self.transcript(session, before=3)
        assert 'Question 1.' in earlier
        assert 'data-chat-earlier' not in earlier

    def test_unfinished_turns_are_told_and_may_be_tried_again(self):
        session = open_session(self.ann)
        exchange(session, 'one', status='failed')
        assert 'data-chat-retry-turn' in self.transcript(session)
        exchange(session, 'two', status='pending')
        page = self.transcript(session)
        assert 'data-chat-unanswered' in page
        assert 'data-chat-retry-turn' not in page

    def test_an_ended_session_takes_no_messages(self):
        session = open_session(self.ann, status='ended')
        exchange(session, 'bye')
        assert 'data-writable="false"' in self.transcript(session)

    def test_a_long_session_costs_no_more_statements(self):
        session = open_session(self.ann)
        for number in range(3):
            exchange(session, f'Question {number}', listing('Akron', [self.site]), said('what', self.site))
        for _ in range(2):
            # What is looked up once and kept, types of objects for example.
            self.transcript(session)
        with CaptureQueriesContext(connection) as few:
            self.transcript(session)
        for number in range(PAGE * 2):
            exchange(session, f'More {number}', listing('Akron', [self.site]), said('what', self.site))
        with self.assertNumQueries(len(few)):
            self.transcript(session)


class SendTest(PanelCase):
    def test_a_question_is_answered_and_kept(self):
        answer = self.send(message='How many sites are there?')
        assert answer.status_code == 200
        page = answer.content.decode()
        session = ChatSession.objects.get()
        assert session.user == self.ann
        assert f'data-session="{session.pk}"' in page
        assert Interaction.objects.get().response in page
        assert 'How many sites are there?' in self.transcript(session)

    def test_the_same_turn_runs_once(self):
        turn = uuid4()
        first = self.send(message='How many sites are there?', turn_id=turn)
        session = ChatSession.objects.get()
        again = self.send(message='How many sites are there?', turn_id=turn, session=session.pk)
        assert first.content == again.content
        assert Interaction.objects.count() == 1

    def test_a_choice_answers_the_open_question(self):
        racks = [
            Rack.objects.create(name='Comms', site=Site.objects.create(name=name, slug=name.lower()))
            for name in ('Boston', 'Camden')
        ]
        asked = self.send(message='Where is rack Comms?')
        assert asked.content.decode().count('data-chat-choice\n') == 2
        session = ChatSession.objects.get()
        chosen = self.send(
            message='Camden', session=session.pk, choice_type='dcim.rack', choice_id=racks[1].pk
        ).content.decode()
        assert 'Camden' in chosen
        assert 'as chosen' in chosen

    def test_bad_requests_say_what_is_wrong(self):
        with override_settings(PLUGINS_CONFIG={'netbox_chat_sessions': {'max_message_chars': 10}}):
            too_long = self.send(message='x' * 11)
        assert too_long.status_code == 400
        assert '10 characters' in too_long.content.decode()
        for fields in ({'message': ' '}, {'message': 'x', 'turn_id': 'no'}, {'message': 'x', 'choice_id': 1}):
            assert self.send(**fields).status_code == 400, fields
        assert not ChatSession.objects.exists()

    def test_too_many_questions_have_to_wait(self):
        cache.clear()
        with override_settings(PLUGINS_CONFIG={'netbox_chat_sessions': {'throttle': '2/min'}}):
            answers = [self.send(message='How many sites are there?') for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert 0 < int(answers[2]['Retry-After']) <= 60
        assert Interaction.objects.count() == 2

    def test_an_ended_session_says_so(self):
        session = open_session(self.ann, status='ended')
        answer = self.send(message='hello', session=session.pk)
        assert answer.status_code == 409
        assert 'data-code="session_ended"' in answer.content.decode()

    def test_ending_and_asking_for_a_person(self):
        session = open_session(self.ann)
        handed = self.client.post(reverse(f'{PREFIX}panel_handoff', args=[session.pk])).content.decode()
        assert 'Waiting for a person' in handed
        ended = self.client.post(reverse(f'{PREFIX}panel_end', args=[session.pk])).content.decode()
        assert 'data-writable="false"' in ended
        session.refresh_from_db()
        assert session.status == 'ended'

    def test_forged_posts_are_refused(self):
        stranger = Client(enforce_csrf_checks=True)
        stranger.force_login(self.ann)
        answer = stranger.post(reverse(f'{PREFIX}panel_send'), {'message': 'hello', 'turn_id': uuid4()})
        assert answer.status_code == 403
        assert not ChatSession.objects.exists()


class PageObjectTest(PanelCase):
    def test_the_page_gives_words_their_meaning(self):
        page = self.send(message='How many racks are at this site?', page=self.site.get_absolute_url()).content.decode()
        assert 'from the page' in page
        assert ref(self.site).url in page
