"""NetBox's FilterSets with the filters asked for choose what the whole ones choose, and are quicker."""

import re

import pytest
from dcim.models import Device
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext

from netbox_chat_sessions.inventory.catalogue import kind
from netbox_chat_sessions.inventory.filtering import filterset_of

from .conftest import run


@pytest.mark.django_db
@pytest.mark.parametrize(
    ('object_type', 'filters'),
    [
        ('dcim.device', {'status': ('active', 'offline'), 'name__ic': ('sw',)}),
        ('dcim.device', {'q': ('sw',), 'has_primary_ip': ('true',), 'tag': ()}),
        ('dcim.device', {'site': ('oslo',)}),
        ('dcim.rackreservation', {'unit_count_min': ('2',)}),
        ('ipam.service', {'protocol': ('tcp',), 'port': ('80', '443')}),
        ('ipam.service', {'port__n': ('80',)}),
        ('ipam.prefix', {'within_include': ('10.0.0.0/8',), 'mask_length__lte': ('24',)}),
        ('core.objectchange', {'time_after': ('2026-01-01',), 'action': ('create',)}),
    ],
)
def test_the_same_is_chosen(world, object_type, filters):
    of = kind(object_type)
    data = QueryDict(mutable=True)
    for name, values in filters.items():
        data.setlist(name, values)
    base = of.model._default_manager.all()
    whole = of.filterset(data, base)
    assert whole.is_valid()
    assert str(filterset_of(of, filters, base).qs.query) == str(whole.qs.query)


def test_nothing_is_made_distinct_in_all_columns(world, admin):
    """Filters by several values ask for it; PostgreSQL compares every column of every object to count them."""
    ids = tuple(Device.objects.values_list('pk', flat=True))
    with CaptureQueriesContext(connection) as captured:
        found = run(admin, 'list', 'dcim.device', filters={'id': ids}, limit=1)
    assert found.total > 1
    assert not [query['sql'] for query in captured if re.search('DISTINCT [^()]*"serial"', query['sql'])]
