"""Names in real life: which words of a text name which objects, and which words do not though they look so."""

import pytest
from core.models import ObjectType
from dcim.models import Cable, Device, Rack, Site
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from users.models import ObjectPermission

from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.inventory.describe import describe_all
from netbox_chat_sessions.inventory.finder import SKETCHED, LiveFinder
from netbox_chat_sessions.inventory.sketches import known_as, traits_of

from .naming_case import LONG, build


@pytest.fixture(scope='module')
def inventory(django_db_setup, django_db_blocker):
    """The names, made once for all tests of the module and taken back at its end."""
    with django_db_blocker.unblock(), transaction.atomic():
        build()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def finder(inventory, db):
    return LiveFinder(get_user_model()(username='root', is_superuser=True, is_active=True))


def bare(ref):
    return ref.display.rsplit(' (', 1)[0]


def named(finder, text, scope=()):
    """Phrase → the names of what it stands for, without what NetBox adds."""
    return {span.text: [bare(ref) for ref in span.matches] for span in finder.annotate(text, scope).names}


NAMES = {
    # repeated, in the order of their places
    'what is in the rack Comms closet?': {'Comms closet': ['Comms closet'] * 3},
    'where is twin?': {'twin': ['twin'] * 2},
    # inside each other, and beside each other
    'compare R1, R101 and R1-A': {'R1': ['R1'], 'R101': ['R101'], 'R1-A': ['R1-A']},
    'compare R101/R102': {'R101': ['R101'], 'R102': ['R102']},
    'racks R101,R102': {'R101': ['R101'], 'R102': ['R102']},
    'what is in A/B 7?': {'A/B 7': ['A/B 7']},
    # ordinary words
    'what uses VLAN Data?': {'Data': ['Data']},
    'what uses the data VLAN?': {'data': ['Data']},
    'show me the data': {},
    'show me "data"': {'data': ['Data', 'Data']},
    'voice quality is bad': {},
    'devices at site Rack': {'Rack': ['Rack']},
    'what is at Rack?': {'Rack': ['Rack']},
    'show the Rack': {},
    'show Rack R101': {'R101': ['R101']},
    'core devices': {},
    'device core': {'core': ['core']},
    'rack lower': {'lower': ['Lower']},
    'which units are lower?': {},
    # all digits: only when typed
    'how full is rack 2048?': {'2048': ['2048']},
    'show 2048 devices': {},
    'asset 004711': {'004711': ['oslo-sw01']},
    'give me 004711': {},
    # case, other scripts, letters that fold differently
    'WHERE IS OSLO-RTR01?': {'OSLO-RTR01': ['oslo-rtr01']},
    'devices at STRASSE': {'STRASSE': ['Straße']},
    'devices at straße': {'straße': ['Straße']},
    'how full is kühl-7?': {'kühl-7': ['KÜHL-7']},
    'how full is Kühl-7?': {'Kühl-7': ['KÜHL-7']},
    'how full is ısparta-2?': {'ısparta-2': ['ISPARTA-2']},
    'where is STRASSE 7?': {'STRASSE 7': ['Straße 7']},
    'devices at istanbul': {'istanbul': ['İstanbul']},
    'devices at ISTANBUL': {'ISTANBUL': ['İstanbul']},
    'devices at ZÜRICH': {'ZÜRICH': ['Zürich']},
    'devices at Zu\u0308rich': {'Zu\u0308rich': ['Zürich']},
    'devices at 東京': {'東京': ['東京']},
    'devices at москва': {'москва': ['Москва']},
    # quotes and apostrophes, in the text and in the name
    'where is “oslo-rtr01”?': {'oslo-rtr01': ['oslo-rtr01']},
    'sites of Jimbob’s Banking & Trust': {'Jimbob’s Banking & Trust': ["Jimbob's Banking & Trust"]},
    "where is rtr O'Hare?": {"rtr O'Hare": ['rtr O’Hare']},
    "devices at München 'Süd'": {"München 'Süd'": ['München ‘Süd’']},
    'devices of O\'Reilly "Press"': {'O\'Reilly "Press"': ['O’Reilly “Press”']},
    # possessives
    "oslo-rtr01's serial": {'oslo-rtr01': ['oslo-rtr01']},
    'oslo-rtr01’s serial': {'oslo-rtr01': ['oslo-rtr01']},
    "gate 7's": {"gate 7's": ["gate 7's"]},
    "devices of McDonald's": {"McDonald's": ["McDonald's"]},
    "Jimbob's Banking's sites": {"Jimbob's Banking": ["Jimbob's Banking & Trust"]},
    # blanks and punctuation
    'devices at Scranton Annex': {'Scranton Annex': ['Scranton  Annex']},
    'rack Comms  closet': {'Comms  closet': ['Comms closet'] * 3},
    'devices of Dunder-Mifflin, Inc.': {'Dunder-Mifflin, Inc.': ['Dunder-Mifflin, Inc.']},
    'Is it Dunder-Mifflin, Inc.?': {'Dunder-Mifflin, Inc.': ['Dunder-Mifflin, Inc.']},
    'what about Yahoo!': {'Yahoo!': ['Yahoo!']},
    f'where is {LONG}?': {LONG: [LONG]},
    # a part of the name, a description
    'devices in Akron': {'Akron': ['DM-Akron']},
    'which sites does the bank have?': {'bank': ["Jimbob's Banking & Trust"]},
    'who calls grace?': {'grace': ['Grace Hopper']},
    # roles are nouns for what has them, unless their type is said; types of devices
    'devices with the role Server': {'Server': ['Server']},
    'show the servers': {},
    'which devices are C9200-48P?': {'C9200-48P': ['C9200-48P']},
    # circuits by their IDs
    'circuit kkdg4923/a': {'kkdg4923/a': ['KKDG4923/A']},
    'circuit 1002842917': {'1002842917': ['1002842917']},
    'what is 1002842917?': {},
    # virtual machines with and without a cluster
    'vm-web, vm-lone and vm-edge': {'vm-web': ['vm-web'], 'vm-lone': ['vm-lone'], 'vm-edge': ['vm-edge']},
    # serial numbers and asset tags
    'which device has serial fdo1234x0ab?': {'fdo1234x0ab': ['oslo-sw01']},
    'what is FDO1234X0AB': {'FDO1234X0AB': ['oslo-sw01']},
    'serial number 88776655': {'88776655': ['oslo-rtr01']},
    'the rack with asset tag RACK-R101': {'RACK-R101': ['R101']},
}
ADDRESSES = {
    'who uses 10.1.2.3?': {'10.1.2.3': ['10.1.2.3/24']},
    'who uses 10.1.2.3/24?': {'10.1.2.3/24': ['10.1.2.3/24']},
    'who uses 10.1.2.4/24?': {'10.1.2.4/24': ['10.1.2.4/32']},
    'who uses 10.1.2.9/24?': {'10.1.2.9/24': ['10.1.2.0/24']},
    'what is in 10.1.2.0/24?': {'10.1.2.0/24': ['10.1.2.0/24']},
    'what is in 10.0.0.0/8?': {'10.0.0.0/8': ['10.0.0.0/8']},
    'prefix 10.9.9.9/32': {'10.9.9.9/32': ['10.9.9.9/32']},
    'who uses 10.77.0.1?': {'10.77.0.1': []},
    'who uses 2001:DB8:0:0::000A?': {'2001:DB8:0:0::000A': ['2001:db8::a/64']},
    'who uses 2001:db8::a%eth0?': {'2001:db8::a%eth0': ['2001:db8::a/64']},
    'how full is 2001:DB8::/32?': {'2001:DB8::/32': ['2001:db8::/32']},
    'interface of aa:bb:cc:dd:ee:ff': {'aa:bb:cc:dd:ee:ff': ['AA:BB:CC:DD:EE:FF']},
    'interface of AA-BB-CC-DD-EE-FF': {'AA-BB-CC-DD-EE-FF': ['AA:BB:CC:DD:EE:FF']},
    'interface of aabb.ccdd.eeff': {'aabb.ccdd.eeff': ['AA:BB:CC:DD:EE:FF']},
    'interface of aabbccddeeff': {'aabbccddeeff': ['AA:BB:CC:DD:EE:FF']},
    'VLAN 100': {'100': ['Data']},
    'VLAN guest': {'guest': ['Guest']},
    'VLANs 100, 200 and 300': {'100': ['Data'], '200': ['Voice'], '300': ['Guest']},
    'VLAN 100-200': {},
    'show 100 VLANs': {},
    'AS65001': {'AS65001': ['AS65001']},
    'ASN 65001': {'65001': ['AS65001']},
    'AS1.10': {'AS1.10': ['AS65546']},
    'ASN 1': {'1': []},
}
COMPONENTS = {
    'is Gi1/0/1 of oslo-sw01 up?': {'Gi1/0/1': ['GigabitEthernet1/0/1'], 'oslo-sw01': ['oslo-sw01']},
    'is gi 1/0/2 of oslo-sw01 up?': {'gi 1/0/2': ['GigabitEthernet1/0/2'], 'oslo-sw01': ['oslo-sw01']},
    'oslo-sw01 Te1/0/1': {'oslo-sw01': ['oslo-sw01'], 'Te1/0/1': ['TenGigabitEthernet1/0/1']},
    'oslo-sw01 Po10': {'oslo-sw01': ['oslo-sw01'], 'Po10': ['Port-channel10']},
    'oslo-rtr01 GigabitEthernet0/1': {'oslo-rtr01': ['oslo-rtr01'], 'GigabitEthernet0/1': ['Gi0/1']},
    'oslo-rtr01 xe-0/0/1': {'oslo-rtr01': ['oslo-rtr01'], 'xe-0/0/1': ['xe-0/0/1']},
    'oslo-rtr01 Ethernet1/1': {'oslo-rtr01': ['oslo-rtr01'], 'Ethernet1/1': ['Eth1/1']},
    'port 12 of oslo-rtr01': {'12': ['eth12'], 'oslo-rtr01': ['oslo-rtr01']},
    'port 1/0/1 of oslo-sw01': {
        '1/0/1': ['GigabitEthernet1/0/1', 'TenGigabitEthernet1/0/1'],
        'oslo-sw01': ['oslo-sw01'],
    },
    'port 2 of oslo-sw01': {'2': ['GigabitEthernet1/0/2'], 'oslo-sw01': ['oslo-sw01']},
    'outlet 3 of oslo-rtr01': {'outlet 3': ['Outlet 3'], 'oslo-rtr01': ['oslo-rtr01']},
    'the mgmt interface of oslo-sw01': {'mgmt': ['mgmt'], 'oslo-sw01': ['oslo-sw01']},
    'show 12 ports of oslo-rtr01': {'oslo-rtr01': ['oslo-rtr01']},
}
# Words that look like names and are none; and words that can only be names.
NO_NAMES = (
    'upgrade it to 40G', '10GE ports', 'a rack of 1U', 'support 24/7', 'by e-mail', 'since 2024-01-31',
    'before 31.12.2024', 'NetBox v4.7.3', 'version 4.7', 'at 10:30', 'a 48-port switch', '3-phase feeds',
    'a 10G-capable port', 'IPv4/IPv6',
    'TCP/443 is open', 'wi-fi', 'a read-only user', 'point-to-point circuits', 'in Q3', '100GBASE-LR4 optics', '1.5kW',
    'the 2nd rack', 'https://example.com/x1', 'mail x1@example.com', 'u12 to u14', 'Assign racks', 'ports 1-24',
)  # fmt: skip
UNKNOWN = {
    'where is berlin-rtr01?': 'berlin-rtr01',
    'devices at site DC7': 'DC7',
    'devices of tenant DM Network': 'DM Network',
    'where is "the old box"?': 'the old box',
    'is Gi9/9/9 up?': 'Gi9/9/9',
    'who has 10.66.6.6?': '10.66.6.6',
    'what is core_switch?': 'core_switch',
    'the NYC region': 'NYC',
}
# What is one edit away is offered, never taken.
NEAR = {
    'where is device oslo-rtr1?': ['oslo-rtr01'],
    'where is olso-rtr01?': ['oslo-rtr01'],
    'where is oslo-rtrr01?': ['oslo-rtr01'],
    'where is oslo-rtx01?': ['oslo-rtr01'],
    'where is oslo-sw2?': ['oslo-sw1'],
    'racks at site HQ-Osol': ['HQ-Oslo'],
    'devices at Akorn': ['DM-Akron'],
    'devices at site Zurich': ['Zürich'],
    'rack Lowre': ['Lower'],
    'rack Kühl-17': ['KÜHL-7'],
    'site Lowre': [],
    'where is berlin-rtr01?': [],
    'where is oslo-rtr?': [],
    # A word of many names, with a number behind it, is no typing error of one.
    'where is server1?': [],
    'devices at SITE2': [],
}


@pytest.mark.parametrize('text', [*NAMES, *ADDRESSES, *COMPONENTS])
def test_names(finder, text):
    assert named(finder, text) == {**NAMES, **ADDRESSES, **COMPONENTS}[text]


@pytest.mark.parametrize('text', NO_NAMES)
def test_what_is_no_name(finder, text):
    assert named(finder, text) == {}


@pytest.mark.parametrize('text', UNKNOWN)
def test_what_can_only_be_a_name(finder, text):
    assert named(finder, text) == {UNKNOWN[text]: []}


@pytest.mark.parametrize('text', NEAR)
def test_typing_errors(finder, text):
    [span] = finder.annotate(text).names
    assert (span.matches, [ref.display for ref in span.near]) == ((), NEAR[text])


def test_namesakes_are_told_apart_in_the_order_of_their_places(finder):
    [span] = finder.annotate('rack Comms closet').names
    assert [ref.detail for ref in span.matches] == ['site DM-Akron', 'site HQ-Oslo, Row 2', 'site HQ-Oslo, Row 10']


def test_unnamed_devices_go_by_what_netbox_shows(finder):
    unnamed = Device.objects.get(name=None)
    [span] = finder.annotate(f'where is {unnamed}?').names
    assert [(ref.key.object_id, ref.display) for ref in span.matches] == [
        (unnamed.pk, f'Acme C9200-48P ({unnamed.pk})')
    ]
    for text in ('', '?', '""', 'where is ""?', '()', f'({unnamed.pk})'):
        assert unnamed.pk not in {key.object_id for span in finder.annotate(text).names for key in span.keys}


def test_sketched_names_are_those_that_netbox_shows(finder):
    """What is read from a few columns is what `str()` of the whole object gives."""
    text = (
        'R1 oslo-sw01 VLAN 100 AS1.10 10.1.2.3 10.1.2.0/24 10.0.0.0/8 aabbccddeeff vm-web Farm HQ-Oslo Acme C9200-48P'
    )
    refs = [ref for span in finder.annotate(text).names for ref in span.matches]
    assert len(refs) == 13
    for ref in refs:
        model = ObjectType.objects.get_by_natural_key(*ref.key.object_type.split('.')).model_class()
        assert ref.display == str(model.objects.get(pk=ref.key.object_id))


def test_cables_by_number(finder):
    cable = Cable.objects.get()
    for text in (f'trace cable {cable.pk}', f'trace cable #{cable.pk}', f'is #{cable.pk} a cable?'):
        [span] = finder.annotate(text).names
        assert span.keys == (ObjectKey('dcim.cable', cable.pk),)
    # Alone it is a place in a list.
    assert finder.annotate('#3').names == ()


def test_components_within_what_was_talked_about(finder):
    switch, router = Device.objects.get(name='oslo-sw01'), Device.objects.get(name='oslo-rtr01')
    scope = [ObjectKey('dcim.device', device.pk) for device in (switch, router)]
    assert named(finder, 'is Gi1/0/1 up?', scope) == {'Gi1/0/1': ['GigabitEthernet1/0/1']}
    assert named(finder, 'is xe-0/0/1 up?', scope) == {'xe-0/0/1': ['xe-0/0/1']}
    assert named(finder, 'port 12', scope) == {'12': ['eth12']}


@pytest.mark.parametrize(
    'text',
    [
        'where is oslo-rtr01?',
        'how is Gi1/0/1 of oslo-rtr01 connected to berlin-rtr01 (serial ABC123DEF)?',
        ('Which of R101, oslo-rtr01, 10.1.2.3, aabbccddeeff, VLAN 100 and Foo-Bar9 ' * 60)[:4000],
        ('Nobody Knows Those Names ' * 200)[:4000],
        'x' * 4000,
        '1' * 4000,
        ('_' * 60 + ' ') * 60,
        'a\x00b oslo-\x00rtr01 "\ud800"',
    ],
)
def test_at_most_two_statements(finder, text):
    scope = [ObjectKey('dcim.device', Device.objects.get(name='oslo-sw01').pk)]
    with CaptureQueriesContext(connection) as queries:
        finder.annotate(text, scope)
    assert 1 <= len(queries) <= 2


def test_indexes_serve_the_search_however_many_words_a_text_has(finder):
    """Planner statistics say nothing of the indexes on lower-case names; see `conditions`."""
    with CaptureQueriesContext(connection) as queries:
        finder.annotate('Which of oslo-rtr01, 10.1.2.3 and 10.1.2.0/24 uses one of these names that nobody has? ' * 8)
    # Of a handful of devices any index is as good, and which is taken is left to when they were last analysed.
    like = Device.objects.get(name='oslo-sw01')
    Device.objects.bulk_create(
        Device(name=f'crowd-{n}', site=like.site, role=like.role, device_type=like.device_type) for n in range(5000)
    )
    with connection.cursor() as cursor:
        cursor.execute('ANALYZE dcim_device')
        cursor.execute('SET LOCAL jit = off')
        cursor.execute('SET LOCAL enable_seqscan = off')
        cursor.execute(f'EXPLAIN {queries[0]["sql"]}')
        plan = '\n'.join(row[0] for row in cursor.fetchall())
        cursor.execute('SET LOCAL enable_seqscan = on')
    for index in (
        'dcim_device_unique_name_site_tenant',
        'ipam_ipaddress_host',
        'ipam_prefix_gist_idx',
    ):
        assert index in plan


def permit(user, model, constraints=None):
    permission = ObjectPermission.objects.create(
        name=f'{user}-{model}-{constraints}', actions=['view'], constraints=constraints
    )
    permission.object_types.add(ObjectType.objects.get_for_model(model))
    permission.users.add(user)
    return get_user_model().objects.get(pk=user.pk)


def test_nothing_hidden_is_named(inventory, db):
    user = get_user_model().objects.create_user('limited')
    hidden = ('R101', 'oslo-rtr01', 'HQ-Oslo', '10.1.2.3', '100')
    assert named(LiveFinder(user), 'R101 oslo-rtr01 HQ-Oslo 10.1.2.3 VLAN 100') == {name: [] for name in hidden}
    [span] = LiveFinder(user).annotate('where is device oslo-rtr1?').names
    assert span.near == ()
    user = permit(user, Rack, {'site__name': 'DM-Akron'})
    [span] = LiveFinder(user).annotate('rack Comms closet').names
    assert [ref.detail for ref in span.matches] == ['']
    user = permit(user, Site, {'name': 'DM-Akron'})
    [span] = LiveFinder(user).annotate('rack Comms closet').names
    assert [ref.detail for ref in span.matches] == ['site DM-Akron']
    with CaptureQueriesContext(connection) as queries:
        [span] = LiveFinder(user).annotate('rack R101').names
    assert (span.matches, span.near, len(queries)) == ((), (), 2)


def test_who_may_see_as_much_gets_no_more(inventory, db):
    """Statements are made once for all users with the same permissions, never for one with others."""
    users = [get_user_model().objects.create_user(name) for name in ('one', 'two', 'three')]
    oslo, akron = {'site__name': 'HQ-Oslo'}, {'site__name': 'DM-Akron'}
    finders = [LiveFinder(permit(user, Rack, rule)) for user, rule in zip(users, (oslo, akron, None), strict=True)]
    counts = [len(span.matches) for finder in finders for span in finder.annotate('rack Comms closet').names]
    assert counts == [2, 1, 3]


@pytest.mark.parametrize('object_type', sorted(SKETCHED))
def test_remembered_objects_are_told_of_as_loaded_ones(finder, object_type):
    objects = list(apps.get_model(object_type).objects.all())
    seen = finder.look([ObjectKey(object_type, obj.pk) for obj in objects])
    assert len(seen) == len(objects)
    for obj, ref in zip(objects, describe_all(objects, finder.user), strict=True):
        found = seen[ref.key]
        assert (found.display, found.detail, found.url) == (str(obj), ref.detail, ref.url)
        assert found.traits == traits_of(obj)
        assert set(known_as(obj)) <= set(found.texts)


def test_of_namesakes_beyond_counting_those_at_hand_are_found(finder):
    sites = Site.objects.bulk_create(Site(name=f'Depot {n}', slug=f'depot-{n}') for n in range(300))
    racks = Rack.objects.bulk_create(Rack(name='Q77', site=site) for site in sites)
    switch = Device.objects.get(name='oslo-sw01')
    Device.objects.filter(pk=switch.pk).update(site=sites[-1], rack=racks[-1])
    for scope in (ObjectKey('dcim.device', switch.pk), ObjectKey('dcim.rack', racks[-1].pk)):
        [span] = finder.annotate('how full is Q77?', [scope]).names
        assert racks[-1].pk in {key.object_id for key in span.keys}
    spans = finder.annotate('how full is Q77 at Depot 298?').names
    assert racks[298].pk in {key.object_id for key in spans[0].keys}


def test_of_very_many_partial_names_those_that_fit_best_are_found(finder):
    Site.objects.bulk_create(Site(name=f'Depot {n}', slug=f'depot-{n}') for n in range(300))
    best = Site.objects.create(name='Depot Kelevik North', slug='kelevik')
    [span] = finder.annotate('which devices are at the Depot in Kelevik?').names[:1]
    assert best.pk in {key.object_id for key in span.keys}
