"""Sessions of somebody else, with a mark in every text that a stranger might be shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from dcim.models import Device, DeviceRole, DeviceType, Location, Manufacturer, Rack, Site
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from extras.models import JournalEntry
from users.models import User

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction, Proposal
from tests.netbox.views.records import exchange, listing, mention, proposed, said

__all__ = ('FIRST', 'MARK', 'MISSING', 'Hidden', 'hidden_sessions', 'places', 'stored')

MARK = 'Quagga7'
# Numbers that no page holds by chance; those of missing records have as many digits.
FIRST = {'session': 71_110_001, 'interaction': 72_220_001, 'reference': 73_330_001, 'proposal': 75_550_001}
TURN_ID = UUID(int=0x7A110001)
MISSING = {
    'session': 71_119_999,
    'interaction': 72_229_999,
    'reference': 73_339_999,
    'proposal': 75_559_999,
    'turn': str(UUID(int=0x7A119999)),
}


@dataclass(frozen=True)
class Hidden:
    """One session, with an interaction, a reference and a proposal of it."""

    session: ChatSession
    interaction: Interaction
    reference: EntityReference
    proposal: Proposal

    @property
    def ids(self) -> dict[str, Any]:
        """By what they are."""
        return {name: getattr(self, name).pk for name in FIRST} | {'turn': str(TURN_ID)}


def places() -> dict[str, int]:
    """Objects that everybody may see, one of each type that has a tab for sessions; their IDs by type."""
    site = Site.objects.create(name='Akron', slug='akron')
    location = Location.objects.create(name='Hall', slug='hall', site=site)
    rack = Rack.objects.create(name='R1', site=site, location=location)
    kind = DeviceType.objects.create(
        manufacturer=Manufacturer.objects.create(name='Acme', slug='acme'), model='S1', slug='s1'
    )
    role = DeviceRole.objects.create(name='Switch', slug='switch')
    device = Device.objects.create(name='sw1', site=site, rack=rack, device_type=kind, role=role)
    return {'site': site.pk, 'location': location.pk, 'rack': rack.pk, 'device': device.pk}


def hidden_sessions(owner: User, participant: User, place: Site) -> dict[str, Hidden]:
    """A session of each status, about a place that others may see; by status."""
    return {
        status: hidden_session(owner, participant, place, status, number)
        for number, status in enumerate(('active', 'handoff', 'ended', 'expired'))
    }


def hidden_session(owner: User, participant: User, place: Site, status: str, number: int) -> Hidden:
    """One of them."""
    now = timezone.now()
    waits = {'handoff_requested': now, 'handoff_reason': f'{MARK} is on fire'} if status == 'handoff' else {}
    session = ChatSession.objects.create(
        pk=FIRST['session'] + number,
        user=owner,
        title=f'{MARK} title',
        title_is_manual=True,
        status=status,
        ended=now if status in ('ended', 'expired') else None,
        topic_domain='infrastructure',
        active_agent='inventory',
        **waits,
    )
    session.participants.add(participant)
    interaction = exchange(
        session,
        f'{MARK} question',
        listing(f'{MARK} answer', [place]),
        said(f'{MARK} question', place),
        pk=FIRST['interaction'] + number,
        turn_id=TURN_ID,
        rating='down',
        rating_comment=f'{MARK} comment',
        reason='timeout',
        confidence=0.5,
        tokens=7_777,
        duration_ms=7_777,
        answered=now - timedelta(seconds=number),
    )
    reference = mention(session, place, pk=FIRST['reference'] + number)
    EntityReference.objects.filter(pk=reference.pk).update(object_repr=f'{MARK} place')
    change = {'field': 'name', 'label': 'Name', 'before': f'{MARK} before', 'after': f'{MARK} after'}
    proposal = proposed(
        interaction, place, pk=FIRST['proposal'] + number, object_repr=f'{MARK} object', changes=[change]
    )
    JournalEntry.objects.create(
        assigned_object_type=ContentType.objects.get_for_model(session),
        assigned_object_id=session.pk,
        created_by=owner,
        comments=f'{MARK} note',
    )
    session.refresh_from_db()
    reference.refresh_from_db()
    return Hidden(session, interaction, reference, proposal)


def stored() -> Mapping[str, list[dict[str, object]]]:
    """Everything that is stored of the hidden sessions."""
    sessions = range(FIRST['session'], FIRST['session'] + 10)
    rows = (
        ChatSession.objects.filter(pk__in=sessions),
        Interaction.objects.filter(session__in=sessions),
        EntityReference.objects.filter(session__in=sessions),
        Proposal.objects.filter(session__in=sessions),
        ChatSession.participants.through.objects.filter(chatsession__in=sessions),
        JournalEntry.objects.filter(assigned_object_id__in=sessions),
    )
    return {found.model._meta.label: list(found.order_by('pk').values()) for found in rows}
