"""Sessions as a conversation leaves them, for tests of pages."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from core.models import ObjectType
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from users.models import ObjectPermission

from netbox_chat_sessions.conversation.objects import ObjectKey, ObjectRef
from netbox_chat_sessions.conversation.reading import Reading, Reference, ReferenceStatus, Source, TopicReading
from netbox_chat_sessions.conversation.reply import Choice, Link, Reply, ReplyKind, Table
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction, Proposal

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def allow(user, action, model, **constraints):
    """Let a user do something with objects of a model."""
    permission = ObjectPermission.objects.create(
        name=f'{user} {action} {model._meta.label_lower}', actions=[action], constraints=constraints or None
    )
    permission.users.add(user)
    permission.object_types.add(ObjectType.objects.get_for_model(model))


def ref(obj, detail=''):
    key = ObjectKey(obj._meta.label_lower, obj.pk)
    return ObjectRef(key, str(obj), obj.get_absolute_url(), detail)


def listing(where, objects):
    """An answer that lists objects in a table."""
    refs = tuple(ref(obj) for obj in objects)
    rows = tuple((str(obj), 'Active') for obj in objects)
    return Reply(
        f'{len(refs)} devices at {where}.',
        blocks=(Table(('Name', 'Status'), rows, tuple(item.key for item in refs)).as_json(),),
        total=len(refs),
        objects=refs,
        links=(Link('Open as list', '/dcim/devices/?site_id=1'),),
    )


def question(objects):
    """A clarification between objects."""
    choices = tuple(Choice(ref(obj, f'site {obj.site}'), f'the one at {obj.site}') for obj in objects)
    return Reply('Which one do you mean?', ReplyKind.CLARIFICATION, choices=choices)


def said(query, obj, *, resolved='', topic=None):
    """A reading in which the first words of a text stand for an object."""
    reference = Reference(query[:4], 0, 4, ReferenceStatus.RESOLVED, Source.NAME, (ref(obj),))
    return Reading(query, (reference,), resolved_message=resolved or query, topic=topic or TopicReading())


def exchange(session, query, reply=None, reading=None, **fields):
    """One more exchange of a session."""
    session.interaction_count += 1
    session.last_interaction = NOON
    session.save()
    return Interaction.objects.create(
        session=session,
        sequence=session.interaction_count,
        **{
            'turn_id': uuid4(),
            'author': session.user,
            'query': query,
            'status': 'answered',
            'response': reply.text if reply else '',
            'reply': reply.as_json() if reply else {},
            'reading': (reading or Reading(query)).as_json(),
            'decision': 'route',
            'decided_by': 'disabled',
            'agent': 'inventory',
            **fields,
        },
    )


def mention(session, obj, **fields):
    """An object that a session remembers."""
    return EntityReference.objects.create(
        session=session,
        object_type=ContentType.objects.get_for_model(obj),
        object_id=obj.pk,
        object_repr=str(obj),
        **{'first_mentioned': NOON, 'last_mentioned': NOON, 'last_sequence': 1, **fields},
    )


def open_session(user, title='', **fields):
    return ChatSession.objects.create(user=user, title=title, **fields)


def proposed(interaction, obj, **fields):
    """A change of an object that waits to be confirmed, as it is stored."""
    values = {
        'session': interaction.session,
        'interaction': interaction,
        'user': interaction.session.user,
        'action': 'update',
        'object_type': ContentType.objects.get_for_model(obj),
        'object_id': obj.pk,
        'object_repr': str(obj),
        'expires': timezone.now() + timedelta(hours=1),
    }
    return Proposal.objects.create(**values | fields)
