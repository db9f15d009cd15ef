"""sessions/{id}/memory/: what a session remembers, visible and editable."""

from dcim.models import Rack, Site

from netbox_chat_sessions.models import ChatSession, EntityReference

from .conversation_case import ConversationCase, make_user


class MemoryTest(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=('dcim.site', 'dcim.rack'))
        cls.site = Site.objects.create(name='DM-Akron', slug='dm-akron')
        cls.rack = Rack.objects.create(name='R101', site=cls.site)

    def setUp(self):
        self.session = self.call(self.anna, 'POST', 'sessions/', {}).body['id']
        entities = [{'object_type': 'dcim.site', 'object_id': self.site.pk}]
        entities += [{'object_type': 'dcim.rack', 'object_id': self.rack.pk}]
        body = {'query': 'How is R101 at DM-Akron?', 'response': 'Fine.', 'entities': entities}
        assert self.call(self.anna, 'POST', f'sessions/{self.session}/interactions/', body).status == 201

    def memory(self, method='GET', reference='', body=None):
        path = f'sessions/{self.session}/memory/' + (f'{reference}/' if reference else '')
        return self.call(self.anna, method, path, body)

    def reference(self, name):
        return EntityReference.objects.get(session=self.session, object_repr=name).pk

    def test_what_is_remembered(self):
        found = self.memory().body['results']
        assert {(ref['object_type'], ref['object_id']) for ref in found} == {
            ('dcim.site', self.site.pk),
            ('dcim.rack', self.rack.pk),
        }
        assert {ref['object']['name'] for ref in found} == {'DM-Akron', 'R101'}
        assert {(ref['mention_count'], ref['said_by']['value'], ref['pinned']) for ref in found} == {(1, 'user', False)}

    def test_a_pinned_object_comes_first(self):
        answer = self.memory('PATCH', self.reference('DM-Akron'), {'pinned': True})
        assert (answer.status, answer.body['pinned']) == (200, True)
        assert [ref['object_repr'] for ref in self.memory().body['results']] == ['DM-Akron', 'R101']

    def test_only_the_pin_can_be_set(self):
        for body, fields in (({}, {'pinned'}), ({'pinned': True, 'mention_count': 9}, {'mention_count'})):
            with self.subTest(body):
                answer = self.memory('PATCH', self.reference('R101'), body)
                assert (answer.status, set(answer.body)) == (400, {'code', 'detail', *fields})

    def test_forgetting_one_object(self):
        assert self.memory('DELETE', self.reference('R101')).status == 204
        assert [ref['object_repr'] for ref in self.memory().body['results']] == ['DM-Akron']
        assert ChatSession.objects.get(pk=self.session).focus == []
        found = [item['display'] for ref in self.resolve('how full is it?') for item in ref['objects']]
        assert 'R101' not in found

    def test_forgetting_everything(self):
        assert self.resolve('how full is it?')[0]['objects'][0]['display'] == 'R101'
        assert self.memory('DELETE').status == 204
        assert self.memory().body['count'] == 0
        assert not any(ref['objects'] for ref in self.resolve('how full is it?'))

    def resolve(self, message):
        answer = self.call(self.anna, 'POST', f'sessions/{self.session}/resolve/', {'message': message})
        return answer.body['turn']['references']
