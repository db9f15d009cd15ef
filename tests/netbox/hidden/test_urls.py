"""Whoever names a record of somebody else gets the answer that a record gets which does not exist.

Every URL of the plugin, every method, sessions of every status; what is added to the URL configuration is asked as
well.
"""

from itertools import chain, combinations

from dcim.models import Site
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client, TestCase, override_settings

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from tests.netbox.api.conversation_case import grant
from tests.netbox.undone import undone
from tests.netbox.views.records import exchange, mention, open_session, proposed
from tests.sampling import sampled

from .records import FIRST, MARK, MISSING, hidden_sessions, places, stored
from .requests import METHODS, WRITING, Asked, Request, naming, suitable
from .urls import all_urls

UNTHROTTLED = settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'throttle': None}}
ACTIONS = ('view', 'add', 'change', 'delete', 'end', 'handoff', 'release')
MODELS = (ChatSession, Interaction, EntityReference)


@override_settings(PLUGINS_CONFIG=UNTHROTTLED)
class StrangersTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        create = get_user_model().objects.create_user
        owner, operator = (get_user_model().objects.create_superuser(name) for name in ('owner', 'operator'))
        cls.ben, cls.reviewer, guest = create('ben'), create('reviewer'), create('guest')
        for action in ACTIONS:
            grant(cls.reviewer, action, MODELS[0]._meta.label_lower, constraints={'title': 'Another one'})
            labels = [model._meta.label_lower for model in MODELS[1:]]
            grant(cls.reviewer, action, *labels, constraints={'session__title': 'Another one'})
        cls.places = places()
        for user in (cls.ben, cls.reviewer):
            grant(user, 'view', *(f'dcim.{name}' for name in cls.places))
        site = Site.objects.get(pk=cls.places['site'])
        cls.hidden = hidden_sessions(owner, guest, site)
        own = open_session(cls.ben, 'Own')
        interaction = exchange(own, 'hello')
        cls.own = cls.places | {
            'session': own.pk,
            'interaction': interaction.pk,
            'proposal': proposed(interaction, site).pk,
            'reference': mention(own, site).pk,
            'turn': '6f1c0000-0000-4000-8000-000000000002',
            'place': 0,
        }
        ids = [cls.places | {'place': 0} | each.ids for each in cls.hidden.values()]
        cls.urls = all_urls()
        cls.requests = [Request(method, url) for url in cls.urls for method in METHODS if method not in WRITING]
        naming_records = [url for url in cls.urls if set(url.records) & set(MISSING)]
        cls.requests += [suitable(url, method, (owner, operator), ids) for url in naming_records for method in WRITING]

    def test_the_urls_are_found(self):
        """Those of each way in; a walk that finds nothing proves nothing."""
        routes = {url.route for url in self.urls}
        assert routes >= {
            '/api/plugins/chat-sessions/sessions/<pk>/memory/<reference>/',
            '/api/plugins/chat-sessions/interactions/<pk>/',
            '/plugins/chat-sessions/sessions/<pk>/journal/',
            '/plugins/chat-sessions/panel/sessions/<pk>/end/',
            '/dcim/sites/<pk>/chats/',
        }

    def test_another_user(self):
        self.check_hidden(self.ben, self.hidden)

    def test_a_reviewer_of_other_sessions(self):
        self.check_hidden(self.reviewer, ['active', 'handoff'])

    @override_settings(DEFAULT_PERMISSIONS={})
    def test_a_user_without_permissions(self):
        self.check_hidden(self.ben, ['active'])

    def test_nobody(self):
        self.check_hidden(None, ['active'])

    def check_hidden(self, user, statuses):
        client = Client()
        if user:
            client.force_login(user)
        before = stored()
        asked = (
            (request, names, status)
            for request in self.requests
            for names in subsets([name for name in request.url.records if name in MISSING])
            for status in statuses
        )
        for request, names, status in sampled(asked, 3):
            missing = self.ask(client, request, {name: MISSING[name] for name in names})
            hidden = self.ask(client, request, {name: self.hidden[status].ids[name] for name in names})
            with self.subTest(f'{request.method} {request.url.route}', status=status, hidden=names):
                assert hidden.unlike(missing) == []
                assert MARK.encode() not in hidden.body
                assert hidden.status in self.refusals(request, user), hidden
        assert stored() == before

    def ask(self, client, request, named):
        """The answer to a request for these records; what else it takes is the user's own."""
        return Asked.of(request.send(client, self.own | named), named)

    def refusals(self, request, user):
        """How a request for what is hidden may be answered."""
        if request.method == 'OPTIONS':
            return {200, 302, 403, 404, 405}
        if request.url.is_api:
            return {403, 404, 405}
        # 204: a turn that is not stored may still be on its way.
        return {204, 403, 404, 405} if user else {302, 403, 405}

    def test_records_that_are_named_in_a_body_or_query(self):
        before = stored()
        for request in sampled((request for url in self.urls for request in naming(url)), 3):
            missing = self.mention(request, MISSING)
            for status in ('active', 'handoff') if request.body else ('active',):
                hidden = self.mention(request, self.hidden[status].ids, before)
                sent = request.body or request.query
                with self.subTest(f'{request.method} {request.url.route}', sent=sent, status=status):
                    assert hidden.unlike(missing) == []
                    assert MARK.encode() not in hidden.body

    def mention(self, request, named, before=None):
        """The answer to a request that names records; what it does to the user's own is taken back."""
        with undone():
            client = Client()
            client.force_login(self.ben)
            asked = Asked.of(request.send(client, self.own, named), named)
            assert before is None or request.method == 'GET' or stored() == before, request
            return asked

    def test_what_lists_records_lists_none_of_them(self):
        for user in (self.ben, self.reviewer):
            client = Client()
            client.force_login(user)
            for url in self.urls:
                for query in ('', f'?q={MARK[1:]}'):
                    with self.subTest(url.route, user=user, query=query):
                        answer = Request('GET', url, query=query).send(client, self.own)
                        shown = b''.join(answer).decode()
                        assert MARK not in shown
                        assert not any(str(number) in shown for number in FIRST.values())


def subsets(names):
    """All choices of at least one of the names."""
    return chain.from_iterable(combinations(names, count) for count in range(1, len(names) + 1))
