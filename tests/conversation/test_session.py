"""The status machine of a session."""

import pytest

from netbox_chat_sessions.conversation.errors import SessionEnded
from netbox_chat_sessions.conversation.session import InteractionStatus, SessionStatus

ACTIVE, HANDOFF, ENDED, EXPIRED = SessionStatus

ALLOWED = {
    (ACTIVE, HANDOFF), (ACTIVE, ENDED), (ACTIVE, EXPIRED),
    (HANDOFF, ACTIVE), (HANDOFF, ENDED),
    (EXPIRED, ACTIVE),
}  # fmt: skip


@pytest.mark.parametrize('before', SessionStatus)
@pytest.mark.parametrize('target', SessionStatus)
def test_every_change_of_status(before, target):
    if before is target or (before, target) in ALLOWED:
        assert before.to(target) is target
    else:
        with pytest.raises(SessionEnded) as refused:
            before.to(target)
        assert (refused.value.code, refused.value.status) == ('session_ended', 409)


def test_stored_words_are_the_statuses():
    assert [SessionStatus(word) for word in ('active', 'handoff', 'ended', 'expired')] == list(SessionStatus)
    assert {status.value for status in InteractionStatus} == {
        'pending', 'answered', 'stopped', 'failed', 'interrupted',
    }  # fmt: skip
