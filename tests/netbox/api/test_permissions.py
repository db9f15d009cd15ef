"""What may not be seen answers exactly like what does not exist; what may not be done is named."""

from dcim.models import Site
from django.test import override_settings
from rest_framework.test import APIClient

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction

from .conversation_case import ConversationCase, grant, make_user, token_header

MODELS = tuple(f'netbox_chat_sessions.{name}' for name in ('chatsession', 'interaction', 'entityreference'))
PREVIEW = {'message': 'show DM-Akron'}

# Method, path and body; the path is filled with the IDs of hidden or of missing records.
OF_A_SESSION = [
    ('GET', 'sessions/{session}/', None),
    ('PATCH', 'sessions/{session}/', {'title': 'Mine now'}),
    ('DELETE', 'sessions/{session}/', None),
    ('POST', 'chat/', {'message': 'hello', 'session': '{session}'}),
    ('GET', 'sessions/{session}/context/?agent_type=intent_recognition', None),
    ('GET', 'sessions/{session}/interactions/', None),
    ('POST', 'sessions/{session}/interactions/', {'query': 'hello'}),
    ('POST', 'sessions/{session}/resolve/', PREVIEW),
    ('POST', 'sessions/{session}/classify/', PREVIEW),
    ('POST', 'sessions/{session}/end/', None),
    ('GET', 'sessions/{session}/handoff/', None),
    ('POST', 'sessions/{session}/handoff/', None),
    ('DELETE', 'sessions/{session}/handoff/', None),
    ('GET', 'sessions/{session}/memory/', None),
    ('DELETE', 'sessions/{session}/memory/', None),
    ('PATCH', 'sessions/{session}/memory/{reference}/', {'pinned': True}),
    ('DELETE', 'sessions/{session}/memory/{reference}/', None),
    ('GET', 'interactions/{interaction}/', None),
    ('PATCH', 'interactions/{interaction}/', {'rating': 'down'}),
    ('GET', 'entity-references/{reference}/', None),
    ('GET', 'interactions/?session_id={session}', None),
    ('GET', 'entity-references/?session_id={session}', None),
]
# What operators do.
OPERATING = [
    ('POST', 'sessions/{session}/release/', None),
    ('POST', 'sessions/{session}/messages/', {'message': 'hello'}),
]


class HiddenCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna, cls.ben, cls.cora = (make_user(name, view=('dcim.site',)) for name in ('anna', 'ben', 'cora'))
        cls.site = Site.objects.create(name='DM-Akron', slug='dm-akron')

    def setUp(self):
        answer = self.chat(self.anna, 'show DM-Akron')
        self.session = ChatSession.objects.get(pk=answer['session']['id'])
        self.ids = {
            'session': self.session.pk,
            'interaction': answer['interaction']['id'],
            'reference': EntityReference.objects.get(session=self.session).pk,
        }

    def ask(self, user, request, ids):
        method, path, body = request
        if body and body.get('session') == '{session}':
            body = body | {'session': ids['session']}
        return self.call(user, method, path.format(**ids), body)

    def stored(self):
        return [list(model.objects.order_by('pk').values()) for model in (ChatSession, Interaction, EntityReference)]


class HiddenTest(HiddenCase):
    MISSING = {'session': 10**9, 'interaction': 10**9, 'reference': 10**9}

    def assert_hidden_like_missing(self, user, *requests):
        before = self.stored()
        for request in requests:
            with self.subTest(request[:2]):
                hidden, missing = (self.ask(user, request, ids) for ids in (self.ids, self.MISSING))
                number = str(self.MISSING['session']).encode(), str(self.ids['session']).encode()
                assert (hidden.status, hidden.raw) == (missing.status, missing.raw.replace(*number))
                assert hidden.status in (400, 404)
                if hidden.status == 404:
                    assert hidden.body == {'code': 'not_found', 'detail': 'Not found.'}
        assert self.stored() == before

    def test_from_another_user(self):
        self.assert_hidden_like_missing(self.ben, *OF_A_SESSION)

    def test_from_an_operator_who_may_release_other_sessions(self):
        grant(self.ben, 'release', MODELS[0], constraints={'title': 'Another one'})
        self.assert_hidden_like_missing(self.ben, *OPERATING)

    @override_settings(DEFAULT_PERMISSIONS={})
    def test_from_a_reviewer_of_other_sessions(self):
        for action in ('view', 'add', 'change', 'delete', 'end', 'handoff', 'release'):
            grant(self.ben, action, MODELS[0], constraints={'title': 'Another one'})
            grant(self.ben, action, *MODELS[1:], constraints={'session__title': 'Another one'})
        self.assert_hidden_like_missing(self.ben, *OF_A_SESSION, *OPERATING)

    def test_lists_leave_it_out(self):
        for path in ('sessions/', 'interactions/', 'entity-references/'):
            with self.subTest(path):
                assert self.call(self.anna, 'GET', path).body['count'] == 1
                assert self.call(self.ben, 'GET', path).body['count'] == 0

    def test_bulk_requests(self):
        for method, extra in (('DELETE', {}), ('PATCH', {'title': 'Mine now'})):
            with self.subTest(method):
                hidden, missing = (
                    self.call(self.ben, method, 'sessions/', [{'id': pk} | extra])
                    for pk in (self.session.pk, self.MISSING['session'])
                )
                number = str(self.MISSING['session']).encode(), str(self.session.pk).encode()
                assert (hidden.status, hidden.raw) == (400, missing.raw.replace(*number))

    @override_settings(DEFAULT_PERMISSIONS={})
    def test_without_any_permission_each_answer_names_the_one_that_is_missing(self):
        for request in [*OF_A_SESSION, *OPERATING]:
            with self.subTest(request[:2]):
                hidden, missing = (self.ask(self.ben, request, ids) for ids in (self.ids, self.MISSING))
                assert (hidden.status, hidden.raw) == (missing.status, missing.raw)
                if request[1] == 'chat/':
                    assert hidden.status == 404
                else:
                    assert (hidden.status, hidden.body['code']) == (403, 'permission_denied')
                    assert 'netbox_chat_sessions.' in hidden.body['detail']

    def test_without_an_account(self):
        for request in [*OF_A_SESSION, *OPERATING]:
            with self.subTest(request[:2]):
                answer = self.ask(None, request, self.ids)
                assert (answer.status, answer.body['code']) == (403, 'not_authenticated')


class ParticipantTest(HiddenCase):
    """A participant reads and writes a shared session; whom it is shared with and its end are the owner's."""

    ALLOWED = [
        ('GET', 'sessions/{session}/', None, 200),
        ('POST', 'chat/', {'message': 'hello', 'session': '{session}'}, 200),
        ('GET', 'sessions/{session}/context/?agent_type=intent_recognition', None, 200),
        ('GET', 'sessions/{session}/interactions/', None, 200),
        ('POST', 'sessions/{session}/interactions/', {'query': 'hello'}, 201),
        ('POST', 'sessions/{session}/resolve/', PREVIEW, 200),
        ('POST', 'sessions/{session}/classify/', PREVIEW, 200),
        ('GET', 'sessions/{session}/memory/', None, 200),
        ('GET', 'interactions/{interaction}/', None, 200),
        ('PATCH', 'interactions/{interaction}/', {'rating': 'down'}, 200),
        ('GET', 'entity-references/{reference}/', None, 200),
        ('GET', 'sessions/{session}/handoff/', None, 200),
        ('POST', 'sessions/{session}/handoff/', None, 200),
    ]
    REFUSED = [
        ('PATCH', 'sessions/{session}/', {'participants': []}, 'change_chatsession'),
        ('DELETE', 'sessions/{session}/', None, 'delete_chatsession'),
        ('POST', 'sessions/{session}/end/', None, 'end_chatsession'),
        ('POST', 'sessions/{session}/release/', None, 'release_chatsession'),
        ('POST', 'sessions/{session}/messages/', {'message': 'hello'}, 'release_chatsession'),
        ('DELETE', 'sessions/{session}/handoff/', None, 'release_chatsession'),
        ('DELETE', 'sessions/{session}/memory/', None, 'change_chatsession'),
        ('PATCH', 'sessions/{session}/memory/{reference}/', {'pinned': True}, 'change_entityreference'),
        ('DELETE', 'sessions/{session}/memory/{reference}/', None, 'delete_entityreference'),
    ]

    def setUp(self):
        super().setUp()
        self.session.participants.add(self.ben)

    def test_allowed(self):
        for *request, status in self.ALLOWED:
            with self.subTest(request[:2]):
                answer = self.ask(self.ben, request, self.ids)
                assert answer.status == status, answer.raw

    def test_refused(self):
        before = self.stored()
        for *request, permission in self.REFUSED:
            with self.subTest(request[:2]):
                answer = self.ask(self.ben, request, self.ids)
                assert (answer.status, answer.body['code']) == (403, 'permission_denied')
                assert f'netbox_chat_sessions.{permission}' in answer.body['detail']
        assert self.stored() == before
        assert set(self.session.participants.all()) == {self.ben}

    def test_a_bulk_request_cannot_do_it_either(self):
        answer = self.call(self.ben, 'PATCH', 'sessions/', [{'id': self.session.pk, 'participants': []}])
        assert answer.status == 400
        assert set(self.session.participants.all()) == {self.ben}


class ReadOnlyTokenTest(HiddenCase):
    def test_reading_and_previews_are_allowed_and_nothing_else(self):
        self.anna.plain_token = token_header(self.anna, write_enabled=False)
        before = self.stored()
        for request in OF_A_SESSION:
            reads = request[0] == 'GET' or request[1].endswith(('resolve/', 'classify/'))
            with self.subTest(request[:2]):
                answer = self.ask(self.anna, request, self.ids)
                assert answer.status == (200 if reads else 403), answer.raw
        assert self.stored() == before


class HiddenObjectTest(HiddenCase):
    """The session may be seen, the object in it not (any more)."""

    def setUp(self):
        super().setUp()
        self.session.participants.add(self.cora)
        self.other = Site.objects.create(name='DM-York', slug='dm-york')
        self.chat(self.anna, 'show DM-York', self.session.pk)
        self.cora.object_permissions.all().delete()
        grant(self.cora, 'view', 'dcim.site', constraints={'name': 'DM-Akron'})
        self.hidden = EntityReference.objects.get(session=self.session, object_id=self.other.pk)

    def assert_not_named(self, user, *paths):
        for path in paths:
            with self.subTest(path):
                answer = self.call(user, 'GET', path)
                assert answer.status == 200
                assert b'York' not in answer.raw

    def test_lists_and_contexts_do_not_name_it(self):
        pk = self.session.pk
        self.assert_not_named(
            self.cora,
            'entity-references/',
            'entity-references/?q=York',
            f'sessions/{pk}/memory/',
            f'sessions/{pk}/interactions/',
            'interactions/',
            'interactions/?q=York',
            f'sessions/{pk}/context/?agent_type=intent_recognition',
            f'sessions/{pk}/context/?agent_type=response_generation',
        )
        assert self.call(self.cora, 'GET', 'entity-references/').body['count'] == 1
        assert self.call(self.anna, 'GET', 'entity-references/').body['count'] == 2

    def test_the_search_does_not_tell_about_withheld_texts(self):
        assert self.call(self.cora, 'GET', 'interactions/?q=York').body['count'] == 0
        assert self.call(self.cora, 'GET', 'interactions/?q=Akron').body['count'] == 1
        assert self.call(self.anna, 'GET', 'interactions/?q=York').body['count'] == 1

    def test_nor_does_their_order(self):
        orders = [
            [row['id'] for row in self.call(self.cora, 'GET', f'interactions/?ordering={field}').body['results']]
            for field in ('response', '-response', 'query', '-query')
        ]
        assert all(order == orders[0] for order in orders)

    def test_a_withheld_interaction_says_so(self):
        shown, withheld = self.call(self.cora, 'GET', f'sessions/{self.session.pk}/interactions/').body['results']
        assert (shown['withheld'], withheld['withheld']) == (False, True)
        assert 'Akron' in shown['query']
        assert withheld['reply']['objects'] == withheld['reading']['references'] == withheld['listed'] == []

    def test_its_reference_answers_like_none(self):
        for method, path, body in (
            ('GET', 'entity-references/{}/', None),
            ('PATCH', f'sessions/{self.session.pk}/memory/{{}}/', {'pinned': True}),
            ('DELETE', f'sessions/{self.session.pk}/memory/{{}}/', None),
        ):
            with self.subTest(method):
                hidden, missing = (
                    self.call(self.cora, method, path.format(pk), body) for pk in (self.hidden.pk, 10**9)
                )
                assert (hidden.status, hidden.raw) == (404, missing.raw)

    def test_graphql_leaves_it_out(self):
        answer = self.graphql(self.cora, '{entity_reference_list {object_repr}}')
        assert answer == {'entity_reference_list': [{'object_repr': 'DM-Akron'}]}
        assert len(self.graphql(self.anna, '{entity_reference_list {id}}')['entity_reference_list']) == 2

    def graphql(self, user, query):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=user.plain_token)
        return client.post('/graphql/', {'query': query}, format='json').json()['data']

    def test_once_deleted_it_is_shown_unlinked_to_its_owner_alone(self):
        self.other.delete()
        [deleted] = self.call(self.anna, 'GET', 'entity-references/?object_type=dcim.site&q=York').body['results']
        assert (deleted['object'], deleted['object_repr'], deleted['display']) == (None, 'DM-York', 'DM-York')
        assert self.call(self.cora, 'GET', 'entity-references/').body['count'] == 1
