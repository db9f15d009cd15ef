"""The power of racks, feeds, panels and devices, compared with NetBox's own methods."""

import pytest
from dcim.models import Cable, Device, PowerFeed, PowerOutlet, PowerPanel, PowerPort, Rack, Site
from django.db import connection
from django.test.utils import CaptureQueriesContext

from netbox_chat_sessions.inventory.draws import draws_of
from netbox_chat_sessions.inventory.errors import NotApplicable

from .conftest import ask, key, permit, run

POWER = {'attributes': ('power',)}


def cable(a, b):
    Cable(a_terminations=[a], b_terminations=[b]).save()
    a.refresh_from_db()
    b.refresh_from_db()


class Room:
    """A rack with a feed of one phase and one of three, a PDU on each, and servers; a strip behind one PDU."""

    def __init__(self, world):
        self.world = world
        self.site = Site.objects.create(name='Plant', slug='plant')
        self.rack = Rack.objects.create(name='P1', site=self.site)
        self.panel = PowerPanel.objects.create(name='Main', site=self.site)
        common = {'power_panel': self.panel, 'rack': self.rack, 'voltage': 230, 'max_utilization': 80}
        self.feed = PowerFeed.objects.create(name='A', amperage=16, **common)
        self.triple = PowerFeed.objects.create(name='B', amperage=32, phase='three-phase', **common)
        self.pdus = [self.pdu('pdu-a', self.feed), self.pdu('pdu-b', self.triple)]
        self.server = self.device('server')
        for n, (pdu, leg) in enumerate(zip(self.pdus, ('', 'B'), strict=True)):
            self.plug(pdu, leg, self.port(self.server, f'ps{n}', 200 + n, 300 + n))
        self.strip = self.device('strip')
        self.plug(self.pdus[1], 'C', self.port(self.strip, 'in'))
        self.lamp = self.device('lamp')
        self.plug(self.strip, '', self.port(self.lamp, 'ps', 50))

    def device(self, name):
        common = {'site': self.site, 'rack': self.rack, 'device_type': self.world.type, 'role': self.world.role}
        return Device.objects.create(name=name, **common)

    def port(self, device, name, allocated=None, maximum=None):
        return PowerPort.objects.create(device=device, name=name, allocated_draw=allocated, maximum_draw=maximum)

    def pdu(self, name, feed):
        device = self.device(name)
        cable(self.port(device, 'inlet'), feed)
        return device

    def plug(self, device, leg, port):
        count = device.poweroutlets.count()
        outlet = PowerOutlet.objects.create(
            device=device, name=f'o{count}', power_port=device.powerports.get(), feed_leg=leg or None
        )
        cable(outlet, port)


@pytest.fixture
def plant(world):
    return Room(world)


def test_ports_draw_what_netbox_says(plant, admin):
    ports = list(PowerPort.objects.filter(device__site=plant.site))
    draws = draws_of(ports, admin)
    for port in ports:
        expected = port.get_power_draw()
        found = draws.of(port.pk)
        assert (found.allocated, found.maximum) == (expected['allocated'], expected['maximum'])
        assert len(draws.outlets[port.pk]) == expected['outlet_count']


def test_legs_carry_what_netbox_says(plant, admin):
    inlet = plant.pdus[1].powerports.get()
    expected = [(leg['name'], leg['allocated'], leg['outlet_count']) for leg in inlet.get_power_draw()['legs']]
    found = draws_of([inlet], admin).by_leg(inlet.pk)
    assert [(name, draw.allocated, outlets) for name, draw, outlets in found] == expected
    assert [leg[1] for leg in expected] == [0, 201, 50]


def test_ports_that_feed_each_other_are_counted_once(plant, admin):
    one, other = (plant.device(name) for name in ('one', 'other'))
    ports = [plant.port(device, 'in') for device in (one, other)]
    plant.plug(one, '', ports[1])
    plant.plug(other, '', ports[0])
    assert draws_of(ports, admin).of(ports[0].pk).allocated == ports[0].get_power_draw()['allocated'] == 0


def test_a_rack_draws_the_share_that_netbox_says(plant, admin):
    power = run(admin, 'utilisation', subjects=(key(plant.rack),), **POWER).powers[0]
    assert round(power.percent, 1) == plant.rack.get_power_utilization() > 0
    usage = run(admin, 'utilisation', subjects=(key(plant.rack),)).usages[0]
    assert usage.power == plant.rack.get_power_utilization()


def test_a_rack_in_words(plant, admin):
    reply = ask(admin, 'utilisation', subjects=(key(plant.rack),), **POWER)
    assert reply.text == (
        'Rack P1 (site Plant) gets 13,142 W from 2 feeds (A 2,944 W, B 10,198 W); '
        '451 W of it are allocated (3.4 %).'
    )  # fmt: skip
    assert [row[:2] for row in reply.blocks[0]['rows']] == [
        ['A', '200 W'], ['B', '251 W'], ['B, leg A', '0 W'], ['B, leg B', '201 W'], ['B, leg C', '50 W'],
    ]  # fmt: skip
    assert reply.blocks[0]['rows'][0][2:] == ['300 W', '2,944 W', '2,744 W', '6.8 %']


def test_a_rack_without_feeds(world, admin):
    reply = ask(admin, 'utilisation', subjects=(key(world.vault),), **POWER)
    assert reply.text == 'NetBox has no power feeds for rack Hiddenrack (site Hiddenville).'


def test_a_panel_and_a_feed(plant, admin):
    panel = ask(admin, 'utilisation', subjects=(key(plant.panel),), **POWER)
    assert panel.text.startswith(
        'Power panel Main (site Plant) gives 13,142 W through 2 feeds (A 2,944 W, B 10,198 W);'
    )
    feed = ask(admin, 'utilisation', subjects=(key(plant.feed),), **POWER)
    assert '2,944 W; 200 W of it are allocated (6.8 %).' in feed.text


def test_a_server_is_told_by_its_ports(plant, admin):
    reply = ask(admin, 'utilisation', subjects=(key(plant.server),), **POWER)
    assert 'is allocated 401 W, at most 601 W, on 2 power ports (ps0 200 W, ps1 201 W).' in reply.text
    assert [row[0] for row in reply.blocks[0]['rows']] == ['ps0', 'ps1']


def test_a_pdu_is_told_by_what_it_feeds(plant, admin):
    reply = ask(admin, 'utilisation', subjects=(key(plant.pdus[1]),), **POWER)
    assert 'feeds 251 W of allocated power, at most 301 W, through 2 outlets;' in reply.text
    assert 'it gets 10,198 W from B, of which 9,947 W are left (2.5 % allocated).' in reply.text


def test_a_power_port(plant, admin):
    reply = ask(admin, 'utilisation', 'dcim.powerport', subjects=(key(plant.server.powerports.first()),), **POWER)
    assert reply.text == 'Power port ps0 (device server) is allocated 200 W, at most 300 W.'


def test_an_inlet_is_told_by_what_hangs_on_it(plant, admin):
    inlet = plant.pdus[1].powerports.get()
    reply = ask(admin, 'utilisation', 'dcim.powerport', subjects=(key(inlet),), **POWER)
    assert 'feeds 251 W of allocated power, at most 301 W, through 2 outlets; it gets 10,198 W from B' in reply.text


def test_an_outlet(plant, admin):
    outlet = plant.pdus[0].poweroutlets.get()
    reply = ask(admin, 'utilisation', 'dcim.poweroutlet', subjects=(key(outlet),), **POWER)
    assert reply.text == 'Power outlet o0 (device pdu-a) feeds ps0 (device server): 200 W allocated, at most 300 W.'


def test_a_free_outlet_and_one_whose_port_may_not_be_seen(plant, admin, limited):
    free = PowerOutlet.objects.create(device=plant.pdus[0], name='spare')
    assert ask(admin, 'utilisation', subjects=(key(free),), **POWER).text.startswith(
        'No power port that you may see is connected to'
    )
    permit(limited, PowerOutlet)
    hidden = ask(limited, 'utilisation', subjects=(key(plant.pdus[0].poweroutlets.first()),), **POWER)
    assert hidden.text.startswith('No power port that you may see is connected to power outlet o0. The figure counts')


def test_a_device_without_power_ports(world, admin):
    reply = ask(admin, 'utilisation', subjects=(key(world.switch),), **POWER)
    assert reply.text.startswith('NetBox has no power ports for device sw')


def test_the_racks_of_a_site_with_their_sums(plant, admin):
    Rack.objects.create(name='P2', site=plant.site)
    reply = ask(admin, 'utilisation', 'dcim.rack', subjects=(key(plant.site),), **POWER)
    assert reply.text == (
        '2 racks at site Plant: 13,142 W from their feeds, of which 451 W are allocated (3.4 %).'
    )  # fmt: skip
    assert reply.blocks[0]['rows'][0][:5] == ['P1', '13,142 W', '451 W', '12,691 W', '3.4 %']


def test_statements_do_not_grow_with_the_racks(plant, admin):
    def statements(objects):
        with CaptureQueriesContext(connection) as captured:
            run(admin, 'utilisation', subjects=tuple(key(obj) for obj in objects), **POWER)
        return len(captured)

    one = statements([plant.rack])
    more = [Rack.objects.create(name=f'M{n}', site=plant.site) for n in range(5)]
    for rack in more:
        feed = PowerFeed.objects.create(name=f'F{rack}', power_panel=plant.panel, rack=rack)
        plug = plant.pdu(f'pdu-{rack}', feed)
        plant.plug(plug, '', plant.port(plant.device(f'host-{rack}'), 'ps', 10))
    assert statements([plant.rack, *more]) == one <= 12
    assert statements(Device.objects.filter(site=plant.site)) <= 14


def test_hidden_ports_and_feeds_are_not_counted(plant, limited):
    for model in (Rack, Device):
        permit(limited, model)
    permit(limited, PowerFeed, {'name': 'B'})
    permit(limited, PowerPort, [{'name': 'inlet'}, {'name': 'ps1'}])
    reply = ask(limited, 'utilisation', subjects=(key(plant.rack),), **POWER)
    assert 'from 1 feed (B 10,198 W); 201 W of it are allocated' in reply.text
    assert reply.text.endswith('The figure counts only what you may see.')
    assert 'A 2,944' not in str(reply.as_json())


def test_what_hangs_on_a_hidden_port_is_not_counted(plant, limited):
    permit(limited, PowerFeed)
    permit(limited, PowerPort, {'name': 'ps1'})
    power = run(limited, 'utilisation', subjects=(key(plant.triple),), **POWER).powers[0]
    assert (power.draw.allocated, len(power.supplies)) == (0, 1)


def test_a_feed_that_may_not_be_seen_is_not_named_at_a_device(plant, limited):
    for model in (Device, PowerPort):
        permit(limited, model)
    reply = ask(limited, 'utilisation', subjects=(key(plant.pdus[1]),), **POWER)
    assert 'through 2 outlets.' in reply.text
    assert '10,198' not in str(reply.as_json())


def test_what_has_no_power(world, admin):
    with pytest.raises(NotApplicable, match='power of tenants; ask about that of racks'):
        run(admin, 'utilisation', subjects=(key(world.tenant),), **POWER)
