"""What holds in the database, whoever writes to it."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.utils import timezone

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction


@pytest.fixture
def session(user):
    return ChatSession.objects.create(user=user)


def interaction(session, sequence=1, **fields):
    return Interaction.objects.create(session=session, sequence=sequence, query='q', **fields)


def reference(session, object_id):
    return EntityReference.objects.create(
        session=session,
        object_type=ContentType.objects.get(app_label='dcim', model='rack'),
        object_id=object_id,
        object_repr='R1',
        first_mentioned=timezone.now(),
        last_mentioned=timezone.now(),
        last_sequence=1,
    )


TURN = '00000000-0000-0000-0000-000000000001'


@pytest.mark.parametrize(
    ('constraint', 'write'),
    [
        ('interaction_unique_sequence', lambda session: (interaction(session), interaction(session))),
        (
            'interaction_unique_turn_id',
            lambda session: (interaction(session, 1, turn_id=TURN), interaction(session, 2, turn_id=TURN)),
        ),
        ('interaction_counts_from_one', lambda session: interaction(session, 0)),
        ('interaction_valid_status', lambda session: interaction(session, status='done')),
        ('chatsession_valid_status', lambda session: ChatSession.objects.filter(pk=session.pk).update(status='gone')),
        ('entityreference_unique_object', lambda session: (reference(session, 1), reference(session, 1))),
    ],
)
def test_constraints(session, constraint, write):
    with pytest.raises(IntegrityError, match=f'netbox_chat_sessions_{constraint}'), transaction.atomic():
        write(session)


def test_what_the_constraints_allow(session, user):
    other = ChatSession.objects.create(user=user)
    for place in (session, other):
        interaction(place, 1, turn_id=TURN)
        interaction(place, 2)
        interaction(place, 3)
        reference(place, 1)
        reference(place, 2)
