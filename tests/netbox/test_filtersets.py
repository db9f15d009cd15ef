from datetime import UTC, datetime, timedelta

from django.contrib.contenttypes.models import ContentType
from django.http import QueryDict
from django.test import TestCase
from users.models import User
from utilities.testing.filtersets import BaseFilterSetTestMixin

from netbox_chat_sessions.filtersets import ChatSessionFilterSet, EntityReferenceFilterSet, InteractionFilterSet
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from tests.generic import generic_case

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Users:
    @classmethod
    def make_users(cls):
        cls.anna, cls.ben = (User.objects.create_user(username=name) for name in ('anna', 'ben'))

    def found(self, **params):
        return set(self.filterset(params, self.queryset).qs.values_list('pk', flat=True))

    def test_null_is_a_text_to_lookups(self):
        for name in self.filterset.base_filters:
            with self.subTest(name):
                list(self.filterset(QueryDict(f'{name}=null'), self.queryset).qs)


@generic_case
class ChatSessionFilterSetTest(Users, BaseFilterSetTestMixin, TestCase):
    queryset = ChatSession.objects.all()
    filterset = ChatSessionFilterSet
    # The state of the conversation is not something to look for.
    ignore_fields = ('focus', 'suspended', 'forgotten_until', 'topic_start', 'removed')

    @classmethod
    def setUpTestData(cls):
        cls.make_users()
        cls.racks, cls.ports, cls.power = (
            ChatSession.objects.create(user=user, title=title, **values)
            for user, title, values in (
                (cls.anna, 'Racks in Akron', {'topic_domain': 'infrastructure', 'active_agent': 'inventory'}),
                (cls.anna, 'Free ports', {'topic_domain': 'network', 'status': 'ended', 'ended': NOON}),
                (cls.ben, 'Feeds of rack 7', {'status': 'handoff', 'handoff_requested': NOON, 'interaction_count': 4}),
            )
        )
        cls.ports.participants.add(cls.ben)
        cls.power.tags.add('urgent')

    def get_m2m_filter_name(self, field):
        # The owner has the filter named after the model.
        return 'participant' if field.name == 'participants' else super().get_m2m_filter_name(field)

    def test_search_looks_at_the_title_whatever_its_case(self):
        assert self.found(q='rack') == {self.racks.pk, self.power.pk}

    def test_owner(self):
        assert self.found(user=['anna']) == self.found(user_id=[self.anna.pk]) == {self.racks.pk, self.ports.pk}

    def test_participant(self):
        assert self.found(participant_id=[self.ben.pk]) == {self.ports.pk}

    def test_status(self):
        assert self.found(status=['ended', 'handoff']) == {self.ports.pk, self.power.pk}

    def test_waiting_sessions_come_in_the_order_in_which_they_began_to_wait(self):
        later = {'status': 'handoff', 'handoff_requested': NOON + timedelta(hours=1), 'last_interaction': NOON}
        second = ChatSession.objects.create(user=self.anna, **later)
        assert list(self.filterset({'waiting': True}, self.queryset).qs) == [self.power, second]
        assert self.found(waiting=False) == {self.racks.pk, self.ports.pk}

    def test_topic_and_agent(self):
        assert self.found(topic_domain=['network']) == {self.ports.pk}
        assert self.found(active_agent=['inventory']) == {self.racks.pk}

    def test_handed_over(self):
        assert self.found(handoff_requested__gte=['2026-03-01T00:00:00']) == {self.power.pk}

    def test_count(self):
        assert self.found(interaction_count__gte=[1]) == {self.power.pk}

    def test_tag(self):
        assert self.found(tag=['urgent']) == {self.power.pk}


@generic_case
class InteractionFilterSetTest(Users, BaseFilterSetTestMixin, TestCase):
    queryset = Interaction.objects.all()
    filterset = InteractionFilterSet
    # They would tell about texts that are withheld from the reader; the search knows what is withheld.
    ignore_fields = ('query', 'response', 'reply', 'reading', 'listed', 'rating_comment', 'topic_start')

    @classmethod
    def setUpTestData(cls):
        cls.make_users()
        cls.mine, cls.other = (ChatSession.objects.create(user=user) for user in (cls.anna, cls.ben))
        cls.first, cls.second, cls.third = (
            Interaction.objects.create(
                session=session, sequence=sequence, query=query, response=response, reading={'references': []}, **values
            )
            for session, sequence, query, response, values in (
                (cls.mine, 1, 'hello', 'Good morning', {'status': 'answered', 'author': cls.anna, 'rating': 'up'}),
                (cls.mine, 2, 'how many racks?', '', {'status': 'failed', 'author': cls.ben}),
                (
                    cls.other,
                    1,
                    'and now?',
                    'Good evening',
                    {'status': 'answered', 'decision': 'route', 'agent': 'mine'},
                ),
            )
        )

    def test_search_looks_at_question_and_answer(self):
        assert self.found(q='GOOD') == {self.first.pk, self.third.pk}
        assert self.found(q='racks') == {self.second.pk}

    def test_session(self):
        assert self.found(session_id=[self.mine.pk]) == {self.first.pk, self.second.pk}

    def test_owner_and_author(self):
        assert self.found(user_id=[self.ben.pk]) == {self.third.pk}
        assert self.found(author_id=[self.ben.pk]) == {self.second.pk}

    def test_status(self):
        assert self.found(status=['failed']) == {self.second.pk}

    def test_decision_and_agent(self):
        assert self.found(decision=['route']) == self.found(agent=['mine']) == {self.third.pk}

    def test_rating(self):
        assert self.found(rating=['up']) == {self.first.pk}

    def test_sequence(self):
        assert self.found(sequence__gt=[1]) == {self.second.pk}


@generic_case
class EntityReferenceFilterSetTest(Users, BaseFilterSetTestMixin, TestCase):
    queryset = EntityReference.objects.all()
    filterset = EntityReferenceFilterSet

    @classmethod
    def setUpTestData(cls):
        cls.make_users()
        cls.mine, cls.other = (ChatSession.objects.create(user=user) for user in (cls.anna, cls.ben))
        site, rack = (ContentType.objects.get_by_natural_key('dcim', model) for model in ('site', 'rack'))
        cls.akron, cls.shelf, cls.again = (
            EntityReference.objects.create(
                session=session,
                object_type=object_type,
                object_id=object_id,
                object_repr=name,
                first_mentioned=NOON,
                last_mentioned=NOON + timedelta(hours=hours),
                last_sequence=hours,
                **values,
            )
            for session, object_type, object_id, name, hours, values in (
                (cls.mine, site, 1, 'DM-Akron', 1, {'pinned': True}),
                (cls.mine, rack, 1, 'R1', 2, {'said_by': 'answer', 'mention_count': 5}),
                (cls.other, site, 1, 'DM-Akron', 3, {}),
            )
        )

    def test_object(self):
        assert self.found(object_type=['dcim.site'], object_id=[1]) == {self.akron.pk, self.again.pk}
        assert self.found(object_type=['dcim.site'], object_id=[2**40]) == set()

    def test_session_and_owner(self):
        assert self.found(session_id=[self.mine.pk]) == {self.akron.pk, self.shelf.pk}
        assert self.found(user_id=[self.ben.pk]) == {self.again.pk}

    def test_search_looks_at_the_name(self):
        assert self.found(q='akron') == {self.akron.pk, self.again.pk}

    def test_who_said_it(self):
        assert self.found(said_by=['answer']) == {self.shelf.pk}

    def test_pinned(self):
        assert self.found(pinned=True) == {self.akron.pk}

    def test_mentions(self):
        assert self.found(mention_count__gte=[2]) == {self.shelf.pk}
        assert self.found(last_mentioned__gt=['2026-03-01T14:30:00']) == {self.again.pk}
