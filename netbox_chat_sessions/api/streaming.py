"""A turn as server-sent events (HTML Living Standard, section 9.2)."""

import logging
from collections.abc import Generator, Iterator
from typing import Any

from django.core.signals import got_request_exception
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from ..conversation.results import Accepted, Stage, TurnResult
from .answers import accepted_json, answer_json
from .errors import error_body, translated

__all__ = ('EventStream', 'EventStreamRenderer')

logger = logging.getLogger(__name__)

Step = Accepted | Stage | TurnResult


class EventStreamRenderer(BaseRenderer):
    """Makes `Accept: text/event-stream` acceptable; the view answers with an `EventStream` itself."""

    media_type = 'text/event-stream'
    format = 'event-stream'
    charset = 'utf-8'

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """One event with the data."""
        return event('message', data)


def event(name: str, data: Any) -> bytes:
    """One event; JSON has no line breaks, so the data is one line."""
    return b'event: %b\ndata: %b\n\n' % (name.encode(), JSONRenderer().render(data))


class EventStream:
    """The events of one turn, for a streaming response.

    Making it takes the first step, so that a turn that is refused raises before anything is sent. Closing it closes the
    turn: a turn whose reader has gone away is stopped.
    """

    def __init__(self, steps: Generator[Step], request: Request) -> None:
        self.steps = steps
        self.request = request
        # NetBox's request context and the language are gone by the time a response is streamed.
        self.language = translation.get_language()
        self.first = next(steps)

    def __iter__(self) -> Iterator[bytes]:
        """The events; an error after the first step is the last event."""
        step: Step | None = self.first
        try:
            while step is not None:
                yield from self.events(step)
                with translation.override(self.language):
                    step = next(self.steps, None)
        except Exception as error:
            yield event('error', self.failure(error))

    def close(self) -> None:
        """Stop the turn if it is still being answered."""
        self.steps.close()

    def events(self, step: Step) -> Iterator[bytes]:
        """What a step becomes on the wire."""
        match step:
            case Accepted():
                yield event('accepted', accepted_json(step.session, step.interaction, self.request))
            case Stage():
                yield event('stage', {'name': step.name})
            case TurnResult():
                yield event('delta', {'text': step.reply['text']})
                yield event('final', answer_json(step, self.request))

    def failure(self, error: Exception) -> dict[str, Any]:
        """Code and detail of an error; one that nobody foresaw is logged, and does not reveal itself."""
        known = translated(error)
        if isinstance(known, APIException):
            data = known.detail if isinstance(known.detail, dict) else {'detail': known.detail}
            body = error_body(known.status_code, data)
            return {'code': body['code'], 'detail': body['detail']}
        logger.error('A streamed turn failed.', exc_info=error)
        got_request_exception.send(sender=type(self), request=self.request)
        return {'code': 'error', 'detail': _('The answer failed. The question is kept.')}
