"""context/, resolve/, classify/, end/, handoff/ and release/ of a session."""

from dcim.models import Rack, Site

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction

from .conversation_case import ConversationCase, grant, make_user


class SessionCallCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=('dcim.site', 'dcim.rack'))
        cls.site = Site.objects.create(name='DM-Akron', slug='dm-akron')
        cls.rack = Rack.objects.create(name='R101', site=cls.site)

    def setUp(self):
        self.session = self.chat(self.anna, 'how full is R101?')['session']['id']

    def ask(self, name, body=None, method='POST'):
        return self.call(self.anna, method, f'sessions/{self.session}/{name}', body)


class ContextTest(SessionCallCase):
    COMMON = {'agent_type', 'topic_domain', 'summary', 'characters', 'tokens_estimate', 'truncated'}

    def test_each_agent_type_gets_its_sections(self):
        for name, sections in (
            ('intent_recognition', {'recent_entities'}),
            ('response_generation', {'conversation_history', 'entity_references'}),
        ):
            with self.subTest(name):
                context = self.ask(f'context/?agent_type={name}', method='GET').body
                assert set(context) == self.COMMON | sections
                assert context['agent_type'] == name

    def test_recent_entities_are_grouped_by_type(self):
        context = self.ask('context/?agent_type=intent_recognition', method='GET').body
        [rack] = context['recent_entities']['dcim.rack']
        assert (rack['object_id'], rack['display'], rack['mention_count']) == (self.rack.pk, 'R101', 1)

    def test_other_names_are_refused_and_the_known_ones_named(self):
        for query in ('', '?agent_type=', '?agent_type=poet'):
            with self.subTest(query):
                answer = self.ask(f'context/{query}', method='GET')
                assert (answer.status, set(answer.body)) == (400, {'code', 'detail', 'agent_type'})
                assert 'response_generation' in answer.body['detail']


class PreviewTest(SessionCallCase):
    def test_the_turn_is_shown_and_nothing_changes(self):
        before = self.stored()
        for name in ('resolve/', 'classify/'):
            with self.subTest(name):
                answer = self.ask(name, {'message': 'which site is it at?', 'page': {'path': '/dcim/sites/'}})
                assert (answer.status, set(answer.body)) == (200, {'turn'})
                [reference] = answer.body['turn']['references']
                assert (reference['objects'][0]['object_id'], reference['source']) == (self.rack.pk, 'memory')
        assert self.stored() == before

    def stored(self):
        return [list(model.objects.order_by('pk').values()) for model in (ChatSession, Interaction, EntityReference)]

    def test_the_page_counts(self):
        page = {'object_type': 'dcim.site', 'object_id': self.site.pk}
        [reference] = self.ask('resolve/', {'message': 'how many racks are at this site?', 'page': page}).body['turn'][
            'references'
        ]
        assert (reference['source'], reference['objects'][0]['object_id']) == ('page', self.site.pk)

    def test_what_is_wrong_is_said_field_by_field(self):
        for body, fields in (
            ({}, {'message'}),
            ({'message': ' '}, {'message'}),
            ({'message': 'hello', 'session': 1}, {'session'}),
            ({'message': 'hello', 'page': {'url': '/'}}, {'page'}),
        ):
            with self.subTest(body):
                answer = self.ask('classify/', body)
                assert (answer.status, set(answer.body)) == (400, {'code', 'detail', *fields})


class ControlTest(SessionCallCase):
    def test_ending(self):
        answer = self.ask('end/')
        assert answer.status == 200
        assert answer.body['session']['status'] == 'ended'
        assert answer.body['control'] == {
            'action': 'end_session',
            'human_handoff_requested': False,
            'session_ended': True,
            'next_state': 'SESSION_ENDED',
        }

    def test_an_ended_session_is_not_handed_over(self):
        self.ask('end/')
        answer = self.ask('handoff/')
        assert (answer.status, answer.body['code']) == (409, 'session_ended')

    def test_handing_over_and_giving_back(self):
        answer = self.ask('handoff/', {'reason': 'The answer is wrong'})
        assert answer.body['session']['status'] == 'handoff'
        assert answer.body['control'] == {
            'action': 'human_handoff',
            'human_handoff_requested': True,
            'session_ended': False,
            'next_state': 'HUMAN_HANDOFF_REQUESTED',
        }
        record = self.call(self.anna, 'GET', f'sessions/{self.session}/').body
        assert record['handoff_reason'] == 'The answer is wrong'
        assert record['handoff_requested']

        refused = self.ask('release/')
        assert (refused.status, refused.body['code']) == (403, 'permission_denied')
        assert 'netbox_chat_sessions.release_chatsession' in refused.body['detail']

        grant(self.anna, 'release', 'netbox_chat_sessions.chatsession')
        answer = self.ask('release/')
        assert (answer.body['session']['status'], answer.body['control']) == ('active', None)

    def test_unknown_keys(self):
        answer = self.ask('end/', {'why': 'done'})
        assert (answer.status, set(answer.body)) == (400, {'code', 'detail', 'why'})
