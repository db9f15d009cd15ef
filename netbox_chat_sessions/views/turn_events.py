"""A running turn as server-sent events (HTML Living Standard, section 9.2), for the panel."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..conversation.errors import ConversationError
from ..conversation.results import Accepted, Doing, Partial, Stage, TurnResult
from .running import RunningTurn, Told

__all__ = ('TurnEvents', 'turn_response')

# Without it a proxy would give up, and the panel would take the stream for held back (delivery.js, PATIENCE).
HEARTBEAT = 2.0
STAGES = {
    'understanding': gettext_lazy('Understanding…'),
    'routing': gettext_lazy('Choosing who answers…'),
    'answering': gettext_lazy('Looking it up…'),
}


def event(name: str, data: Any) -> bytes:
    """One event; JSON has no line breaks, so the data is one line."""
    return b'event: %b\ndata: %b\n\n' % (name.encode(), json.dumps(data, ensure_ascii=False).encode())


class TurnEvents:
    """`accepted`, then `stage`, `partial`, and at the end `final` or `error`.

    Nothing is stopped when it is closed early: the turn goes on without anybody listening.

    Args:
        running: The turn, which has begun.
        accepted: Its first step.
        html: The stored interaction as the panel shows it.
    """

    def __init__(self, running: RunningTurn, accepted: Accepted, html: Callable[[int | None], str]) -> None:
        self.running, self.accepted, self.html = running, accepted, html
        # The language of a request is gone by the time its response is streamed.
        self.language = translation.get_language()

    def __iter__(self) -> Iterator[bytes]:
        """The events, with a comment whenever nothing happens for a while."""
        yield event('accepted', {'session': self.accepted.session.id, 'sequence': self.accepted.interaction.sequence})
        steps = self.running.steps(HEARTBEAT)
        while True:
            with translation.override(self.language):
                try:
                    told = self.told(next(steps))
                except StopIteration:
                    return
                except ConversationError as error:
                    told = event('error', {'code': error.code, 'text': error.detail})
                except Exception:
                    # It is in the log, and the interaction says that it failed.
                    told = event('error', {'code': 'error', 'text': _('The answer failed. The question is kept.')})
            yield told

    def told(self, step: Told | None) -> bytes:
        """What a step becomes on the wire."""
        match step:
            case Stage():
                return event('stage', {'text': str(STAGES.get(step.name, STAGES['answering']))})
            case Doing():
                return event('stage', {'text': f'{step.text}…'})
            case Partial():
                return event('partial', {'html': self.html(self.accepted.interaction.id)})
            case TurnResult():
                return event('final', {'html': self.html(self.accepted.interaction.id)})
            case _:
                return b': still at it\n\n'


def turn_response(events: TurnEvents) -> StreamingHttpResponse:
    """The response that carries the events past caches, and past proxies that can be told not to wait for all of it."""
    return StreamingHttpResponse(
        events,
        content_type='text/event-stream; charset=utf-8',
        headers={'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no'},
    )
