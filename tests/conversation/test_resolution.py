"""Conversations on a small inventory: what each phrase stands for, turn by turn; the cases are data."""

import tomllib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from netbox_chat_sessions.conversation.context import ContextBuilder
from netbox_chat_sessions.conversation.reader import Reader
from netbox_chat_sessions.conversation.reading import QueryType
from netbox_chat_sessions.conversation.reply import Choice, Reply, ReplyKind
from netbox_chat_sessions.conversation.requests import PageHint, TurnRequest
from netbox_chat_sessions.conversation.routing import Router
from netbox_chat_sessions.conversation.turn import ControlMessages, TurnService
from tests.contracts.worlds import MemoryWorld

from .finder import PDU, ROUTER, SWITCH, SmallInventory, thing
from .topics import TOPICS

CASES = tomllib.loads((Path(__file__).parent / 'resolution.toml').read_text(encoding='utf-8'))['conversation']
TWICE = 'Comms closet'


def inventory():
    """Two sites: three racks and a closet here, a closet there."""
    sky = thing('tenancy.tenant', 1, 'Blue Sky')
    oslo = thing('dcim.site', 1, 'HQ-Oslo', sky)
    bergen = thing('dcim.site', 2, 'BR-Bergen', sky)
    racks = [thing('dcim.rack', number, f'R10{number}', oslo, detail='site HQ-Oslo') for number in (1, 2, 3)]
    racks[1] = thing('dcim.rack', 2, 'R102', oslo, detail='site HQ-Oslo', words=('empty',))
    closets = [
        thing('dcim.rack', 4, TWICE, oslo, detail='site HQ-Oslo'),
        thing('dcim.rack', 5, TWICE, bergen, detail='site BR-Bergen'),
    ]
    devices = [
        thing('dcim.device', 1, 'oslo-rtr01', oslo, racks[0], detail='in R101', role=ROUTER),
        thing('dcim.device', 2, 'oslo-sw01', oslo, racks[0], detail='in R101', role=SWITCH),
        thing('dcim.device', 3, 'oslo-sw02', oslo, racks[1], detail='in R102', role=SWITCH, words=('damaged',)),
        thing('dcim.device', 4, 'oslo-pdu01', oslo, racks[0], detail='in R101', role=PDU),
        thing('dcim.device', 5, 'bergen-rtr01', bergen, closets[1], detail='in Comms closet', role=ROUTER),
    ]
    port = thing('dcim.interface', 1, 'xe-0/0/0', devices[0])
    vlan = thing('ipam.vlan', 1, 'Data', oslo)
    prefix = thing('ipam.prefix', 1, '10.1.0.0/24', vlan, oslo)
    nordlink = thing('circuits.provider', 1, 'Nordlink')
    circuits = [thing('circuits.circuit', number, f'NL-{number}', nordlink) for number in (1, 2, 3)]
    cluster = thing('virtualization.cluster', 1, 'oslo-kvm')
    vms = [thing('virtualization.virtualmachine', number, f'vm{number}', cluster, sky) for number in (1, 2, 3)]
    parts = (sky, oslo, bergen, *racks, *closets, *devices, port, vlan, prefix, nordlink, *circuits, cluster, *vms)
    return SmallInventory(*parts)


class Clock:
    """A minute passes between two looks."""

    def __init__(self):
        self.time = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

    def now(self):
        self.time += timedelta(minutes=1)
        return self.time


@dataclass
class Prompted:
    """Shows and puts into focus what it is told to; asks back when something is open."""

    reply: Reply = field(default_factory=lambda: Reply('Well.'))
    reading: object = None
    name: str = 'prompted'
    description: str = ''
    context_type: str = 'response_generation'
    repeatable: bool = False

    def can_handle(self, reading):
        return 1

    def answer(self, request):
        self.reading = request.reading
        if asked := request.reading.open:
            return Reply('Which one?', ReplyKind.CLARIFICATION, choices=tuple(map(Choice, asked.candidates)))
        return self.reply


class Stage:
    """One conversation: what happens to its objects, and what its phrases turn out to be."""

    def __init__(self):
        self.finder = inventory()
        self.agent = Prompted()
        self.service = TurnService(
            MemoryWorld().store('owner'),
            Reader(self.finder, TOPICS),
            Router([self.agent]),
            ContextBuilder(self.finder),
            Clock(),
            ControlMessages('', '', ''),
        )
        self.session = None

    def hold(self, turn):
        shows, focus = ([self.finder.called(name) for name in turn.get(key, ())] for key in ('shows', 'focus'))
        query = {'action': 'list', 'object_type': turn['asks']} if 'asks' in turn else None
        self.agent.reply = Reply('Well.', objects=tuple(shows), focus=tuple(focus), query=query)
        page = PageHint(key=self.finder.called(turn['page']).key) if 'page' in turn else None
        choice = self.finder.called(turn['choice']).key if 'choice' in turn else None
        request = TurnRequest(turn.get('say', ''), self.session, page=page, choice=choice)
        self.session = self.service.handle(request).session.id
        return self.agent.reading

    def happen(self, turn):
        self.finder.hide(*turn.get('hide', ()))
        for name, display in turn.get('rename', {}).items():
            self.finder.rename(name, display)
        for name, place in turn.get('move', {}).items():
            self.finder.move(name, place)


def told(reference):
    """A reference as the data file writes it: its phrase, what became of it, and the objects."""
    objects = [*reference.objects, *reference.candidates]
    became = reference.source.value if reference.resolved and reference.source else reference.status.value
    became = f'but {became}' if reference.excluded else became
    return [
        reference.phrase,
        became,
        *(f'{o.display}/{o.detail}' if o.display == TWICE else o.display for o in objects),
    ]


@pytest.mark.parametrize('case', CASES, ids=lambda case: case['title'])
def test_what_phrases_stand_for(case):
    stage = Stage()
    for turn in case['turns']:
        stage.happen(turn)
        reading = stage.hold(turn)
        said = turn.get('say', turn.get('choice'))
        assert [told(reference) for reference in reading.references] == turn['refs'], said
        assert reading.resolved_message == turn.get('reads', reading.resolved_message), said
        assert (reading.query_type is QueryType.FOLLOWUP) is turn.get('followup', False), said
        if 'topic' in turn:
            assert [reading.topic.domain or '', reading.topic.previous or ''] == turn['topic'], said
        if 'goes_on' in turn:
            assert (reading.carried or {}).get('object_type', '') == turn['goes_on'], said
