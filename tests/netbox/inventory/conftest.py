"""A small inventory: two sites, of which a limited user may see one."""

from types import SimpleNamespace

import pytest
from circuits.models import Circuit, CircuitTermination, CircuitType, Provider
from core.models import ObjectType
from dcim.models import (
    Cable,
    Device,
    DeviceRole,
    DeviceType,
    Interface,
    Location,
    Manufacturer,
    PowerFeed,
    PowerPanel,
    Rack,
    RackReservation,
    Region,
    Site,
)
from django.contrib.auth import get_user_model
from django.db import transaction
from ipam.models import VLAN, VRF, IPAddress, Prefix, VLANGroup
from tenancy.models import Contact, ContactAssignment, ContactRole, Tenant
from users.models import ObjectPermission
from virtualization.models import Cluster, ClusterType, VirtualMachine

from netbox_chat_sessions.agents.answers import render
from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.inventory.execution import Inventory
from netbox_chat_sessions.inventory.query import Action, InventoryQuery


def key(obj):
    return ObjectKey(obj._meta.label_lower, obj.pk)


def run(user, action, object_type=None, **parts):
    return Inventory(user).run(InventoryQuery(Action(action), object_type, **parts))


def ask(user, action, object_type=None, **parts):
    return render(run(user, action, object_type, **parts), user)


def permit(user, model, constraints=None):
    permission = ObjectPermission.objects.create(
        name=f'{user}-{model._meta.label}', actions=['view'], constraints=constraints
    )
    permission.object_types.add(ObjectType.objects.get_for_model(model))
    permission.users.add(user)
    for name in [name for name in vars(user) if name.endswith('_perm_cache')]:
        delattr(user, name)


@pytest.fixture
def admin(db):
    return get_user_model().objects.create_superuser('root')


@pytest.fixture
def limited(db):
    return get_user_model().objects.create_user('limited')


@pytest.fixture(scope='module')
def shared_world(django_db_setup, django_db_blocker):
    """The inventory, made once for all tests of a module and taken back at its end; tests change no object of it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture
def world(shared_world, db):
    return shared_world


def build():
    w = SimpleNamespace()
    w.north = Region.objects.create(name='North', slug='north')
    w.tenant = Tenant.objects.create(name='Umbrella', slug='umbrella')
    w.oslo = Site.objects.create(name='Oslo', slug='oslo', region=w.north, tenant=w.tenant)
    w.secret = Site.objects.create(name='Hiddenville', slug='hiddenville')
    w.row = Location.objects.create(name='Row 9', slug='row-9', site=w.oslo)
    w.rack = Rack.objects.create(name="O'Rack", site=w.oslo, location=w.row, u_height=12)
    w.vault = Rack.objects.create(name='Hiddenrack', site=w.secret, u_height=12)
    w.maker = Manufacturer.objects.create(name='Acme', slug='acme')
    w.idle_maker = Manufacturer.objects.create(name='Idle', slug='idle')
    w.type = DeviceType.objects.create(manufacturer=w.maker, model='X1', slug='x1', u_height=2)
    w.role = DeviceRole.objects.create(name='Router', slug='router')
    w.spare = DeviceRole.objects.create(name='Spare', slug='spare')
    common = {'device_type': w.type, 'role': w.role}
    w.router = Device.objects.create(
        name='rtr', site=w.oslo, location=w.row, rack=w.rack, position=3, face='front', serial='S-1', **common
    )
    w.switch = Device.objects.create(
        name='sw', site=w.oslo, location=w.row, rack=w.rack, position=7, face='front', status='offline', **common
    )
    w.unnamed = Device.objects.create(site=w.oslo, **common)
    w.ghost = Device.objects.create(name='Hiddenbox', site=w.secret, rack=w.vault, position=1, face='front', **common)
    w.ports = [Interface.objects.create(device=w.router, name=f'ge{n}', type='1000base-t') for n in range(3)]
    w.uplink = Interface.objects.create(device=w.switch, name='up0', type='1000base-t')
    w.ghost_port = Interface.objects.create(device=w.ghost, name='Hiddenport', type='1000base-t')
    w.cable = Cable(a_terminations=[w.ports[0]], b_terminations=[w.uplink], type='cat6')
    w.cable.save()
    Cable(a_terminations=[w.ports[1]], b_terminations=[w.ghost_port]).save()
    network(w)
    surroundings(w)
    return w


def network(w):
    w.vrf = VRF.objects.create(name='Blue')
    w.group = VLANGroup.objects.create(name='Campus', slug='campus')
    w.vlan = VLAN.objects.create(vid=10, name='Voice', site=w.oslo)
    w.prefix = Prefix.objects.create(prefix='10.9.0.0/28', vrf=w.vrf, scope=w.oslo, vlan=w.vlan)
    w.prefix.refresh_from_db()
    Prefix.objects.create(prefix='10.9.0.0/28')
    w.address = IPAddress.objects.create(address='10.9.0.1/28', vrf=w.vrf, assigned_object=w.ports[0])
    IPAddress.objects.create(address='10.9.0.2/28', vrf=w.vrf)
    IPAddress.objects.create(address='10.9.0.3/28')
    w.ports[0].refresh_from_db()
    w.ports[0].untagged_vlan, w.ports[0].mode = w.vlan, 'access'
    w.ports[0].save()


def surroundings(w):
    w.provider = Provider.objects.create(name='Telco', slug='telco')
    w.circuit = Circuit.objects.create(
        cid='C-77', provider=w.provider, type=CircuitType.objects.create(name='Internet', slug='internet')
    )
    w.end = CircuitTermination.objects.create(circuit=w.circuit, term_side='Z', termination=w.oslo)
    w.panel = PowerPanel.objects.create(name='Panel P', site=w.oslo)
    w.feed = PowerFeed.objects.create(name='F1', power_panel=w.panel, rack=w.rack, voltage=220, amperage=20)
    w.ann = Contact.objects.create(name='Ann')
    ContactAssignment.objects.create(
        object=w.oslo, contact=w.ann, role=ContactRole.objects.create(name='Ops', slug='ops'), priority='primary'
    )
    cluster_type = ClusterType.objects.create(name='KVM', slug='kvm')
    w.cluster = Cluster.objects.create(name='Farm', type=cluster_type, scope=w.oslo)
    w.machine = VirtualMachine.objects.create(name='vm-1', cluster=w.cluster, site=w.oslo)
    w.reservation = RackReservation.objects.create(
        rack=w.rack, units=[1], user=get_user_model().objects.create_user('mallory'), description='held'
    )
