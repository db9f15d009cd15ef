"""Interactions: reading them, rating them, recording those that others answered."""

from uuid import uuid4

from dcim.models import Device, DeviceRole, DeviceType, Manufacturer, Site

from netbox_chat_sessions.models import EntityReference, Interaction

from .conversation_case import ConversationCase, grant, make_user


class InteractionCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=('dcim.site', 'dcim.device'))
        cls.site = Site.objects.create(name='DM-Akron', slug='dm-akron')
        maker = Manufacturer.objects.create(name='Acme', slug='acme')
        kind = DeviceType.objects.create(manufacturer=maker, model='X1', slug='x1')
        role = DeviceRole.objects.create(name='Switch', slug='switch')
        cls.devices = [
            Device.objects.create(name=f'sw{number}', site=cls.site, device_type=kind, role=role) for number in range(3)
        ]

    def setUp(self):
        self.session = self.call(self.anna, 'POST', 'sessions/', {}).body['id']

    def record(self, **body):
        return self.call(self.anna, 'POST', f'sessions/{self.session}/interactions/', {'query': 'show it'} | body)

    def key(self, thing):
        return {'object_type': thing._meta.label_lower, 'object_id': thing.pk}


class RecordingTest(InteractionCase):
    def test_the_answer_is_the_interaction_as_it_is_read(self):
        answer = self.record(
            query='show site DM-Akron',
            response='DM-Akron is active.',
            agent='my-agent',
            turn_id=str(uuid4()),
            entities=[self.key(self.site) | {'said_by': 'page'}],
            listed=[self.key(device) for device in self.devices],
        )
        assert answer.status == 201
        assert answer.body == self.call(self.anna, 'GET', f'interactions/{answer.body["id"]}/').body
        assert (answer.body['sequence'], answer.body['status']['value']) == (1, 'answered')
        assert (answer.body['query'], answer.body['response']) == ('show site DM-Akron', 'DM-Akron is active.')
        assert answer.body['listed'] == [['dcim.device', device.pk] for device in self.devices]
        assert answer.body['agent'] == 'my-agent'
        assert EntityReference.objects.get(session=self.session).said_by == 'page'

    def test_a_question_is_enough(self):
        assert self.record().body['response'] == ''

    def test_entities_are_remembered_and_listed_objects_are_not(self):
        self.record(entities=[self.key(self.site)], listed=[self.key(self.devices[0])])
        assert [ref.object_repr for ref in EntityReference.objects.filter(session=self.session)] == ['DM-Akron']

    def test_the_second_one_counts_in_what_was_listed(self):
        self.record(listed=[self.key(device) for device in self.devices])
        turn = self.call(
            self.anna, 'POST', f'sessions/{self.session}/resolve/', {'message': 'show me the second one'}
        ).body['turn']
        assert [ref['display'] for ref in turn['references'][0]['objects']] == ['sw1']

    def test_the_same_turn_id_is_recorded_once(self):
        turn_id = str(uuid4())
        first, again = (self.record(turn_id=turn_id) for _ in range(2))
        assert first.body['id'] == again.body['id']
        assert Interaction.objects.filter(session=self.session).count() == 1

    def test_what_is_wrong_is_said_field_by_field(self):
        for body, fields in (
            ({'query': ' '}, {'query'}),
            ({'query': 'x' * 4001}, {'query'}),
            ({'agent': 'x' * 101}, {'agent'}),
            ({'turn_id': 1.5}, {'turn_id'}),
            ({'entities': [{'object_type': 'dcim.site'}]}, {'entities'}),
            ({'entities': [self.key(self.site) | {'said_by': 'me'}]}, {'entities'}),
            ({'listed': {'object_type': 'dcim.site', 'object_id': 1}}, {'listed'}),
            ({'choices': [1]}, {'choices'}),
            ({'reply': {}}, {'reply'}),
        ):
            with self.subTest(body):
                answer = self.record(**body)
                assert (answer.status, set(answer.body)) == (400, {'code', 'detail', *fields})
        assert not Interaction.objects.exists()

    def test_objects_that_may_not_be_seen_are_named_by_position_like_missing_ones(self):
        hidden = Site.objects.create(name='DM-York', slug='dm-york')
        self.anna.object_permissions.all().delete()
        grant(self.anna, 'view', 'dcim.site', constraints={'name': 'DM-Akron'})
        for field in ('entities', 'listed', 'choices'):
            with self.subTest(field):
                objects = [self.key(self.site), self.key(hidden)]
                answers = [
                    self.record(**{field: [objects[0], {'object_type': 'dcim.site', 'object_id': pk}]})
                    for pk in (hidden.pk, 10**9)
                ]
                assert answers[0].raw == answers[1].raw
                assert (answers[0].status, set(answers[0].body[field])) == (400, {'1'})
        for object_type in ('dcim.nothing', 'no.such', 'auth.permission'):
            with self.subTest(object_type):
                answer = self.record(listed=[{'object_type': object_type, 'object_id': 1}])
                assert (answer.status, set(answer.body['listed'])) == (400, {'0'})
        assert not Interaction.objects.exists()

    def test_an_ended_session_takes_none(self):
        self.call(self.anna, 'POST', f'sessions/{self.session}/end/')
        answer = self.record()
        assert (answer.status, answer.body['code']) == (409, 'session_ended')


class FeedbackTest(InteractionCase):
    def rate(self, **body):
        pk = self.record().body['id']
        return self.call(self.anna, 'PATCH', f'interactions/{pk}/', body)

    def test_rating_and_comment(self):
        answer = self.rate(rating='down', rating_comment='The rack is elsewhere')
        assert answer.status == 200
        assert (answer.body['rating']['value'], answer.body['rating_comment']) == ('down', 'The rack is elsewhere')
        assert not answer.body['withheld']

    def test_taken_back(self):
        assert self.rate(rating='').body['rating'] is None

    def test_nothing_else_can_be_changed(self):
        for body, fields in (
            ({'response': 'Never said'}, {'response'}),
            ({'rating': 'up', 'status': 'failed'}, {'status'}),
            ({'rating': 'great'}, {'rating'}),
            ({'rating_comment': 'x' * 501}, {'rating_comment'}),
        ):
            with self.subTest(body):
                answer = self.rate(**body)
                assert (answer.status, set(answer.body)) == (400, {'code', 'detail', *fields})

    def test_what_is_no_rating_or_no_id_is_no_error_of_the_server(self):
        interaction = self.record().body['id']
        assert self.call(self.anna, 'PATCH', f'interactions/{interaction}/', -387).status == 400
        assert self.call(self.anna, 'PATCH', 'interactions/x/', {'rating': 'up'}).status == 404

    def test_interactions_are_neither_made_nor_deleted_here(self):
        pk = self.record().body['id']
        grant(self.anna, 'delete', 'netbox_chat_sessions.interaction')
        assert self.call(self.anna, 'POST', 'interactions/', {'query': 'x'}).status == 405
        assert self.call(self.anna, 'DELETE', f'interactions/{pk}/').status == 405
        assert self.call(self.anna, 'PUT', f'interactions/{pk}/', {'rating': 'up'}).status == 405


class StoppingTest(InteractionCase):
    def asked(self):
        return Interaction.objects.create(session_id=self.session, sequence=1, author=self.anna, query='how many?')

    def test_a_question_that_is_being_answered(self):
        answer = self.call(self.anna, 'POST', f'interactions/{self.asked().pk}/stop/')
        assert (answer.status, answer.body['status']['value'], answer.body['reason']) == (200, 'stopped', 'stopped')
        assert answer.body == self.call(self.anna, 'GET', f'interactions/{answer.body["id"]}/').body

    def test_an_answer_stays(self):
        answered = self.record(response='Three.').body
        assert self.call(self.anna, 'POST', f'interactions/{answered["id"]}/stop/').body == answered

    def test_a_question_of_somebody_else_is_not_there(self):
        other = self.call(make_user('mallory'), 'POST', f'interactions/{self.asked().pk}/stop/')
        assert other.status == 404
        assert Interaction.objects.get(session=self.session).status == 'pending'


class ReadingTest(InteractionCase):
    def test_fields_brief_and_paging(self):
        for number in range(3):
            self.record(query=f'question {number}')
        path = f'sessions/{self.session}/interactions/'
        page = self.call(self.anna, 'GET', f'{path}?limit=2&offset=1').body
        assert (page['count'], [row['query'] for row in page['results']]) == (3, ['question 1', 'question 2'])
        brief = self.call(self.anna, 'GET', f'{path}?brief=1').body['results'][0]
        assert set(brief) == {'id', 'url', 'display', 'sequence', 'status'}
        chosen = self.call(self.anna, 'GET', f'{path}?fields=id,query').body['results'][0]
        assert set(chosen) == {'id', 'query'}
        without = self.call(self.anna, 'GET', f'{path}?omit=reply,reading').body['results'][0]
        assert not {'reply', 'reading'} & set(without)
        assert without['query'] == 'question 0'
