"""The list of sessions in the chat panel: finding, renaming, deleting and taking that back."""

from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from users.models import User

from netbox_chat_sessions.conversation.lifecycle import UNDO_TIME
from netbox_chat_sessions.conversation.reply import Reply
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from netbox_chat_sessions.storage.removing import Remover
from netbox_chat_sessions.ui.session_list import LISTED
from netbox_chat_sessions.wiring import cleanup_service

from .records import NOON, allow, exchange, listing, mention, open_session, said
from .test_panel import HOSTILE, PREFIX, PanelCase


class SessionListCase(PanelCase):
    def list(self, **query):
        return self.client.get(reverse(f'{PREFIX}panel_sessions'), query).content.decode()

    def titles(self, **query):
        names = [str(session) for session in ChatSession.objects.all()]
        page = self.list(**query).split('data-chat-results', 1)[1]
        return {name for name in names if f'data-chat-session-title>{name}<' in page}

    def do(self, name, *args, **fields):
        return self.client.post(reverse(PREFIX + name, args=args), fields)


class FindingTest(SessionListCase):
    def test_by_words_of_the_title_among_what_the_user_sees(self):
        ben = User.objects.create_user(username='ben')
        for owner, title in ((self.ann, 'Racks of Akron'), (self.ann, 'Power'), (ben, 'Racks of Ben')):
            open_session(owner, title)
        shared = open_session(ben, 'Shared racks', title_is_manual=True)
        shared.participants.add(self.ann)
        for words, found in (
            ('', {'Racks of Akron', 'Power', 'Shared racks'}),
            (' rACks ', {'Racks of Akron', 'Shared racks'}),
            ('of Ben', set()),
            ('%', set()),
        ):
            assert self.titles(q=words) == found, words
        page = self.list()
        assert 'Shared by ben' in page
        assert 'Shared with others' not in page
        ChatSession.objects.get(title='Power').participants.add(ben)  # and loses its title
        assert 'Shared with others' in self.list()

    def test_one_without_a_message_stands_by_its_age(self):
        empty = open_session(self.ann, 'Never used')
        ChatSession.objects.filter(pk=empty.pk).update(created=timezone.now() - timedelta(days=2))
        used = open_session(self.ann, 'Used')
        ChatSession.objects.filter(pk=used.pk).update(last_interaction=timezone.now())
        page = self.list()
        assert page.index('Used<') < page.index('Never used<')

    def test_more_than_fit_are_told(self):
        for number in range(LISTED):
            open_session(self.ann, f'Session {number}')
        assert 'There are more' not in self.list()
        open_session(self.ann, 'One more')
        page = self.list()
        assert 'There are more' in page
        assert page.count('data-chat-session-title') == LISTED

    def test_a_long_list_costs_no_more_statements(self):
        open_session(self.ann, 'One')
        self.list()
        with CaptureQueriesContext(connection) as few:
            self.list()
        for number in range(LISTED):
            session = open_session(self.ann, f'Session {number}')
            session.participants.add(User.objects.create_user(username=f'user{number}'))
        with self.assertNumQueries(len(few)):
            self.list()

    def test_only_what_is_allowed_is_offered(self):
        other = open_session(User.objects.create_user(username='ben'), 'Shared')
        other.participants.add(self.ann)
        page = self.list()
        for name in ('panel_delete', 'panel_rename'):
            assert reverse(PREFIX + name, args=[other.pk]) not in page
        assert 'data-chat-delete-all' not in page
        mine = open_session(self.ann, 'Mine')
        page = self.list()
        for name in ('panel_delete', 'panel_rename'):
            assert reverse(PREFIX + name, args=[mine.pk]) in page
        assert 'data-chat-delete-all' in page


class RenamingTest(SessionListCase):
    def test_place_and_time_stay(self):
        for number, title in enumerate(('First', 'Second', 'Third')):
            session = open_session(self.ann, title)
            ChatSession.objects.filter(pk=session.pk).update(
                last_interaction=NOON - timedelta(hours=number), last_updated=NOON
            )
        order = list(ChatSession.objects.values_list('pk', flat=True))
        before = ChatSession.objects.values('last_interaction', 'last_updated', 'status').get(title='Third')
        row = self.do('panel_rename', order[2], title='  Renamed ').content.decode()
        assert 'data-chat-session-title>Renamed<' in row
        assert list(ChatSession.objects.values_list('pk', flat=True)) == order
        after = ChatSession.objects.values('last_interaction', 'last_updated', 'status').get(title='Renamed')
        assert after == before
        assert ChatSession.objects.get(pk=order[2]).title_is_manual

    def test_an_empty_title_is_the_first_question_again(self):
        session = open_session(self.ann, 'Mine', title_is_manual=True)
        exchange(session, 'What is there?', Reply('Two.'))
        assert 'data-chat-session-title>What is there?<' in self.do('panel_rename', session.pk).content.decode()
        session.refresh_from_db()
        assert not session.title_is_manual

    def test_what_is_not_possible_is_said_and_nothing_changes(self):
        mine = open_session(self.ann, 'Mine')
        ben = User.objects.create_user(username='ben')
        hidden, shared = open_session(ben, 'Hidden'), open_session(ben, 'Shared', title_is_manual=True)
        shared.participants.add(self.ann)
        for pk, title, status in (
            (mine.pk, 'x' * 101, 400),
            (hidden.pk, 'x', 404),
            (987654, 'x', 404),
            (shared.pk, 'x', 403),
        ):
            assert self.do('panel_rename', pk, title=title).status_code == status, status
        assert set(ChatSession.objects.values_list('title', flat=True)) == {'Mine', 'Hidden', 'Shared'}

    def test_it_is_escaped(self):
        row = self.do('panel_rename', open_session(self.ann).pk, title=HOSTILE).content.decode()
        assert '<script>alert' not in row
        assert '&lt;script&gt;alert(1)' in row


class DeletingTest(SessionListCase):
    def setUp(self):
        super().setUp()
        self.session = open_session(self.ann, 'Talk of Akron', title_is_manual=True)
        exchange(self.session, 'Akron devices', listing('Akron', [self.site]), said('Akron', self.site))
        mention(self.session, self.site)
        ChatSession.objects.update(last_interaction=timezone.now())

    def remove(self, session=None):
        page = self.do('panel_delete', (session or self.session).pk).content.decode()
        assert 'Deleted: ' in page
        return page.split('data-at="', 1)[1].split('"', 1)[0]

    def purge(self, later):
        service = cleanup_service()
        moment = timezone.now() + later
        object.__setattr__(service, 'clock', type('Clock', (), {'now': lambda self: moment})())
        return service.purge().purged

    def test_nothing_is_lost_when_it_is_undone(self):
        at = self.remove()
        assert 'Talk of Akron' in self.do('panel_restore', at=at).content.decode()
        assert 'Akron devices' in self.transcript(self.session)
        assert self.titles() == {'Talk of Akron'}
        assert self.purge(timedelta(days=1)) == 0, 'what was undone is not deleted later'

    def test_the_cleanup_deletes_what_nobody_took_back(self):
        at = self.remove()
        assert self.purge(UNDO_TIME) == 0, 'an undo may be on its way'
        assert self.purge(3 * UNDO_TIME) == 1
        assert not Interaction._base_manager.exists()
        assert not EntityReference._base_manager.exists()
        assert 'too late' in self.do('panel_restore', at=at).content.decode()

    def test_it_goes_though_it_waits_for_a_person_but_not_under_a_running_turn(self):
        ChatSession.objects.update(status='handoff')
        exchange(self.session, 'slow', status='pending')
        self.remove()
        assert self.purge(3 * UNDO_TIME) == 0
        Interaction.objects.update(status='answered')
        assert self.purge(3 * UNDO_TIME) == 1

    def test_the_offer_is_there_again_on_another_page_as_long_as_it_holds(self):
        self.remove()
        assert 'Deleted: Talk of Akron' in self.list()
        assert 'Deleted: ' not in self.list(q='Akron')
        ChatSession.objects.update(removed=timezone.now() - UNDO_TIME)
        assert 'Deleted: ' not in self.list()

    def test_all_own_ones_at_once_and_back(self):
        ben = User.objects.create_user(username='ben')
        shared = open_session(ben, 'Shared', title_is_manual=True)
        shared.participants.add(self.ann)
        open_session(self.ann, 'Another')
        page = self.do('panel_delete_all').content.decode()
        assert '2 sessions deleted' in page
        assert self.titles() == {'Shared'}
        at = page.split('data-at="', 1)[1].split('"', 1)[0]
        self.do('panel_restore', at=at)
        assert self.titles() == {'Shared', 'Another', 'Talk of Akron'}

    def test_nobody_deletes_or_brings_back_what_is_not_theirs(self):
        ben = User.objects.create_user(username='ben')
        hidden, shared = open_session(ben, 'Hidden'), open_session(ben, 'Shared', title_is_manual=True)
        shared.participants.add(self.ann)
        for pk, status in ((hidden.pk, 404), (987654, 404), (shared.pk, 403)):
            assert self.do('panel_delete', pk).status_code == status
        assert not ChatSession.objects.exclude(removed=None).exists()
        removal = Remover(ben).remove(shared.pk)
        for at in (removal.at.isoformat(), 'yesterday', ''):
            assert self.do('panel_restore', at=at).status_code == 404
        assert ChatSession.objects.get(pk=shared.pk).removed == removal.at

    def test_it_is_out_of_sight_everywhere(self):
        """For its owner, a participant and an administrator: as if it had never been."""
        ben = User.objects.create_user(username='ben')
        root = User.objects.create_superuser(username='root')
        allow(ben, 'view', type(self.site))
        self.session.participants.add(ben)
        with self.captureOnCommitCallbacks(execute=True):
            self.session.save()
        pk, interaction = self.session.pk, self.session.interactions.get().pk
        api = '/api/plugins/chat-sessions/'
        records = [
            reverse(f'{PREFIX}chatsession', args=[pk]),
            reverse(f'{PREFIX}chatsession_export', args=[pk]),
            reverse(f'{PREFIX}chatsession_edit', args=[pk]),
            reverse(f'{PREFIX}interaction', args=[interaction]),
            f'{reverse(f"{PREFIX}panel")}?session={pk}',
            *(f'{api}sessions/{pk}/{part}' for part in ('', 'memory/', 'context/?agent_type=intent_recognition')),
            f'{api}interactions/{interaction}/',
        ]
        lists = [
            reverse(f'{PREFIX}chatsession_list'),
            reverse(f'{PREFIX}panel_sessions'),
            reverse('dcim:site_chats', args=[self.site.pk]),
            f'{reverse("search")}?q=Talk+of',
            f'{api}sessions/',
            f'{api}interactions/',
            f'{api}entity-references/',
        ]
        Remover(self.ann).remove(pk)
        # The offer to undo names it to its owner; that is the one place.
        ChatSession.objects.update(removed=timezone.now() - UNDO_TIME)
        for user in (self.ann, ben, root):
            self.client.force_login(user)
            for path in records:
                assert self.client.get(path).status_code in (403, 404), (user, path)
            for path in lists:
                answer = self.client.get(path)
                assert answer.status_code in (200, 403), (user, path)
                found = answer.content.decode()
                assert 'Talk of Akron' not in found.replace('value="Talk of', ''), (user, path)
                assert 'Akron devices' not in found, (user, path)
                if path.startswith(api) and answer.status_code == 200:
                    assert answer.json()['count'] == 0, (user, path)
        self.client.force_login(self.ann)
        assert self.send(message='hello', session=pk).status_code == 404
        assert 'Akron devices' not in self.transcript(page='/')
