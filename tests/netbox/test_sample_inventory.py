from collections import Counter
from io import StringIO

from core.models import ObjectChange
from dcim.models import (
    Cable,
    CablePath,
    CableTermination,
    Device,
    FrontPort,
    Interface,
    Location,
    PathEndpoint,
    PowerFeed,
    PowerOutlet,
    PowerPanel,
    PowerPort,
    Rack,
    RackReservation,
    Site,
    VirtualChassis,
)
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db.models import Count
from django.test import TestCase
from extras.models import CachedValue, JournalEntry
from ipam.models import IPAddress, IPRange, Prefix
from netbox.registry import registry
from netbox.search.backends import search_backend
from tenancy.models import Tenant
from virtualization.models import Cluster, VirtualMachine

PORTS = ('consoleports', 'consoleserverports', 'powerports', 'poweroutlets', 'interfaces', 'frontports', 'rearports')
WRITTEN_IN_BULK = ('dcim', 'ipam', 'circuits', 'virtualization', 'tenancy', 'wireless')


def run(**options):
    out = StringIO()
    call_command('chat_sample_inventory', stdout=out, stderr=out, **options)
    return out.getvalue()


def counts():
    return {model: model.objects.count() for model in written_models()}


def written_models():
    return [
        model
        for label in WRITTEN_IN_BULK
        for model in apps.get_app_config(label).get_models()
        if hasattr(model, 'objects') and model is not CablePath
    ]


def spread(objects, most):
    """Up to about `most` of the objects, from the whole range of their keys."""
    ordered = objects.order_by('pk')
    return ordered[:: max(1, ordered.count() // most)]


class RefusalTest(TestCase):
    def test_a_database_with_sites_is_left_alone_unless_told(self):
        Site.objects.create(name='Mine', slug='mine')
        with self.assertRaisesMessage(CommandError, '--add-to-existing'):
            run()
        self.assertEqual(Site.objects.count(), 1)
        self.assertEqual(Tenant.objects.count(), 0)

    def test_what_does_not_fit_is_named_and_nothing_is_written(self):
        mine = Site.objects.create(name='Mine', slug='mine')
        Rack.objects.create(site=mine, name='Mine', asset_tag='NWL-R020')
        before = counts()
        with self.assertRaisesMessage(CommandError, 'rack "R10') as caught:
            run(add_to_existing=True)
        self.assertIn('nothing was changed', str(caught.exception))
        self.assertIn('asset_tag', str(caught.exception))
        self.assertEqual(counts(), before)


class SampleInventoryTest(TestCase):
    """One inventory for all tests; it takes about 20 seconds to write."""

    @classmethod
    def setUpTestData(cls):
        cls.output = run()

    def test_there_is_enough_of_everything(self):
        for model, least in (
            (Site, 5),
            (Location, 15),
            (Rack, 40),
            (Device, 300),
            (Cable, 800),
            (PowerPanel, 8),
            (PowerFeed, 40),
            (PowerOutlet, 1000),
            (IPAddress, 400),
            (IPRange, 8),
            (Tenant, 5),
            (VirtualMachine, 30),
            (RackReservation, 4),
            (JournalEntry, 5),
            (ObjectChange, 4),
        ):
            with self.subTest(model._meta.label):
                self.assertGreaterEqual(model.objects.count(), least)
        self.assertIn(f'{Device.objects.count()} devices', self.output)

    def test_every_cable_of_the_plan_finds_its_ports(self):
        self.assertNotIn('left out', self.output)
        PowerPort.objects.get(device__name='zrh-eg-con1', name='PSU1').delete()
        self.assertIn('left out: 1,', run(add_to_existing=True))

    def test_names_repeat_and_are_hard(self):
        repeated = Counter(Rack.objects.values_list('name', flat=True))
        self.assertGreaterEqual(repeated['Comms closet'], 8)
        self.assertEqual(repeated['R101'], 2)
        self.assertTrue(Location.objects.filter(name='Comms room', site__slug='zurich-office').count() > 1)
        for name in ('4711', "O'Brien's lab switch", 'Prüfstand Küche', 'zrh-1og-acc/1'):
            with self.subTest(name):
                self.assertTrue(Device.objects.filter(name=name).exists())
        self.assertEqual(Device.objects.filter(name=None).count(), 4)
        self.assertGreater(Device.objects.filter(rack=None).count(), 10)
        self.assertGreaterEqual(
            set(Device.objects.values_list('status', flat=True)),
            {'active', 'planned', 'offline', 'staged', 'failed', 'decommissioning', 'inventory'},
        )

    def test_netbox_accepts_every_object_as_it_stands(self):
        refused = []
        for model in written_models():
            for instance in spread(model.objects.all(), 40):
                try:
                    instance.full_clean()
                except ValidationError as error:
                    refused.append((model._meta.label, str(instance), error.messages))
        self.assertEqual(refused, [])

    def test_cached_counters_are_right(self):
        wrong, checked = [], 0
        for child, fields in registry['counter_fields'].items():
            for column, counter in fields.items():
                parent = child._meta.get_field(column.removesuffix('_id')).related_model
                real = Counter(child.objects.exclude(**{column: None}).values_list(column, flat=True))
                for pk, cached in parent.objects.values_list('pk', counter):
                    if cached != real[pk]:
                        wrong.append((parent._meta.label, pk, counter, cached, real[pk]))
                    checked += cached
        self.assertEqual(wrong, [])
        self.assertGreater(checked, 5_000)

    def test_places_repeated_in_ports_and_cable_ends_are_right(self):
        for device in Device.objects.prefetch_related(*PORTS):
            for relation in PORTS:
                for port in getattr(device, relation).all():
                    self.assertEqual(
                        (port._site_id, port._location_id, port._rack_id),
                        (device.site_id, device.location_id, device.rack_id),
                    )
        for end in CableTermination.objects.prefetch_related('termination'):
            stored = (end._device_id, end._rack_id, end._location_id, end._site_id)
            end.cache_related_objects()
            self.assertEqual(stored, (end._device_id, end._rack_id, end._location_id, end._site_id), end)
            self.assertEqual((end.termination.cable_id, end.termination.cable_end), (end.cable_id, end.cable_end))
        self.assertFalse(
            any(
                model.objects.filter(cable__isnull=False, _path=None).exists()
                for model in (Interface, PowerPort, PowerOutlet, PowerFeed)
            )
        )

    def test_paths_are_those_that_netbox_traces(self):
        for cable in Cable.objects.all():
            self.assertGreater(cable.terminations.count(), 1)
        for model in (model for model in apps.get_app_config('dcim').get_models() if issubclass(model, PathEndpoint)):
            for endpoint in spread(model.objects.filter(cable__isnull=False).select_related('_path', 'cable'), 150):
                traced = CablePath.from_origin([endpoint])
                stored = endpoint._path
                self.assertIsNotNone(stored, endpoint)
                self.assertEqual(
                    (stored.path, stored.is_complete, stored.is_active, stored.is_split, stored._nodes),
                    (
                        traced.path,
                        traced.is_complete,
                        traced.is_active,
                        traced.is_split,
                        [node for step in traced.path for node in step],
                    ),
                    endpoint,
                )

    def test_a_rack_uplink_goes_through_two_panels_and_a_trunk(self):
        uplink = Interface.objects.get(device__name='ham-r102-acc1', name='xe-0/2/0')
        hops = uplink.trace()
        self.assertEqual(len(hops), 3)
        self.assertEqual(hops[-1][2][0].device.name, 'ham-r101-core1')
        self.assertTrue(uplink._path.is_complete)
        panels = {node.device.name for near, _, far in hops for node in (*near, *far) if isinstance(node, FrontPort)}
        self.assertEqual(panels, {'ham-r102-fp1', 'ham-r101-fp1'})

    def test_dark_fiber_joins_the_routers_of_two_sites(self):
        near = Interface.objects.get(device__name='ham-r101-rtr1', name='et-0/0/0')
        self.assertEqual(near._path.destinations[0].device.name, 'rtm-r101-rtr1')

    def test_power_comes_from_a_feed_to_a_server(self):
        supply = PowerPort.objects.get(device__name='ham-r102-srv01', name='PSU2')
        outlet = supply.connected_endpoints[0]
        self.assertEqual(outlet.device.name, 'ham-r102-pdu-b')
        feed = outlet.power_port.connected_endpoints[0]
        self.assertEqual((feed.power_panel.name, feed.rack.name), ('Panel Room A1 B', 'R102'))
        self.assertGreater(supply.device.rack.get_power_utilization(), 0)

    def test_space_is_partly_used(self):
        servers = Prefix.objects.get(prefix='10.141.20.0/24')
        self.assertGreater(servers.get_utilization(), 30)
        self.assertLess(servers.get_utilization(), 80)
        self.assertIsNotNone(servers.get_first_available_ip())
        self.assertEqual(servers.depth, 1)
        self.assertEqual(Prefix.objects.get(prefix='10.141.0.0/16').children, 5)
        fullest = Rack.objects.get(name='R102', site__slug='hamburg-dc')
        self.assertTrue(30 < fullest.get_utilization() < 80)
        self.assertEqual(Rack.objects.get(name='4711').get_utilization(), 0)

    def test_stacks_have_a_master_and_bundles_have_members(self):
        for stack in VirtualChassis.objects.all():
            self.assertEqual(stack.master.vc_position, 1)
            self.assertEqual(stack.members.count(), 2)
        bundles = Interface.objects.filter(type='lag').annotate(ports=Count('member_interfaces'))
        self.assertGreater(bundles.filter(ports=2).count(), 30)
        self.assertEqual(Cluster.objects.annotate(hosts=Count('devices')).filter(hosts__gte=4).count(), 2)

    def test_the_search_index_is_as_netbox_would_make_it(self):
        def indexed(model, pks):
            kind = ContentType.objects.get_for_model(model)
            rows = CachedValue.objects.filter(object_type=kind, object_id__in=pks)
            return sorted(rows.values_list('object_id', 'field', 'value'))

        for model in (Device, Interface, PowerOutlet):
            pks = list(model.objects.values_list('pk', flat=True)[:200])
            stored = indexed(model, pks)
            search_backend.cache(model.objects.filter(pk__in=pks))
            self.assertEqual(stored, indexed(model, pks))
            self.assertTrue(stored)

    def test_changes_have_an_author(self):
        firewall = Device.objects.get(name='ham-r101-fw1')
        change = ObjectChange.objects.get(
            changed_object_id=firewall.pk, changed_object_type=ContentType.objects.get_for_model(Device)
        )
        self.assertEqual((change.user.username, change.action), ('anna.petersen', 'update'))
        self.assertFalse(change.user.has_usable_password())

    def test_a_second_run_adds_nothing_and_keeps_edits(self):
        router = Device.objects.get(name='ham-r101-rtr1')
        router.comments = 'Mine'
        router.save()
        before = counts()
        output = run(add_to_existing=True)
        self.assertEqual(counts(), before)
        self.assertIn('Made 0 objects', output)
        router.refresh_from_db()
        self.assertEqual(router.comments, 'Mine')

    def test_what_was_removed_comes_back_whole(self):
        server = Device.objects.get(name='ham-r102-srv01')
        interfaces, cables = server.interfaces.count(), len(server.get_cables(pk_list=True))
        serial, address = server.serial, str(server.primary_ip4)
        IPAddress.objects.filter(interface__device=server).delete()
        Cable.objects.filter(pk__in=server.get_cables(pk_list=True)).delete()
        Device.objects.get(pk=server.pk).delete()
        before = Device.objects.count()
        run(add_to_existing=True)
        again = Device.objects.get(name='ham-r102-srv01')
        self.assertEqual(Device.objects.count(), before + 1)
        self.assertEqual((again.serial, str(again.primary_ip4)), (serial, address))
        self.assertEqual((again.interfaces.count(), len(again.get_cables(pk_list=True))), (interfaces, cables))
        self.assertEqual(again.interface_count, interfaces)
