"""The same question in other words: polite, short, loud, misspelt, singular and plural."""

from dcim.models import Device, Rack
from ipam.models import Prefix

from .variation import Says, asked, compare, variations

PLACES = ('Hamburg DC', 'Zürich Office', 'Newark Warehouse')


def devices(site):
    return Device.objects.filter(site__name=site)


def racks(site):
    return Rack.objects.filter(site__name=site)


@variations(
    asked(('Could you please tell me how many devices there are at {site}?',
           'hi, how many devices are at {site}? thanks!',
           "I'd like to know how many devices we have at {site}", 'Can you count the devices in {site} for me please',
           'please give me the number of devices at {site}', 'number of devices, {site}', '{site} device count',
           'devices {site}', 'how many devices in {site}', 'HOW MANY DEVICES ARE AT {site}???',
           'how many deivces are at {site}', 'how many devies at {site}', 'how many device are at {site}',
           '   how   many devices   are at {site}  ', '“how many devices are at {site}?”',
           'What is the total number of devices located at {site}?', 'tell me all devices at {site}',
           "what's the device count for {site}?", 'How many boxes do we have in {site}'), devices, site=PLACES[:2]),
    asked('HOW MANY DEVICES ARE AT {site}', lambda site: devices(site.title().replace('Dc', 'DC')),
          site=('HAMBURG DC', 'NEWARK WAREHOUSE')),
    asked('how many devices are at {site}?', lambda site: devices(site.title().replace('Dc', 'DC')),
          site=('hamburg dc', 'newark warehouse')),
    asked('how many devices are at {site}', devices,
          site={'Zurich Office': 'Zürich Office', 'Gdansk Depot': 'Gdańsk Depot', 'Newark': 'Newark Warehouse'}),
)  # fmt: skip
def test_devices_at_a_site(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('list {word} at {site}',), lambda _, site: racks(site),
          word=('racks', 'rack', 'all racks', 'the racks', 'cabinets', 'rakcs', 'raks', 'RACKS'), site=PLACES[1:]),
    asked(('racks at {site} please', 'show me the racks in {site}', 'which racks do we have at {site}?',
           'what racks are in {site}', 'could you list every rack at {site}?', "I'm looking for the racks at {site}",
           'give me a list of the racks located in {site}', '{site} racks', '{site}: racks', 'racks @ {site}'),
          racks, site=PLACES[2:]),
)  # fmt: skip
def test_racks_at_a_site(ask, question, expected):
    compare(ask(question), expected())


@variations(
    asked(('how full is 10.141.20.0/24', 'HOW FULL IS 10.141.20.0/24?', 'utilization 10.141.20.0/24',
           '10.141.20.0/24 utilisation', 'how much of 10.141.20.0/24 is used?', '10.141.20.0/24 usage please',
           'Could you tell me how full the prefix 10.141.20.0/24 is?', 'utilizaton of 10.141.20.0/24'),
          lambda: Says.all(f'{round(Prefix.objects.get(prefix="10.141.20.0/24").get_utilization(), 1):g} %')),
    asked(('where is zrh-eg-fw1', 'WHERE IS ZRH-EG-FW1?', "where's zrh-eg-fw1",
           'zrh-eg-fw1 location', 'location of zrh-eg-fw1',
           'Can you tell me where zrh-eg-fw1 is?', 'where can I find zrh-eg-fw1?', 'wheres zrh-eg-fw1 pls',
           'I need to find zrh-eg-fw1, where is it?', 'which site is zrh-eg-fw1 at'),
          lambda: Says.all('Zürich Office')),
    asked(('firewalls at Newark Warehouse', 'firewals at Newark Warehouse', 'the firewall at Newark Warehouse',
           'show firewall Newark Warehouse', 'Any firewalls in Newark Warehouse?', 'FIREWALLS NEWARK WAREHOUSE'),
          lambda: Device.objects.filter(role__name='Firewall', site__name='Newark Warehouse')),
)  # fmt: skip
def test_given_things(ask, question, expected):
    compare(ask(question), expected())
