"""Times in words, said on Monday 30 November 2026 at 15:00."""

from datetime import UTC, datetime

import pytest

from netbox_chat_sessions.agents.language.lexicon import lexicon
from netbox_chat_sessions.agents.language.periods import period_at
from netbox_chat_sessions.conversation.text import tokenise

NOW = datetime(2026, 11, 30, 15, tzinfo=UTC)


def told(text):
    """From when until when, as text without seconds; None: no time is told."""
    found = period_at(tokenise(text), 0, NOW, lexicon())
    if found is None:
        return None
    assert found[1] == len(tokenise(text))
    return tuple(moment and moment.strftime('%Y-%m-%d %H:%M') for moment in (found[0].after, found[0].before))


@pytest.mark.parametrize(
    ('text', 'after', 'before'),
    [
        ('today', '2026-11-30 00:00', '2026-12-01 00:00'),
        ('yesterday', '2026-11-29 00:00', '2026-11-30 00:00'),
        ('last week', '2026-11-23 00:00', '2026-11-30 00:00'),
        ('over the last week', '2026-11-23 15:00', None),
        ('this month', '2026-11-01 00:00', '2026-12-01 00:00'),
        ('last month', '2026-10-01 00:00', '2026-11-01 00:00'),
        ('last quarter', '2026-07-01 00:00', '2026-10-01 00:00'),
        ('in the past 7 days', '2026-11-23 15:00', None),
        ('past 24 hours', '2026-11-29 15:00', None),
        ('3 days ago', '2026-11-27 00:00', '2026-11-28 00:00'),
        ('two hours ago', '2026-11-30 13:00', '2026-11-30 14:00'),
        ('since yesterday', '2026-11-29 00:00', None),
        ('since monday', '2026-11-23 00:00', None),
        ('since 2026-11-01', '2026-11-01 00:00', None),
        ('before March 2026', None, '2026-03-01 00:00'),
        ('after 2026-11-01', '2026-11-02 00:00', None),
        ('on 5 March 2026', '2026-03-05 00:00', '2026-03-06 00:00'),
        ('in December', '2025-12-01 00:00', '2026-01-01 00:00'),
        ('in 2025', '2025-01-01 00:00', '2026-01-01 00:00'),
        ('within the next 90 days', '2026-11-30 15:00', '2027-02-28 15:00'),
        ('next month', '2026-12-01 00:00', '2027-01-01 00:00'),
        ('recently', '2026-11-23 15:00', None),
    ],
)
def test_times(text, after, before):
    assert told(text) == (after, before)


@pytest.mark.parametrize('text', ['may', '2025', 'last', 'last 10', 'on U30', 'in R103', 'before', 'the week', 'since'])
def test_what_is_no_time(text):
    assert told(text) is None
