"""What is known of broker and worker after both were asked."""

from dataclasses import dataclass

__all__ = ('WorkerProbe',)


@dataclass(frozen=True)
class WorkerProbe:
    """What was found.

    Attributes:
        broker: Where the broker is, without its password.
        reached: Whether it answers.
        worker: Name of a worker that answers; empty where none does within a second.
    """

    broker: str
    reached: bool
    worker: str = ''
