"""NetBox's generic API and GraphQL test cases over the stored models."""

from datetime import UTC, datetime
from uuid import uuid4

from dcim.models import Site
from django.contrib.contenttypes.models import ContentType
from users.models import User
from utilities.testing.api import APIViewTestCases

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from tests.generic import generic_case

NAMESPACE = 'plugins-api:netbox_chat_sessions'
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def make_sessions():
    owner = User.objects.create_user(username='owner')
    return [ChatSession.objects.create(user=owner, title=f'Session {number}') for number in range(3)]


@generic_case
class ChatSessionAPITest(APIViewTestCases.APIViewTestCase):
    model = ChatSession
    view_namespace = NAMESPACE
    brief_fields = ['display', 'id', 'status', 'title', 'url']
    create_data = [{'title': 'Racks'}, {'title': 'Feeds'}, {}]
    bulk_update_data = {'title': 'Renamed'}
    bulk_update_invalid_data = {'title': 'x' * 101}

    @classmethod
    def setUpTestData(cls):
        make_sessions()


class RecordCase(
    APIViewTestCases.GetObjectViewTestCase, APIViewTestCases.ListObjectsViewTestCase, APIViewTestCases.GraphQLTestCase
):
    """For records that are made by conversations alone."""

    view_namespace = NAMESPACE

    def test_records_are_not_made_by_hand(self):
        self.add_permissions(f'netbox_chat_sessions.add_{self.model._meta.model_name}')
        response = self.client.post(self._get_list_url(), {}, format='json', **self.header)
        self.assertHttpStatus(response, 405)


@generic_case
class InteractionAPITest(RecordCase, APIViewTestCases.UpdateObjectViewTestCase):
    model = Interaction
    brief_fields = ['display', 'id', 'sequence', 'status', 'url']
    update_data = {'rating': 'up', 'rating_comment': 'Just what I needed'}

    @classmethod
    def setUpTestData(cls):
        for session in make_sessions():
            Interaction.objects.create(
                session=session, sequence=1, turn_id=uuid4(), query='hello', response='Good morning', status='answered'
            )


@generic_case
class EntityReferenceAPITest(RecordCase):
    model = EntityReference
    brief_fields = ['display', 'id', 'object_id', 'object_type', 'url']
    user_permissions = ('dcim.view_site',)

    @classmethod
    def setUpTestData(cls):
        for number, session in enumerate(make_sessions()):
            site = Site.objects.create(name=f'Site {number}', slug=f'site-{number}')
            EntityReference.objects.create(
                session=session,
                object_type=ContentType.objects.get_for_model(Site),
                object_id=site.pk,
                object_repr=site.name,
                first_mentioned=NOON,
                last_mentioned=NOON,
                last_sequence=1,
            )


del RecordCase
