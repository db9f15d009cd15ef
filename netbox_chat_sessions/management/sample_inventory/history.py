"""What has happened: journal entries, and a few changes with an author, for questions like "who changed this?"."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from dcim.models import Device, Rack
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from extras.models import JournalEntry
from netbox.context import current_request, events_queue
from utilities.request import NetBoxFakeRequest

from .devices import Fleet
from .ledger import Ledger
from .organisation import Organisation
from .racks import RackKey

JOURNAL = (
    ('ham-r101-rtr1', 'marc.dubois', 'success', 'Junos upgraded, both routing engines restarted in turn.'),
    ('ham-r101-core1', 'anna.petersen', 'info', 'Second uplink to room A2 in service.'),
    ('zrh-eg-fw1', 'anna.petersen', 'warning', 'Session table at 85 % on Monday morning; ordered a larger model.'),
    ('0815', 'marc.dubois', 'danger', 'No answer since the roof leaked. Replacement ordered.'),
    ("O'Brien's lab switch", 'anna.petersen', 'info', 'Switched off until the lab has a new owner.'),
    ('lys-bur-rtr1', 'marc.dubois', 'info', 'Old internet access cancelled, MPLS only from now on.'),
)
CHANGES = (
    ('ham-r101-fw1', 'anna.petersen', {'comments': 'Rule base reviewed by the security team.'}),
    ('rtm-r101-core1', 'marc.dubois', {'comments': 'Fan tray replaced under warranty.'}),
    ('0815', 'marc.dubois', {'comments': 'Failed after water damage.'}),
    ('dub-bas-dist1', 'anna.petersen', {'comments': 'Ready for the new floor.'}),
)


def write_history(ledger: Ledger, organisation: Organisation, racks: dict[RackKey, Rack], fleet: Fleet) -> None:
    """Write the journal, and change new devices the way that a user would, so that NetBox logs the change."""
    targets: list[tuple[Model, str, str, str]] = [
        (fleet.devices[key], user, kind, text) for key, user, kind, text in JOURNAL
    ]
    targets.append(
        (
            racks['ham', 'a1', 'R104'],
            'anna.petersen',
            'info',
            'Door lock replaced, keys at reception.',
        )
    )
    for target, user, kind, text in targets:
        lookup = {
            'assigned_object_type': ContentType.objects.get_for_model(target),
            'assigned_object_id': target.pk,
            'comments': text,
        }
        ledger.put(JournalEntry, lookup, created_by=organisation.users[user], kind=kind)
    for key, user, values in CHANGES:
        if key in fleet.fresh:
            change(Device.objects.get(pk=fleet.devices[key].pk), organisation.users[user], values)


def change(device: Device, user: AbstractBaseUser, values: dict[str, str]) -> None:
    """Set fields of a device in the name of a user."""
    with acting_as(user):
        device.snapshot()
        for name, value in values.items():
            setattr(device, name, value)
        device.full_clean()
        device.save()


@contextmanager
def acting_as(user: AbstractBaseUser) -> Iterator[None]:
    """Let NetBox log changes as this user's.

    Unlike `netbox.context_managers.event_tracking`, the events are dropped: event rules of the installation must not
    fire for a sample.
    """
    request = NetBoxFakeRequest({'id': uuid.uuid4(), 'user': user, 'META': {}, 'path': '', 'method': 'POST'})
    request_token = current_request.set(request)
    queue_token = events_queue.set({})
    try:
        yield
    finally:
        current_request.reset(request_token)
        events_queue.reset(queue_token)
