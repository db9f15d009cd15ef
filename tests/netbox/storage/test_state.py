"""What a session's row keeps of a conversation stays within its bounds, whatever was talked about."""

import json

from hypothesis import given
from hypothesis import strategies as st

from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.session import SuspendedTopic
from netbox_chat_sessions.models import ChatSession
from netbox_chat_sessions.storage.mapping import keys, session_value
from netbox_chat_sessions.storage.state import state_fields

objects = st.builds(ObjectKey, st.sampled_from(['dcim.rack', 'virtualization.virtualmachine']), st.integers(1, 10**9))
topics = st.builds(
    SuspendedTopic,
    st.integers(1, 10**6),
    st.integers(1, 10**6),
    st.lists(objects, max_size=150).map(tuple),
    st.none() | st.builds(lambda text: {'action': 'list', 'filters': {'q': [text]}}, st.text(max_size=3000)),
    st.none() | st.integers(1, 10**6),
)


def size(stored):
    return len(json.dumps(stored, ensure_ascii=False).encode())


@given(st.lists(objects, max_size=150), st.dictionaries(st.text(min_size=1, max_size=50), topics, max_size=8))
def test_focus_and_topics_fit(focus, suspended):
    fields = state_fields(ChatSession(), focus=focus, topic_domain='network', topic_start=4, suspended=suspended)
    # A focus that changes its type with every object is the most that there can be.
    assert size(fields['focus']) + size(fields['suspended']) <= max(4096, size(fields['focus']) + 2) < 5 * 1024
    assert list(keys(fields['focus'])) == focus[:100]
    row = ChatSession(**fields)
    found = session_value(row).suspended
    # What is dropped first was left first, and its query before its focus.
    by_age = sorted(suspended, key=lambda domain: suspended[domain].left)
    assert set(found) == set(by_age[len(by_age) - len(found) :])
    for domain, topic in found.items():
        assert (topic.start, topic.left) == (suspended[domain].start, suspended[domain].left)
        assert topic.focus == suspended[domain].focus[:100]
        assert topic.query in (None, suspended[domain].query)


def test_what_is_not_given_stays():
    nothing = {'focus': None, 'topic_domain': None, 'topic_start': None, 'suspended': None}
    assert state_fields(ChatSession(), **nothing) == {}
