"""Questions that go on from the one before: another object, a part of the result, a place in it."""

from dcim.models import Device, Rack
from ipam.models import VLAN

from .variation import Groups, Says, asked, compare, variations


def in_rack(**filters):
    return Device.objects.filter(rack__name='R102', rack__site__name='Rotterdam DC', **filters)


@variations(
    asked('how many {kind} are at Hamburg DC? → and at {site}?',
          lambda model, site: model.objects.filter(site__name=site),
          kind={'devices': Device, 'racks': Rack, 'VLANs': VLAN}, site=('Zürich Office', 'Newark Warehouse')),
    asked('list the racks at {site} → how many?', lambda site: Rack.objects.filter(site__name=site),
          site=('Rotterdam DC', 'Lyon / Saint-Priest')),
    asked(('list the racks at Rotterdam DC → which of them are {status}?',
           'list the racks at Rotterdam DC → only the {status} ones'),
          lambda status: Rack.objects.filter(site__name='Rotterdam DC', status=status), status=('planned', 'active')),
    asked(('devices in rack R102 at Rotterdam DC → only the {status} ones',
           'devices in rack R102 at Rotterdam DC → which of them are {status}?'),
          lambda status: in_rack(status=status), status=('offline', 'active')),
    asked('show rtm-r102-srv03 → what is in its rack?', in_rack),
    asked('show rtm-r102-srv03 → how full is the rack? → what is in it? → only the offline ones',
          lambda: in_rack(status='offline')),
    asked('how full is R102 at Rotterdam DC? → and R108?', lambda: Says.all('R108')),
    asked('where is {name}? → and its serial number?', lambda name: Says.all(Device.objects.get(name=name).serial),
          name=('zrh-eg-fw1', 'ham-r101-core1')),
    asked('list the firewalls → show the second one', lambda: Says.all('Firewall', total=1)),
    asked('how many devices are at Zürich Office? → by role',
          lambda: Groups({name: Device.objects.filter(site__name='Zürich Office', role__name=name).count()
                          for name in Device.objects.filter(site__name='Zürich Office').values_list(
                              'role__name', flat=True)})),
)  # fmt: skip
def test_going_on(ask, question, expected):
    compare(ask(question), expected())
