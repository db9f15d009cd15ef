"""Counters of turns in the default registry of prometheus_client, where NetBox's own /metrics finds them."""

from prometheus_client import Counter, Histogram

from ..conversation.decisions import DecidedBy
from ..conversation.reply import ReplyKind
from ..conversation.results import TurnReport

__all__ = ('TurnMetrics',)

PREFIX = 'netbox_chat_sessions'
# Seconds: without a language model most turns take less than a quarter, with one some take a minute.
BUCKETS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)

TURNS = Counter(f'{PREFIX}_turns', 'Turns that came to their end.', ('kind', 'decision', 'agent'))
SECONDS = Histogram(f'{PREFIX}_turn_seconds', 'What turns took, in seconds.', ('agent',), buckets=BUCKETS)
CLARIFICATIONS = Counter(f'{PREFIX}_clarifications', 'Turns that were answered with a question.')
FALLBACKS = Counter(f'{PREFIX}_fallbacks', 'Turns about which the turn classifier did not decide.', ('reason',))
TOKENS = Counter(f'{PREFIX}_tokens', 'Tokens that language models used for turns.', ('agent',))
REFUSED = Counter(f'{PREFIX}_turns_refused', 'Turns that were not let in.', ('code',))


class TurnMetrics:
    """The `TurnObserver` that counts."""

    def finished(self, report: TurnReport) -> None:
        """Count a turn; one without a reply counts as how it ended: `failed`, `stopped`."""
        TURNS.labels(report.kind or report.status, report.decision, report.agent).inc()
        SECONDS.labels(report.agent).observe(report.seconds)
        if report.kind == ReplyKind.CLARIFICATION:
            CLARIFICATIONS.inc()
        if report.decided_by == DecidedBy.FALLBACK:
            FALLBACKS.labels(report.reason).inc()
        if report.tokens:
            TOKENS.labels(report.agent).inc(report.tokens)

    def refused(self, code: str) -> None:
        """Count a turn that was not let in."""
        REFUSED.labels(code).inc()
