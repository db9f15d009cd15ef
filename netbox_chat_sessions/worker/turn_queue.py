"""The queue that web processes put turns into; imported when the first one is left to a worker."""

from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from ..conversation.errors import Busy
from ..conversation.lifecycle import TURN_LIMIT
from ..conversation.requests import TurnRequest
from .application import app
from .configuration import ANSWER_TURN
from .messages import packed

__all__ = ('CeleryTurnQueue',)

# Somebody waits for the answer to the request: a broker that does not answer within seconds is out of order.
SECONDS = 2
IMPATIENT = {
    'max_retries': 1,
    'interval_start': 0,
    'interval_step': 0.2,
    'interval_max': 0.2,
    'connect_retries_timeout': SECONDS,
    'socket_connect_timeout': SECONDS,
    'socket_timeout': SECONDS,
}


class CeleryTurnQueue:
    """The `TurnQueue` of one user."""

    def __init__(self, user: Any) -> None:
        self.user_id = user.pk

    def put(self, interaction_id: int, request: TurnRequest) -> None:
        """Send the turn to the broker; see `TurnQueue.put`.

        A worker that gets it later than a turn may take drops it: the question has been given up by then.
        """
        arguments = [self.user_id, interaction_id, packed(request), translation.get_language()]
        try:
            with app.connection_for_write(connect_timeout=SECONDS, transport_options=IMPATIENT) as connection:
                app.send_task(
                    ANSWER_TURN,
                    arguments,
                    connection=connection,
                    expires=TURN_LIMIT.total_seconds(),
                    retry=False,
                    # What is shown of the arguments, in the worker's log for example.
                    argsrepr=f'({self.user_id}, {interaction_id})',
                    kwargsrepr='{}',
                )
        except (OperationalError, OSError) as error:
            raise Busy(_('No worker can be reached now. The question is kept; send it again in a moment.')) from error
