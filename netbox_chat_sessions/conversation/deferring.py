"""Turns that a worker answers: the question is stored first, then queued, and answered once."""

from dataclasses import dataclass

from .errors import Busy
from .ports import SessionStore, TurnQueue
from .records import Admission
from .requests import TurnRequest
from .session import InteractionStatus

__all__ = ('TurnDeferrer',)


@dataclass(frozen=True)
class TurnDeferrer:
    """Leaves turns of one user to a worker."""

    store: SessionStore
    queue: TurnQueue

    def __call__(self, request: TurnRequest) -> Admission:
        """Store the question and queue it; a turn that was answered before is not queued again.

        Raises:
            Busy: The queue cannot be reached. The question is kept as `failed`, and the same `turn_id` tries again.
            ConversationError: As `SessionStore.admit`.
        """
        admission = self.store.admit(request)
        if admission.replayed:
            return admission
        self.store.defer(admission)
        try:
            self.queue.put(admission.interaction.id or 0, request)
        except Busy:
            self.store.fail(admission, InteractionStatus.FAILED, 'not_queued')
            raise
        return admission
