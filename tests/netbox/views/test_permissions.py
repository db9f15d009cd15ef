"""Nobody sees another person's session, and what is hidden answers as what is missing."""

from uuid import uuid4

from dcim.models import Location, Site
from django.test import TestCase
from django.urls import reverse
from users.models import User

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.wiring import turn_service

from .records import allow, exchange, listing, mention, open_session, said

PREFIX = 'plugins:netbox_chat_sessions:'
MISSING = 987654

PAGES = ('chatsession', 'chatsession_edit', 'chatsession_delete', 'chatsession_journal')


class TwoPeople(TestCase):
    """Ann has a session about a site, Ben has none."""

    @classmethod
    def setUpTestData(cls):
        cls.ann = User.objects.create_user(username='ann')
        cls.ben = User.objects.create_user(username='ben')
        for user in (cls.ann, cls.ben):
            allow(user, 'view', Site)
        cls.site = Site.objects.create(name='Akron', slug='akron')
        cls.session = open_session(cls.ann, 'Talk of the town', title_is_manual=True, pk=876543)
        cls.interaction = exchange(
            cls.session, 'Akron devices', listing('Akron', [cls.site]), said('Akron devices', cls.site)
        )
        mention(cls.session, cls.site)

    def see(self, user, name, *args, **query):
        self.client.force_login(user)
        return self.client.get(reverse(name, args=args), query)

    def post(self, user, name, *args, **data):
        self.client.force_login(user)
        return self.client.post(reverse(name, args=args), data)


class PagesTest(TwoPeople):
    def test_own_pages(self):
        for name in PAGES:
            assert self.see(self.ann, PREFIX + name, self.session.pk).status_code == 200, name
        assert self.see(self.ann, f'{PREFIX}interaction', self.interaction.pk).status_code == 200

    def test_a_hidden_session_answers_as_a_missing_one(self):
        for name in PAGES:
            hidden = self.see(self.ben, PREFIX + name, self.session.pk)
            missing = self.see(self.ben, PREFIX + name, MISSING)
            assert hidden.status_code == missing.status_code == 404, name
            assert same(hidden, self.session.pk) == same(missing, MISSING), name

    def test_a_hidden_interaction_answers_as_a_missing_one(self):
        hidden = self.see(self.ben, f'{PREFIX}interaction', self.interaction.pk)
        missing = self.see(self.ben, f'{PREFIX}interaction', MISSING)
        assert hidden.status_code == missing.status_code == 404

    def test_lists_hold_own_and_shared_sessions(self):
        assert 'Talk of the town' in self.see(self.ann, f'{PREFIX}chatsession_list').content.decode()
        assert 'Talk of the town' not in self.see(self.ben, f'{PREFIX}chatsession_list').content.decode()
        self.session.participants.add(self.ben)
        assert 'Talk of the town' in self.see(self.ben, f'{PREFIX}chatsession_list').content.decode()

    def test_nobody_deletes_what_is_hidden(self):
        self.post(self.ben, f'{PREFIX}chatsession_bulk_delete', pk=self.session.pk, confirm=True, _confirm=True)
        assert ChatSession.objects.filter(pk=self.session.pk).exists()

    def test_participants_read_but_do_not_edit(self):
        self.session.participants.add(self.ben)
        assert self.see(self.ben, f'{PREFIX}chatsession', self.session.pk).status_code == 200
        assert self.see(self.ben, f'{PREFIX}chatsession_edit', self.session.pk).status_code == 404

    def test_a_participant_who_may_not_see_the_object_reads_no_answer_about_it(self):
        eve = User.objects.create_user(username='eve')
        self.session.participants.add(eve)
        for name, pk in (('chatsession', self.session.pk), ('interaction', self.interaction.pk)):
            page = self.see(eve, PREFIX + name, pk).content.decode()
            assert 'This answer is about something that you may not see.' in page
            assert 'Akron' not in page, name

    def test_search_finds_own_titles_only(self):
        with self.captureOnCommitCallbacks(execute=True):
            self.session.save()
        assert 'Talk of the town' in self.see(self.ann, 'search', q='Talk of the').content.decode()
        assert 'Talk of the town' not in self.see(self.ben, 'search', q='Talk of the').content.decode()

    def test_search_forgets_an_automatic_title_once_the_session_is_shared(self):
        with self.captureOnCommitCallbacks(execute=True):
            asked = turn_service(self.ann).handle(TurnRequest('show Akron'))
        session = ChatSession.objects.get(pk=asked.session.id)
        found = session.get_absolute_url()
        assert found in self.see(self.ann, 'search', q='show Ak').content.decode()
        with self.captureOnCommitCallbacks(execute=True):
            session.participants.add(self.ben)
        assert found not in self.see(self.ben, 'search', q='show Ak').content.decode()


class TabTest(TwoPeople):
    def test_the_tab_lists_own_sessions_about_the_object(self):
        other = Site.objects.create(name='Berlin', slug='berlin')
        page = self.see(self.ann, 'dcim:site_chats', self.site.pk)
        assert page.status_code == 200
        assert 'Talk of the town' in page.content.decode()
        assert 'Talk of the town' not in self.see(self.ann, 'dcim:site_chats', other.pk).content.decode()

    def test_the_tab_lists_nothing_of_others(self):
        page = self.see(self.ben, 'dcim:site_chats', self.site.pk)
        assert page.status_code == 200
        assert 'Talk of the town' not in page.content.decode()

    def test_an_object_of_another_type_with_the_same_id_is_another_object(self):
        allow(self.ann, 'view', Location)
        place = Location.objects.create(pk=self.site.pk, name='Room', slug='room', site=self.site)
        assert 'Talk of the town' not in self.see(self.ann, 'dcim:location_chats', place.pk).content.decode()

    def test_the_page_of_a_hidden_object_has_no_tab(self):
        eve = User.objects.create_user(username='eve')
        allow(eve, 'view', Site, name='Elsewhere')
        assert self.see(eve, 'dcim:site_chats', self.site.pk).status_code == 404

    def test_every_object_in_question_has_the_tab(self):
        assert '/chats/' in self.see(self.ann, 'dcim:site', self.site.pk).content.decode()
        for name in ('location', 'rack', 'device'):
            assert reverse(f'dcim:{name}_chats', args=[1]).endswith('/chats/')


class PanelTest(TwoPeople):
    def test_transcripts_of_others_are_missing(self):
        hidden = self.see(self.ben, f'{PREFIX}panel', session=self.session.pk)
        missing = self.see(self.ben, f'{PREFIX}panel', session=MISSING)
        assert hidden.status_code == missing.status_code == 404
        assert hidden.content == missing.content

    def test_nobody_writes_into_the_session_of_another(self):
        turn = {'message': 'hello', 'turn_id': uuid4()}
        hidden = self.post(self.ben, f'{PREFIX}panel_send', session=self.session.pk, **turn)
        missing = self.post(self.ben, f'{PREFIX}panel_send', session=MISSING, **turn)
        assert hidden.status_code == missing.status_code == 404
        assert hidden.content == missing.content
        assert Interaction.objects.count() == 1

    def test_nobody_ends_or_hands_off_the_session_of_another(self):
        for name in ('panel_end', 'panel_handoff'):
            hidden = self.post(self.ben, PREFIX + name, self.session.pk)
            missing = self.post(self.ben, PREFIX + name, MISSING)
            assert hidden.status_code == missing.status_code == 404, name
            assert hidden.content == missing.content, name
        self.session.refresh_from_db()
        assert self.session.status == 'active'

    def test_the_list_holds_own_and_shared_sessions(self):
        assert 'Talk of the town' in self.see(self.ann, f'{PREFIX}panel_sessions').content.decode()
        assert 'Talk of the town' not in self.see(self.ben, f'{PREFIX}panel_sessions').content.decode()

    def test_signed_out_people_are_told(self):
        for name in ('panel', 'panel_sessions'):
            answer = self.client.get(reverse(PREFIX + name))
            assert answer.status_code == 403
            assert 'data-code="signed_out"' in answer.content.decode()


def same(answer, pk):
    """A page without what differs in any two of them."""
    text = answer.content.decode().replace(str(pk), 'PK')
    return [line for line in text.splitlines() if 'csrf' not in line.lower() and 'UTC' not in line]
