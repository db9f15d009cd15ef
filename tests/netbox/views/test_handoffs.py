"""A session that waits for a person: its page for operators and owners, the list of those who wait, and the chat."""

from uuid import uuid4

from dcim.models import Rack, Site
from django.contrib.messages import get_messages
from django.test import TestCase
from django.urls import reverse
from extras.models import JournalEntry
from netbox.navigation.menu import get_menus
from users.models import User

from netbox_chat_sessions.conversation.decisions import DecisionKind
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from netbox_chat_sessions.wiring import turn_service

from .records import allow, exchange, open_session

PREFIX = 'plugins:netbox_chat_sessions:'
HIDDEN_ANSWER = 'This answer is about something that you may not see.'


class HandoffCase(TestCase):
    """Ann waits, and Ben takes part; Olga operates and may see sites; Eve is nobody in particular."""

    @classmethod
    def setUpTestData(cls):
        cls.ann, cls.ben, cls.olga, cls.eve = (
            User.objects.create_user(username=name) for name in ('ann', 'ben', 'olga', 'eve')
        )
        for model in (Site, Rack):
            allow(cls.ann, 'view', model)
        for model in (Site, JournalEntry):
            allow(cls.olga, 'view', model)
        for action in ('view', 'release'):
            allow(cls.olga, action, ChatSession, status='handoff')
        for model in (Interaction, EntityReference):
            allow(cls.olga, 'view', model, session__status='handoff')
        cls.site = Site.objects.create(name='Akron', slug='akron')
        cls.rack = Rack.objects.create(name='R101', site=cls.site)

    def setUp(self):
        service = turn_service(self.ann)
        self.pk = service.handle(TurnRequest('show Akron')).session.id
        service.handle(TurnRequest('how full is R101?', self.pk))
        service.control(self.pk, DecisionKind.HUMAN_HANDOFF, 'It cannot be <b>empty</b>')

    @property
    def session(self):
        return ChatSession.objects.get(pk=self.pk)

    def see(self, user, name='chatsession', *args, **query):
        self.client.force_login(user)
        return self.client.get(reverse(PREFIX + name, args=args or (self.pk,)), query)

    def do(self, user, name, pk=None, **body):
        self.client.force_login(user)
        return self.client.post(reverse(PREFIX + name, args=[pk or self.pk]), body)

    def answer(self, user, text='I will look.', **body):
        return self.do(user, 'chatsession_answer', message=text, **{'turn_id': uuid4(), **body})

    def said(self):
        rows = Interaction.objects.filter(session=self.pk, agent='person').order_by('sequence')
        return list(rows.values_list('author__username', 'response'))


class OperatorPageTest(HandoffCase):
    def test_it_tells_who_waits_why_and_about_what_and_nothing_hidden(self):
        page = self.see(self.olga).content.decode()
        for shown in ('Waiting since', 'ann', 'It cannot be &lt;b&gt;empty&lt;/b&gt;', 'Last questions', 'show Akron'):
            assert shown in page
        assert f'<a href="{self.site.get_absolute_url()}">Akron</a>' in page
        assert HIDDEN_ANSWER in page
        assert 'R101' not in page
        assert 'A person was asked for.' in page, 'the journal'
        for name in ('answer', 'release'):
            assert reverse(f'{PREFIX}chatsession_{name}', args=[self.pk]) in page
        assert reverse(f'{PREFIX}chatsession_withdraw', args=[self.pk]) not in page

    def test_whoever_may_not_see_the_journal_is_shown_none(self):
        assert 'A person was asked for.' not in self.see(self.ann).content.decode()

    def test_the_owner_may_only_go_on_without(self):
        page = self.see(self.ann).content.decode()
        assert 'Waiting since' in page
        assert reverse(f'{PREFIX}chatsession_withdraw', args=[self.pk]) in page
        for name in ('answer', 'release'):
            assert reverse(f'{PREFIX}chatsession_{name}', args=[self.pk]) not in page

    def test_the_transcript_is_looked_at_again_only_while_somebody_waits(self):
        assert 'hx-trigger="every' in self.see(self.olga).content.decode()
        self.do(self.olga, 'chatsession_release')
        assert 'hx-trigger="every' not in self.see(self.ann).content.decode()

    def test_an_operator_who_no_longer_sees_it_looks_no_more(self):
        self.do(self.olga, 'chatsession_release')
        self.client.force_login(self.olga)
        for pk in (self.pk, 987654):
            url = reverse(f'{PREFIX}chatsession', args=[pk])
            assert self.client.get(url).status_code == 404
            stop = self.client.get(url, headers={'HX-Request': 'true'})
            assert (stop.status_code, stop.headers['HX-Reswap'], stop.content) == (286, 'none', b'')

    def test_a_message_is_sent_once(self):
        turn = uuid4()
        for _ in range(2):
            answer = self.answer(self.olga, turn_id=turn)
            assert (answer.status_code, answer.url) == (302, self.session.get_absolute_url())
        assert self.said() == [('olga', 'I will look.')]
        page = self.see(self.ann).content.decode()
        assert 'I will look.' in page
        assert 'olga' in page

    def test_what_is_wrong_is_said(self):
        for text, told in (('', 'required'), ('x' * 4001, '4000')):
            answer = self.answer(self.olga, text)
            assert told in ' '.join(str(message) for message in get_messages(answer.wsgi_request))
        assert self.said() == []

    def test_release_leaves_a_note_and_nothing_to_see(self):
        answer = self.do(self.olga, 'chatsession_release', note='Was a filter')
        assert (answer.status_code, answer.url) == (302, reverse(f'{PREFIX}chatsession_waiting'))
        assert self.session.status == 'active'
        assert JournalEntry.objects.latest('pk').comments == 'Given back to the assistant.\n\nWas a filter'
        assert self.see(self.olga).status_code == 404

    def test_too_late_is_said_too(self):
        allow(self.olga, 'view', ChatSession)
        allow(self.olga, 'release', ChatSession)
        self.do(self.ann, 'chatsession_withdraw')
        answer = self.answer(self.olga)
        *_, told = get_messages(answer.wsgi_request)
        assert str(told) == 'Nobody waits for a person in this session.'

    def test_others_may_not(self):
        ChatSession.objects.get(pk=self.pk).participants.add(self.ben)
        for name in ('answer', 'release', 'withdraw'):
            body = {'message': 'hello', 'turn_id': uuid4()}
            assert self.do(self.ben, f'chatsession_{name}', **body).status_code == 403, name
            hidden = self.do(self.eve, f'chatsession_{name}', **body)
            missing = self.do(self.eve, f'chatsession_{name}', 987654, **body)
            assert hidden.status_code == missing.status_code == 404, name
            assert self.client.get(reverse(f'{PREFIX}chatsession_{name}', args=[self.pk])).status_code == 405
        assert (self.session.status, self.said()) == ('handoff', [])


class WaitingListTest(HandoffCase):
    def test_the_longest_wait_comes_first(self):
        other = open_session(self.ann, 'Another one')
        exchange(other, 'hello')
        open_session(self.ann, 'Not waiting')
        turn_service(self.ann).control(other.pk, DecisionKind.HUMAN_HANDOFF)
        self.client.force_login(self.olga)
        page = self.client.get(reverse(f'{PREFIX}chatsession_waiting'))
        assert [row.record.pk for row in page.context['table'].rows] == [self.pk, other.pk]
        assert 'It cannot be &lt;b&gt;empty&lt;/b&gt;' in page.content.decode()
        self.client.force_login(self.eve)
        assert not self.client.get(reverse(f'{PREFIX}chatsession_waiting')).context['table'].rows

    def test_the_menu_has_it_for_operators_alone(self):
        url = reverse(f'{PREFIX}chatsession_waiting')
        assert any(str(item.url) == url for menu in get_menus() for group in menu.groups for item in group.items)
        for user, shown in ((self.olga, True), (self.ann, False)):
            self.client.force_login(user)
            assert (f'href="{url}"' in self.client.get(reverse('home')).content.decode()) is shown


class PermittedButtonsTest(HandoffCase):
    """Who takes part sees no buttons that would answer that there is nothing."""

    def buttons(self, user, name, *args):
        page = self.see(user, name, *args).content.decode()
        return [action for action in ('edit', 'delete') if f'/sessions/{self.pk}/{action}/' in page]

    def test_on_the_page_and_in_the_list(self):
        self.session.participants.add(self.ben)
        self.client.force_login(self.ben)
        mine = open_session(self.ben, 'Mine')
        for user, buttons in ((self.ann, ['edit', 'delete']), (self.ben, [])):
            assert self.buttons(user, 'chatsession') == buttons
            self.client.force_login(user)
            listed = self.client.get(reverse(f'{PREFIX}chatsession_list')).content.decode()
            assert [name for name in ('edit', 'delete') if f'/sessions/{self.pk}/{name}/' in listed] == buttons
        assert f'/sessions/{mine.pk}/edit/' in listed


class ChatTest(HandoffCase):
    """The chat panel while a person is awaited."""

    def panel(self, user, **query):
        self.client.force_login(user)
        return self.client.get(reverse(f'{PREFIX}panel'), {'session': self.pk, **query}).content.decode()

    def send(self, user, text, **fields):
        self.client.force_login(user)
        turn = {'message': text, 'session': self.pk, 'turn_id': uuid4(), **fields}
        return self.client.post(reverse(f'{PREFIX}panel_send'), turn).content.decode()

    def test_what_the_user_sees(self):
        page = self.panel(self.ann)
        assert 'data-status="handoff"' in page
        assert 'You asked for a person.' in page
        assert 'Go on without a person' in page
        assert 'Give back to the assistant' not in page
        sent = self.send(self.ann, 'anybody?')
        assert 'A person has been asked and will read this.' in sent
        assert 'Human handoff' not in sent

    def test_news_are_what_came_after(self):
        self.answer(self.olga)
        news = self.panel(self.ann, after=self.session.interaction_count - 1)
        assert 'I will look.' in news
        assert 'olga' in news
        assert 'data-status="handoff"' in news
        assert 'show Akron' not in news.split('data-chat-exchange', 1)[1]
        assert 'data-chat-exchange' not in self.panel(self.ann, after=self.session.interaction_count)

    def test_news_wait_for_a_question_that_is_being_answered(self):
        exchange(self.session, 'slow', status='pending', response='', reply={})
        count = self.session.interaction_count
        self.answer(self.olga)
        assert 'I will look.' not in self.panel(self.ann, after=count - 1)
        Interaction.objects.filter(session=self.pk, sequence=count).update(status='failed')
        assert 'I will look.' in self.panel(self.ann, after=count - 1)

    def test_an_operator_writes_as_a_person(self):
        assert 'Give back to the assistant' in self.panel(self.olga)
        assert 'I am on it.' in self.send(self.olga, 'I am on it.')
        assert self.said() == [('olga', 'I am on it.')]

    def test_what_an_operator_writes_too_late_is_no_question(self):
        for action in ('view', 'release'):
            allow(self.olga, action, ChatSession)
        assert 'data-as-person="true"' in self.panel(self.olga)
        self.do(self.ann, 'panel_withdraw')
        assert 'Nobody waits for a person' in self.send(self.olga, 'show Akron', as_person='true')
        assert not Interaction.objects.filter(author=self.olga).exists()
        assert 'data-as-person=""' in self.panel(self.olga)

    def test_who_takes_part_is_no_person_even_with_the_permission(self):
        allow(self.ann, 'release', ChatSession)
        assert 'A person has been asked' in self.send(self.ann, 'anybody?')
        self.session.participants.add(self.olga)
        assert 'A person has been asked' in self.send(self.olga, 'me too')
        assert self.said() == []

    def test_buttons(self):
        self.client.force_login(self.olga)
        page = self.do(self.olga, 'panel_release').content.decode()
        assert 'data-session=""' in page, 'it is out of her sight'
        self.do(self.ann, 'panel_handoff', reason='x' * 300)
        assert self.session.handoff_reason == 'x' * 200
        page = self.do(self.ann, 'panel_withdraw').content.decode()
        assert 'data-status="active"' in page
        assert self.session.status == 'active'

    def test_the_end_is_told_as_well(self):
        page = self.do(self.ann, 'panel_end').content.decode()
        assert 'You ended the session.' in page
        assert 'This conversation has ended.' in page
        assert 'ann ended the session.' in self.see(self.superuser()).content.decode()

    def superuser(self):
        return User.objects.create_superuser(username='root')
