"""NetBox's generic view test cases over the pages of our models."""

import pytest
from core.models import ObjectType
from dcim.models import Site
from django.test import TestCase
from django.urls import NoReverseMatch, reverse
from extras.models import ExportTemplate
from users.models import User
from utilities.testing import ViewTestCases, create_tags

from netbox_chat_sessions.conversation.reply import Reply
from netbox_chat_sessions.filtersets import ChatSessionFilterSet
from netbox_chat_sessions.forms import ChatSessionFilterForm, ChatSessionForm
from netbox_chat_sessions.models import ChatSession, Interaction
from tests.generic import generic_case

from .records import allow, exchange, mention, open_session


class PluginViews:
    """Names of our views."""

    def _get_base_url(self):
        return f'plugins:netbox_chat_sessions:{self.model._meta.model_name}_{{}}'


@generic_case
class ChatSessionPagesTest(
    PluginViews,
    ViewTestCases.GetObjectViewTestCase,
    ViewTestCases.EditObjectViewTestCase,
    ViewTestCases.DeleteObjectViewTestCase,
    ViewTestCases.ListObjectsViewTestCase,
    ViewTestCases.BulkDeleteObjectsViewTestCase,
):
    model = ChatSession

    @classmethod
    def setUpTestData(cls):
        owner = User.objects.create_user(username='owner')
        site = Site.objects.create(name='Site 1', slug='site-1')
        for number in range(3):
            session = open_session(owner, f'Session {number}')
            exchange(session, 'hello')
            mention(session, site)
        cls.form_data = {'title': 'Renamed', 'tags': [tag.pk for tag in create_tags('Alpha', 'Bravo')]}


@generic_case
class InteractionPageTest(PluginViews, ViewTestCases.GetObjectViewTestCase):
    model = Interaction

    @classmethod
    def setUpTestData(cls):
        session = open_session(User.objects.create_user(username='owner'))
        for number in range(3):
            exchange(session, f'Question {number}')


class FilterFormTest(TestCase):
    """What the filter form sends narrows the list."""

    @classmethod
    def setUpTestData(cls):
        cls.user = User.objects.create_user(username='owner')
        exchange(open_session(cls.user, 'Talk of noon', topic_domain='power'), 'hello')
        open_session(cls.user, 'Ended', status='ended')

    def titles(self, **query):
        self.client.force_login(self.user)
        page = self.client.get(reverse('plugins:netbox_chat_sessions:chatsession_list'), query)
        assert page.status_code == 200
        return {str(row.record) for row in page.context['table'].rows}

    def test_filters(self):
        everything = {'Talk of noon', 'Ended'}
        assert self.titles() == everything
        assert self.titles(q='noon') == {'Talk of noon'}
        assert self.titles(status='ended') == {'Ended'}
        assert self.titles(topic_domain='power') == {'Talk of noon'}
        assert self.titles(user_id=self.user.pk) == everything
        assert self.titles(last_interaction__gte='2026-03-01 11:00:00') == {'Talk of noon'}
        assert self.titles(last_interaction__gte='2026-03-01 13:00:00') == set()
        assert self.titles(last_interaction__lte='2026-03-01 13:00:00') == {'Talk of noon'}

    def test_every_field_of_the_form_is_a_filter(self):
        filters = ChatSessionFilterSet({}).filters
        assert set(ChatSessionFilterForm().fields) - {'filter_id'} <= set(filters)


class ListExportTest(TestCase):
    """What NetBox exports of the list of sessions: titles and states, of those that the user may see, and no texts."""

    @classmethod
    def setUpTestData(cls):
        cls.user = User.objects.create_user(username='owner')
        other = User.objects.create_user(username='other')
        for owner, title in ((cls.user, 'Racks'), (cls.user, 'Feeds'), (other, 'Hidden')):
            exchange(open_session(owner, title), 'What was said', Reply('What was answered'))
        allow(cls.user, 'view', ExportTemplate)
        template = ExportTemplate.objects.create(
            name='titles', template_code='{% for session in queryset %}{{ session.title }};{% endfor %}'
        )
        template.object_types.add(ObjectType.objects.get_for_model(ChatSession))

    def test_as_shown_as_a_whole_and_by_template(self):
        self.client.force_login(self.user)
        url = reverse('plugins:netbox_chat_sessions:chatsession_list')
        for query, mark, found in (
            ({'export': 'table'}, 'owner', ('Racks', 'Feeds')),
            ({'export': ''}, 'owner', ('Racks', 'Feeds')),
            ({'export': 'titles'}, ';', ('Racks;', 'Feeds;')),
            ({'export': 'table', 'q': 'rack'}, 'owner', ('Racks',)),
        ):
            with self.subTest(query):
                answer = self.client.get(url, query)
                text = answer.getvalue().decode()
                assert answer.status_code == 200
                assert 'attachment' in answer['Content-Disposition']
                assert all(title in text for title in found)
                assert text.count(mark) == len(found)
                assert 'Hidden' not in text
                assert 'What was' not in text


def test_what_makes_no_sense_for_sessions_is_not_there():
    for action in ('add', 'bulk_import', 'bulk_edit', 'bulk_rename'):
        with pytest.raises(NoReverseMatch):
            reverse(f'plugins:netbox_chat_sessions:chatsession_{action}')


class JournalTest(TestCase):
    def test_a_session_has_a_journal(self):
        user = User.objects.create_superuser(username='admin')
        session = open_session(user, 'Racks')
        self.client.force_login(user)
        page = self.client.get(reverse('plugins:netbox_chat_sessions:chatsession_journal', args=[session.pk]))
        assert page.status_code == 200
        assert 'Racks' in page.content.decode()


class EditTest(TestCase):
    """Whom an owner may not see, they cannot remove from their session by mistake."""

    def setUp(self):
        self.owner = User.objects.create_user(username='owner')
        self.hidden = User.objects.create_user(username='hidden')
        self.known = User.objects.create_user(username='known')
        self.session = open_session(self.owner, 'Racks')
        self.session.participants.add(self.hidden, self.known)
        self.client.force_login(self.owner)
        self.url = reverse('plugins:netbox_chat_sessions:chatsession_edit', args=[self.session.pk])

    def test_hidden_participants_stay(self):
        allow(self.owner, 'view', User, username='known')
        assert self.client.post(self.url, {'title': 'Feeds', 'participants': []}).status_code == 302
        assert list(self.session.participants.all()) == [self.hidden]

    def test_a_turn_that_runs_meanwhile_loses_nothing(self):
        form = ChatSessionForm({'title': 'Feeds'}, instance=self.session)
        assert form.is_valid(), form.errors
        ChatSession.objects.filter(pk=self.session.pk).update(status='handoff', interaction_count=7)
        form.save()
        stored = ChatSession.objects.get(pk=self.session.pk)
        assert (stored.title, stored.status, stored.interaction_count) == ('Feeds', 'handoff', 7)

    def test_a_title_set_by_a_person_is_kept(self):
        self.client.post(self.url, {'title': 'Feeds'})
        self.session.refresh_from_db()
        assert (self.session.title, self.session.title_is_manual) == ('Feeds', True)
        self.client.post(self.url, {'title': ''})
        self.session.refresh_from_db()
        assert (self.session.title, self.session.title_is_manual) == ('', False)
        self.session.participants.clear()
        exchange(self.session, 'What is there?', Reply('Two.'))
        self.client.post(self.url, {'title': 'Feeds'})
        self.client.post(self.url, {'title': ''})
        self.session.refresh_from_db()
        assert self.session.title == 'What is there?'


@pytest.mark.django_db
def test_deleting_asks_without_naming_what_was_said(client):
    owner = User.objects.create_user(username='owner')
    session = open_session(owner, 'Racks')
    mention(session, Site.objects.create(name='Secret site', slug='secret-site'))
    client.force_login(owner)
    page = client.get(reverse('plugins:netbox_chat_sessions:chatsession_delete', args=[session.pk]))
    assert page.status_code == 200
    assert 'Secret site' not in page.content.decode()
