"""Sessions of a given length: the latest turns were really taken, older ones are their copies. Runs inside NetBox."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from dcim.models import Device
from django.contrib.contenttypes.models import ContentType
from django.db.models import F
from django.forms.models import model_to_dict

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from netbox_chat_sessions.wiring import turn_service

from .inventory import DEVICES_IN_RACK
from .turns import OPENING

__all__ = ('Opened', 'open_session')

# As many rounds of the opening are really taken; a session remembers eight lists and fifty objects.
REAL_ROUNDS = 20
BATCH = 1000
_KEPT = ('focus', 'suspended', 'topic_domain', 'active_agent', 'interaction_count', 'last_interaction', 'status')


@dataclass(frozen=True)
class Opened:
    """A session as it was opened, to which it returns after each turn."""

    pk: int
    interactions: int
    fields: dict[str, Any]
    references: tuple[EntityReference, ...]

    @classmethod
    def of(cls, session: ChatSession) -> 'Opened':
        """The session as it stands."""
        fields = {name: getattr(session, name) for name in _KEPT}
        references = tuple(session.entity_references.order_by('-last_mentioned')[:BATCH])
        return cls(session.pk, session.interaction_count, fields, references)

    def restore(self) -> None:
        """Undo what turns have added since."""
        Interaction.objects.filter(session_id=self.pk, sequence__gt=self.interactions).delete()
        touched = EntityReference.objects.filter(session_id=self.pk, last_sequence__gt=self.interactions)
        changed = set(touched.values_list('pk', flat=True))
        touched.delete()
        EntityReference.objects.bulk_create(ref for ref in self.references if ref.pk in changed)
        ChatSession.objects.filter(pk=self.pk).update(**self.fields)


def open_session(user: Any, interactions: int, first: int) -> Opened:
    """A session of so many interactions about devices of the inventory.

    Args:
        user: Its owner.
        interactions: A multiple of the opening's length.
        first: The device that the latest round is about, as its place in the inventory.
    """
    rounds = interactions // len(OPENING)
    devices = _devices(rounds, first)
    session_id = None
    for pair in reversed(devices[:REAL_ROUNDS]):
        session_id = _take_round(user, session_id, pair)
    session = ChatSession.objects.get(pk=session_id)
    if rounds > REAL_ROUNDS:
        _lengthen(session, interactions)
        _remember(session, [device for device, _ in devices[REAL_ROUNDS:]])
    return Opened.of(session)


def _devices(rounds: int, first: int) -> list[tuple[Device, Device]]:
    """For each round a device and its neighbour in the next rack, no rack twice as long as there are others."""
    keys = list(Device.objects.order_by('pk').values_list('pk', flat=True))
    step = max(2 * DEVICES_IN_RACK, len(keys) // rounds) + 1
    places = [(first + number * step) % len(keys) for number in range(rounds)]
    pairs = [(keys[place], keys[(place + DEVICES_IN_RACK) % len(keys)]) for place in places]
    found = Device.objects.select_related('rack').in_bulk({key for pair in pairs for key in pair})
    return [(found[device], found[neighbour]) for device, neighbour in pairs]


def _take_round(user: Any, session_id: int | None, pair: tuple[Device, Device]) -> int | None:
    device, neighbour = pair
    for message in OPENING:
        said = message.format(device=device.name, neighbour=neighbour.name)
        result = turn_service(user).handle(TurnRequest(said, session_id))
        session_id = result.session.id if result.session else None
    return session_id


def _lengthen(session: ChatSession, interactions: int) -> None:
    """Put copies of the session's interactions in front of them."""
    real = list(session.interactions.order_by('sequence'))
    older = interactions - len(real)
    session.interactions.update(sequence=F('sequence') + interactions)
    session.interactions.update(sequence=F('sequence') - len(real))
    session.entity_references.update(last_sequence=F('last_sequence') + older)
    fields = [model_to_dict(row, exclude=['id', 'turn_id', 'sequence', 'session', 'author']) for row in real]
    copies = (
        Interaction(**copied, sequence=number, session=session, author=session.user)
        for number, copied in zip(range(older, 0, -1), itertools.cycle(reversed(fields)), strict=False)
    )
    Interaction.objects.bulk_create(copies, batch_size=BATCH)
    session.interaction_count = interactions
    ChatSession.objects.filter(pk=session.pk).update(interaction_count=interactions)


def _remember(session: ChatSession, devices: Sequence[Device]) -> None:
    """Enter what the older rounds talked about into the memory: a device and its rack for each."""
    known = set(session.entity_references.values_list('object_type_id', 'object_id'))
    rows: dict[tuple[int, int], EntityReference] = {}
    for age, device in enumerate(devices, 1):
        at = session.created - timedelta(minutes=age)
        sequence = session.interaction_count - (REAL_ROUNDS + age) * len(OPENING)
        for obj in (device, device.rack):
            key = (ContentType.objects.get_for_model(obj).pk, obj.pk)
            if key not in known and key not in rows:
                rows[key] = EntityReference(
                    session=session,
                    object_type_id=key[0],
                    object_id=obj.pk,
                    object_repr=str(obj),
                    first_mentioned=at,
                    last_mentioned=at,
                    last_sequence=max(1, sequence),
                )
    EntityReference.objects.bulk_create(rows.values(), batch_size=BATCH)
