"""Session records: opening, naming, sharing, deleting them."""

from dcim.models import Site
from extras.models import Tag
from tenancy.models import Tenant
from users.models import User

from netbox_chat_sessions.api.serializers import ChatSessionSerializer
from netbox_chat_sessions.models import ChatSession

from .conversation_case import ConversationCase, grant, make_user


class SessionCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna, cls.ben = (make_user(name) for name in ('anna', 'ben'))


class OpeningTest(SessionCase):
    def test_an_empty_session(self):
        answer = self.call(self.anna, 'POST', 'sessions/', {})
        assert answer.status == 201
        assert (answer.body['title'], answer.body['status']['value']) == ('', 'active')
        assert answer.body['user']['id'] == self.anna.pk
        assert answer.body['interaction_count'] == 0

    def test_with_a_title_that_turns_keep(self):
        session = self.call(self.anna, 'POST', 'sessions/', {'title': 'Move of rack 7'}).body['id']
        assert self.chat(self.anna, 'hello', session)['session']['title'] == 'Move of rack 7'

    def test_nobody_opens_sessions_for_others(self):
        answer = self.call(self.anna, 'POST', 'sessions/', {'user': self.ben.pk})
        assert answer.body['user']['id'] == self.anna.pk


class ChangingTest(SessionCase):
    def setUp(self):
        self.session = ChatSession.objects.create(user=self.anna, title='hello', interaction_count=3)

    def change(self, **values):
        return self.call(self.anna, 'PATCH', f'sessions/{self.session.pk}/', values)

    def test_a_title_set_by_a_person_stays(self):
        assert self.change(title='Rack moves').body['title'] == 'Rack moves'
        self.session.refresh_from_db()
        assert self.session.title_is_manual

    def test_an_empty_title_is_made_anew_from_the_first_question_that_was_answered(self):
        grant(self.anna, 'view', 'dcim.site', 'tenancy.tenant')
        site = Site.objects.create(name='DM-Akron', slug='dm-akron')
        Tenant.objects.create(name='Nordwind', slug='nordwind')
        for message in ('hello', 'show this site', 'list all tenants'):
            page = {'object_type': 'dcim.site', 'object_id': site.pk}
            said = self.chat(self.anna, message, self.session.pk, page=page)
        assert said['session']['title'] == 'hello'
        assert self.change(title='Rack moves').body['title'] == 'Rack moves'
        assert self.change(title=' ').body['title'] == 'show site DM-Akron'
        self.session.refresh_from_db()
        assert not self.session.title_is_manual
        self.anna.object_permissions.all().delete()
        grant(self.anna, 'view', 'tenancy.tenant')
        assert self.change(title='').body['title'] == 'list all tenants'

    def test_an_empty_title_of_a_shared_session_stays_empty(self):
        grant(self.anna, 'view', 'dcim.site')
        Site.objects.create(name='DM-Akron', slug='dm-akron')
        self.chat(self.anna, 'show DM-Akron', self.session.pk)
        self.session.participants.add(self.ben)
        for title, shown in (('Rack moves', 'Rack moves'), ('', f'Chat session {self.session.pk}')):
            assert self.change(title=title).body['display'] == shown
        assert self.change(title='', participants=[]).body['title'] == 'show DM-Akron'
        assert self.change(title='', participants=[self.anna.pk]).body['title'] == ''
        assert self.change(title='Ours', participants=[]).body['title'] == 'Ours'

    def test_the_first_question_is_the_title_again_once_nobody_else_takes_part(self):
        grant(self.anna, 'view', 'dcim.site')
        for name in ('DM-Akron', 'DM-York'):
            Site.objects.create(name=name, slug=name.lower())
        session = self.chat(self.anna, 'show DM-Akron')['session']['id']
        shared = ChatSession.objects.get(pk=session)
        shared.participants.add(self.ben)
        assert self.chat(self.anna, 'show DM-York', session)['session']['title'] == ''
        shared.participants.clear()
        assert self.chat(self.anna, 'show DM-York', session)['session']['title'] == 'show DM-Akron'

    def test_tags(self):
        grant(self.anna, 'view', 'extras.tag')
        for name in ('urgent', 'later'):
            Tag.objects.create(name=name, slug=name)
        names = [tag['name'] for tag in self.change(tags=[{'name': 'urgent'}]).body['tags']]
        assert names == ['urgent']
        names = [tag['name'] for tag in self.change(add_tags=[{'name': 'later'}]).body['tags']]
        assert sorted(names) == ['later', 'urgent']
        names = [tag['name'] for tag in self.change(remove_tags=[{'name': 'urgent'}]).body['tags']]
        assert names == ['later']

    def test_what_turns_write_cannot_be_set(self):
        self.change(status='ended', interaction_count=99, topic_domain='power', user=self.ben.pk, focus=[['a', 1]])
        self.session.refresh_from_db()
        assert (self.session.status, self.session.interaction_count, self.session.topic_domain) == ('active', 3, '')
        assert (self.session.user, self.session.focus) == (self.anna, [])

    def test_a_turn_that_is_running_loses_nothing(self):
        stale = ChatSession.objects.get(pk=self.session.pk)
        ChatSession.objects.filter(pk=self.session.pk).update(interaction_count=4, focus=[['dcim.site', 1]])
        ChatSessionSerializer().update(stale, {'title': 'Renamed'})
        self.session.refresh_from_db()
        assert (self.session.title, self.session.interaction_count) == ('Renamed', 4)
        assert self.session.focus == [['dcim.site', 1]]

    def test_put_is_not_offered(self):
        assert self.call(self.anna, 'PUT', f'sessions/{self.session.pk}/', {'title': 'x'}).status == 405

    def test_deleting(self):
        assert self.call(self.anna, 'DELETE', f'sessions/{self.session.pk}/').status == 204
        assert not ChatSession.objects.exists()


class SharingTest(SessionCase):
    def share(self, *ids, session=None):
        if session is None:
            return self.call(self.anna, 'POST', 'sessions/', {'participants': list(ids)})
        return self.call(self.anna, 'PATCH', f'sessions/{session}/', {'participants': list(ids)})

    def test_with_users_whom_the_owner_may_see(self):
        grant(self.anna, 'view', 'users.user')
        answer = self.share(self.ben.pk)
        assert answer.status == 201
        assert [user['id'] for user in answer.body['participants']] == [self.ben.pk]
        assert self.call(self.ben, 'GET', f'sessions/{answer.body["id"]}/').status == 200

    def test_others_are_like_users_who_do_not_exist(self):
        hidden, missing = self.share(self.ben.pk), self.share(10**9)
        assert (hidden.status, set(hidden.body)) == (400, {'code', 'detail', 'participants'})
        assert hidden.raw == missing.raw.replace(str(10**9).encode(), str(self.ben.pk).encode())
        assert not ChatSession.objects.exists()

    def test_who_takes_part_may_be_kept_and_removed_unseen(self):
        session = ChatSession.objects.create(user=self.anna)
        carl = User.objects.create_user(username='carl')
        session.participants.set([self.ben, carl])
        assert self.share(carl.pk, self.anna.pk, session=session.pk).status == 200
        assert set(session.participants.all()) == {carl, self.anna}
