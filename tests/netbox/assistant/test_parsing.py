"""What is taken for a query that a model wrote: its form alone, before anything is run."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netbox_chat_sessions.agents.assisting.parsing import Nonsense, query_in, query_of
from netbox_chat_sessions.inventory.query import Action, InventoryQuery

RIGHT = [
    '{"action": "count", "object_type": "dcim.rack"}',
    '{"action": "list", "object_type": "dcim.device", "filters": {"status": ["active"], "site_id": [2]}}',
    '{"action": "show", "object_type": null, "subjects": [["dcim.rack", 16]], "attributes": ["u_height"]}',
    '{"action": "group", "object_type": "dcim.device", "group_by": "role"}',
    '{"action": "list", "object_type": "dcim.site", "having": [{"object_type": "dcim.rack", "minimum": 2}]}',
    '{"action": "extreme", "object_type": "dcim.site", "rank": {"object_type": "dcim.rack"}, "limit": 1}',
]
ALIKE = [
    ('{"query": {"action": "count", "object_type": "dcim.rack"}}', '{"action": "count", "object_type": "dcim.rack"}'),
    ('{"action": "count", "filters": {"id": 5}}', '{"action": "count", "filters": {"id": [5]}}'),
    ('{"action": "count", "filters": {"has_x": true}}', '{"action": "count", "filters": {"has_x": ["true"]}}'),
    (
        '{"action": "show", "subjects": [{"object_type": "dcim.rack", "object_id": 1}]}',
        '{"action": "show", "subjects": [["dcim.rack", "1"]]}',
    ),
    ('{"action": "list", "limit": 9999}', '{"action": "list"}'),
    ('```json\n{"action": "list"}\n```', '{"action": "list"}'),
]
WRONG = [
    '',
    'null',
    '[]',
    '"list"',
    '{}',
    '{"action": "drop"}',
    '{"action": "extension", "extension": "x:y"}',
    '{"action": "help"}',
    '{"action": ["list"]}',
    '{"action": "list", "user": "admin"}',
    '{"action": "list", "object_type": 5}',
    '{"action": "list", "filters": ["status"]}',
    '{"action": "list", "filters": {"a": {"b": 1}}}',
    '{"action": "list", "filters": {"a": [null]}}',
    '{"action": "list", "filters": {"a": [1.5]}}',
    '{"action": "list", "filters": {"name": ["https://evil.example"]}}',
    '{"action": "list", "filters": {"name": ["<b>R1</b>"]}}',
    '{"action": "list", "limit": "5"}',
    '{"action": "list", "limit": true}',
    '{"action": "list", "offset": -1}',
    '{"action": "list", "offset": NaN}',
    '{"action": "list", "size": 99999999999999}',
    '{"action": "show", "subjects": [["dcim.rack"]]}',
    '{"action": "show", "subjects": [["dcim.rack", "one"]]}',
    '{"action": "show", "subjects": [["dcim.rack", true]]}',
    '{"action": "show", "subjects": "dcim.rack"}',
    '{"action": "list", "having": [{"minimum": 1}]}',
    '{"action": "extreme", "rank": {"attribute": "a", "object_type": "b"}}',
    '{"action": "list"} and nothing else',
    '{"action": "list", "attributes": [' + '"a",' * 200 + '"a"]}',
    '[' * 100_000,
    '{"action": "' + 'x' * 9000 + '"}',
]


@pytest.mark.parametrize('text', RIGHT)
def test_a_query_comes_through_whole(text):
    query = query_of(text)
    assert InventoryQuery.from_json(query.as_json()) == query
    for name, value in json.loads(text).items():
        assert query.as_json()[name] == value or name in ('having', 'rank')


@pytest.mark.parametrize(('text', 'same'), ALIKE)
def test_other_ways_to_write_it(text, same):
    assert query_in(text) == query_in(same)


def test_none_of_them_means_all_when_none_is_wanted():
    [having] = query_of('{"action": "list", "having": [{"object_type": "dcim.rack", "maximum": 0}]}').having
    assert (having.minimum, having.maximum) == (0, 0)


def test_no_query_is_said_so():
    assert query_of('{"action": "none"}') is None


@pytest.mark.parametrize('text', WRONG, ids=lambda text: text[:60])
def test_nonsense(text):
    with pytest.raises(Nonsense) as caught:
        query_in(text)
    assert len(str(caught.value)) < 300


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)
names = ('object_type', 'filters', 'subjects', 'attributes', 'group_by', 'having', 'rank', 'size', 'order', 'limit')


@given(st.sampled_from(list(Action)), st.dictionaries(st.sampled_from(names), values))
def test_whatever_it_is_it_is_a_query_or_refused(action, parts):
    try:
        query = query_of(json.dumps({'action': action.value, **parts}))
    except Nonsense:
        return
    assert isinstance(query, InventoryQuery)
    assert 1 <= query.limit <= 25
    json.dumps(query.as_json())
