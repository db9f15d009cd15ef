"""A line in the log for each turn, for people and for programs."""

import logging
from dataclasses import asdict
from typing import Any

from ..conversation.results import TurnReport

__all__ = ('TurnLog',)

logger = logging.getLogger(__name__)


class TurnLog:
    """The `TurnObserver` that writes `turn key=value …`; the same stands in the record's attribute `turn`."""

    def finished(self, report: TurnReport) -> None:
        """Write what became of a turn."""
        fields = asdict(report)
        fields['duration_ms'] = round(fields.pop('seconds') * 1000)
        self._write('turn', {name: value for name, value in fields.items() if value not in (None, '')})

    def refused(self, code: str) -> None:
        """Write that a turn was not let in."""
        self._write('turn refused', {'code': code})

    def _write(self, what: str, fields: dict[str, Any]) -> None:
        if logger.isEnabledFor(logging.INFO):
            pairs = ' '.join(f'{name}={value}' for name, value in fields.items())
            logger.info('%s %s', what, pairs, extra={'turn': fields})
