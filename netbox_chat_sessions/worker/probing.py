"""Whether the broker and a worker can be reached, for those who watch over the plugin."""

from kombu.exceptions import OperationalError

from ..observability.worker_probe import WorkerProbe
from .application import app
from .turn_queue import IMPATIENT, SECONDS

__all__ = ('probe',)


def probe() -> WorkerProbe:
    """Ask the broker, and through it whichever worker answers first."""
    with app.connection_for_write(connect_timeout=SECONDS, transport_options=IMPATIENT) as connection:
        broker = connection.as_uri()
        try:
            # One worker is enough to know of.
            found = app.control.ping(timeout=1, limit=1, connection=connection)
        except (OperationalError, OSError):
            return WorkerProbe(broker, reached=False)
    names = [name for answer in found for name in answer]
    return WorkerProbe(broker, reached=True, worker=names[0] if names else '')
