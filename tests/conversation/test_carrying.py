"""Which query a follow-up goes on from."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from netbox_chat_sessions.conversation.carrying import carried_query
from netbox_chat_sessions.conversation.memory import Memory
from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.session import Interaction, InteractionStatus

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
AT_OSLO = {'action': 'list', 'object_type': 'dcim.rack', 'subjects': [], 'filters': {'site_id': ['1']}}
AT_BERGEN = AT_OSLO | {'filters': {'site_id': ['2']}}
ACTIVE = AT_OSLO | {'filters': {'site_id': ['1'], 'status': ['active']}}
ALL = AT_OSLO | {'filters': {}}
DEVICES = AT_OSLO | {'object_type': 'dcim.device'}
GIVEN = AT_OSLO | {'object_type': 'dcim.device', 'filters': {'id': ['7']}}
MISSING = AT_OSLO | {'subjects': [['dcim.site', 1]], 'filters': {'q': ['R9'], 'status': ['active']}}


def turn(query, about='', signals=(), kind='answer', total=3, query_type='standalone'):
    """An interaction about an object of a type, with the query that was understood."""
    objects = [{'object_type': about, 'object_id': 1}] if about else []
    reading = {'references': [{'objects': objects}], 'followup_signals': list(signals), 'query_type': query_type}
    reply = {'kind': kind, 'total': total, 'query': query}
    return Interaction(1, 1, None, InteractionStatus.ANSWERED, 'q', NOON, reply=reply, reading=reading)


RECORDED = replace(turn(None), listed=(ObjectKey('dcim.rack', 1),))
CARRIED = {
    'nothing was asked': ((), (), None),
    'the latest': ((turn(AT_OSLO), turn(DEVICES)), (), DEVICES),
    'the latest about such an object': (
        (turn(AT_OSLO, 'dcim.site'), turn(GIVEN, 'dcim.device')), {'dcim.site'}, AT_OSLO,
    ),
    'as a follow-up changed it': (
        (turn(AT_OSLO, 'dcim.site'), turn(ACTIVE, signals=['narrowing'])), {'dcim.site'}, ACTIVE,
    ),
    'of the same kind under more conditions': ((turn(AT_OSLO, 'dcim.site'), turn(ACTIVE)), {'dcim.site'}, ACTIVE),
    'not of the same kind under fewer': ((turn(AT_OSLO, 'dcim.site'), turn(ALL)), {'dcim.site'}, AT_OSLO),
    'of another kind under the same condition, if it went on': (
        (turn(AT_OSLO, 'dcim.site'), turn(DEVICES, signals=['ellipsis'])), {'dcim.site'}, DEVICES,
    ),
    'not of another kind that was asked anew': ((turn(AT_OSLO, 'dcim.site'), turn(DEVICES)), {'dcim.site'}, AT_OSLO),
    'not of another kind of which objects were given': (
        (turn(GIVEN | {'object_type': 'dcim.rack'}, 'dcim.site'), turn(GIVEN, signals=['ellipsis'])), {'dcim.site'},
        GIVEN | {'object_type': 'dcim.rack'},
    ),
    'the latest of several about such an object': (
        (turn(AT_OSLO, 'dcim.site'), turn(AT_BERGEN, 'dcim.site', ['substitution'])), {'dcim.site'}, AT_BERGEN,
    ),
    'none from before objects were recorded': ((turn(AT_OSLO), RECORDED), (), None),
    'one from after objects were recorded': ((turn(AT_OSLO), RECORDED, turn(DEVICES)), (), DEVICES),
    'not what was not understood': ((turn(AT_OSLO), turn(DEVICES, kind='not_understood', total=None)), (), AT_OSLO),
    'what was found to be nothing': ((turn(AT_OSLO), turn(DEVICES, kind='not_found', total=0)), (), DEVICES),
    'not what was asked back in a follow-up': (
        (turn(AT_OSLO), turn(DEVICES, kind='clarification', total=None, query_type='followup')), (), AT_OSLO,
    ),
    'what failed for want of a name, with another one': (
        (turn(AT_OSLO), turn(MISSING, kind='not_found', total=None)), {'dcim.rack'},
        MISSING | {'subjects': [], 'filters': {'status': ['active']}},
    ),
    'what was asked back for want of a name, with another one': (
        (turn(MISSING, kind='clarification', total=None),), {'dcim.rack'},
        MISSING | {'subjects': [], 'filters': {'status': ['active']}},
    ),
    'not what failed for want of a name, without another one': (
        (turn(AT_OSLO), turn(MISSING, kind='not_found', total=None)), (), None,
    ),
}  # fmt: skip


@pytest.mark.parametrize(('window', 'types', 'query'), CARRIED.values(), ids=CARRIED)
def test_what_a_follow_up_goes_on_from(window, types, query):
    assert carried_query(Memory(window=window), types) == query
