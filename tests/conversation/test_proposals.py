"""How a proposal stands, and that it is decided once."""

from datetime import UTC, datetime, timedelta

import pytest

from netbox_chat_sessions.conversation.errors import ProposalExpired, ProposalUsed
from netbox_chat_sessions.conversation.proposals import ProposalStatus, standing

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
FINAL = [status for status in ProposalStatus if status is not ProposalStatus.PENDING]


@pytest.mark.parametrize('target', FINAL)
def test_what_is_pending_can_be_decided(target):
    assert ProposalStatus.PENDING.to(target) is target


@pytest.mark.parametrize('status', FINAL)
@pytest.mark.parametrize('target', ProposalStatus)
def test_what_was_decided_is_not_decided_again(status, target):
    with pytest.raises(ProposalExpired if status is ProposalStatus.EXPIRED else ProposalUsed):
        status.to(target)


@pytest.mark.parametrize(
    ('status', 'left', 'now'),
    [
        ('pending', 1, 'pending'),
        ('pending', 0, 'expired'),
        ('pending', -900, 'expired'),
        ('confirmed', -900, 'confirmed'),
        ('cancelled', -900, 'cancelled'),
        ('failed', 1, 'failed'),
    ],
)
def test_time_ends_only_what_is_pending(status, left, now):
    assert standing(ProposalStatus(status), NOON + timedelta(seconds=left), NOON) == now
