"""What goes with a session, and what stays."""

import pytest
from core.models import ObjectType
from dcim.models import Site
from extras.models import Bookmark, CachedValue, JournalEntry, Notification, Subscription, Tag, TaggedItem

from netbox_chat_sessions.conversation.lifecycle import CleanupReport
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction

from .case import DAY, NOW, make_session, make_user, service


@pytest.mark.django_db
def test_everything_that_hangs_on_a_session_goes_with_it():
    user, reader = make_user(), make_user('reader')
    old, kept = (make_session(user, 'ended', idle=age) for age in (100 * DAY, DAY))
    site = Site.objects.create(name='Akron', slug='akron')
    attached = {}
    for session in (old, kept):
        ChatSession.objects.filter(pk=session.pk).update(title='Where is the secret router?')
        session.participants.add(reader)
        session.tags.add(Tag.objects.get_or_create(name='odd', slug='odd')[0])
        turn = Interaction.objects.create(session=session, sequence=1, query='q', response='a', status='answered')
        mention = EntityReference.objects.create(
            session=session,
            object_type=ObjectType.objects.get_for_model(Site),
            object_id=site.pk,
            object_repr='Akron',
            first_mentioned=NOW,
            last_mentioned=NOW,
            last_sequence=1,
        )
        link = {'object_type': ObjectType.objects.get_for_model(session), 'object_id': session.pk}
        cached = [
            CachedValue.objects.create(
                object_type=ObjectType.objects.get_for_model(row),
                object_id=row.pk,
                field='x',
                type='str',
                value='secret',
            )
            for row in (session, turn, mention)
        ]
        attached[session.pk] = [
            turn,
            mention,
            *cached,
            JournalEntry.objects.create(assigned_object=session, created_by=user, comments='taken over'),
            Bookmark.objects.create(user=user, **link),
            Subscription.objects.create(user=reader, **link),
            Notification.objects.create(user=reader, event_type='object_updated', object_repr='secret', **link),
        ]

    assert service().purge() == CleanupReport(purged=1)

    assert list(ChatSession.objects.all()) == [kept]
    for row in attached[old.pk]:
        assert not type(row)._default_manager.filter(pk=row.pk).exists(), row
    for row in attached[kept.pk]:
        assert type(row)._default_manager.filter(pk=row.pk).exists(), row
    assert not Notification.objects.exclude(pk=attached[kept.pk][-1].pk).exists(), 'the deletion was announced'
    assert list(TaggedItem.objects.values_list('object_id', flat=True)) == [kept.pk]
    assert Site.objects.filter(pk=site.pk).exists()
