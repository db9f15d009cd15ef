"""What a turn costs the database."""

from datetime import timedelta

from dcim.models import Device, DeviceRole, DeviceType, Manufacturer, Rack, Site
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction

from .conversation_case import BASE, ConversationCase, make_user

MOST = 25
# Where a transaction begins and ends, which a test that is one itself only marks.
BRACKETS = ('SAVEPOINT', 'RELEASE SAVEPOINT')
ABOUT_ONE_OBJECT = (
    'show R101',
    'how full is R101?',
    'which devices are in R101?',
    'how many devices are in R101?',
    'where is sw3?',
    'what is the serial number of sw3?',
)


class StatementTest(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=('dcim.site', 'dcim.location', 'dcim.rack', 'dcim.device'))
        cls.site = Site.objects.create(name='DM-Akron', slug='dm-akron')
        cls.rack = Rack.objects.create(name='R101', site=cls.site)
        maker = Manufacturer.objects.create(name='Acme', slug='acme')
        cls.kind = DeviceType.objects.create(manufacturer=maker, model='X1', slug='x1')
        cls.role = DeviceRole.objects.create(name='Switch', slug='switch')
        cls.add_devices(5)

    @classmethod
    def add_devices(cls, count):
        first = Device.objects.count()
        Device.objects.bulk_create(
            Device(name=f'sw{number}', site=cls.site, rack=cls.rack, device_type=cls.kind, role=cls.role)
            for number in range(first, first + count)
        )

    def session_of(self, interactions):
        """A session of so many interactions, in which every fifth listed something and one object was mentioned."""
        session = ChatSession.objects.create(
            user=self.anna, title='Racks', interaction_count=interactions, active_agent='inventory'
        )
        Interaction.objects.bulk_create(
            Interaction(
                session=session,
                sequence=number,
                author=self.anna,
                query=f'question {number}',
                response='answer',
                status='answered',
                listed=[['dcim.rack', self.rack.pk]] if number % 5 == 0 else [],
            )
            for number in range(1, interactions + 1)
        )
        now = timezone.now()
        EntityReference.objects.create(
            session=session,
            object_type=ContentType.objects.get_for_model(Site),
            object_id=self.site.pk,
            object_repr=str(self.site),
            first_mentioned=now - timedelta(hours=1),
            last_mentioned=now,
            last_sequence=interactions,
        )
        return session.pk

    def statements(self, session, message='how full is R101?'):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=self.anna.plain_token)
        with CaptureQueriesContext(connection) as captured:
            response = client.post(f'{BASE}chat/', {'message': message, 'session': session}, format='json')
        assert response.status_code == 200, response.content
        references = response.json()['turn']['references']
        assert {reference['status'] for reference in references} == {'resolved'}, references
        return [query['sql'] for query in captured.captured_queries if not query['sql'].startswith(BRACKETS)]

    def assert_cheap(self, statements):
        assert len(statements) <= MOST, '\n'.join(f'{number}: {sql[:200]}' for number, sql in enumerate(statements, 1))

    def test_a_turn_that_names_one_object_costs_the_same_in_a_long_session(self):
        self.statements(self.session_of(1))  # What a worker learns with its first turn.
        for message in ABOUT_ONE_OBJECT:
            with self.subTest(message):
                short, long = (self.statements(self.session_of(size), message) for size in (5, 2000))
                self.assert_cheap(short)
                assert len(short) == len(long)

    def test_and_with_many_devices(self):
        self.statements(self.session_of(1))
        self.add_devices(25)  # More than a page, which has to be counted.
        before = [self.statements(self.session_of(5), message) for message in ABOUT_ONE_OBJECT]
        self.add_devices(400)
        after = [self.statements(self.session_of(5), message) for message in ABOUT_ONE_OBJECT]
        assert [len(statements) for statements in before] == [len(statements) for statements in after]

    def test_what_was_listed_before_is_looked_up_at_once(self):
        counts = []
        for more in (0, 20):
            self.add_devices(more)
            session = self.session_of(5)
            self.statements(session, 'which devices are in R101?')
            counts.append(len(self.statements(session, 'how full is R101?')))
        assert counts[0] == counts[1]
