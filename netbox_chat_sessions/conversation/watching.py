"""Telling others what became of a turn, without a word of what was said."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from time import monotonic

from .errors import ConversationError
from .ports import TurnObserver
from .results import Accepted, Around, Step, TurnReport, TurnResult
from .session import Interaction, InteractionStatus, Session

__all__ = ('watched',)


def watched(observers: Sequence[TurnObserver]) -> Around:
    """Tells the observers of every turn, once, whatever becomes of it; of one that was answered before, nothing."""

    def around(steps: Generator[Step]) -> Generator[Step]:
        watch = _Watch(steps)
        try:
            yield from watch
            watch.finished(observers)
        except GeneratorExit:
            steps.close()
            watch.broken(observers, InteractionStatus.STOPPED, '')
            raise
        except ConversationError as error:
            watch.broken(observers, InteractionStatus.FAILED, error.code)
            raise
        except Exception as error:
            watch.broken(observers, InteractionStatus.FAILED, type(error).__name__)
            raise

    return around


@dataclass
class _Watch:
    """The steps of a turn, with the time that they take themselves: not what their reader does in between."""

    steps: Generator[Step]
    seconds: float = 0.0
    session: Session | None = None
    interaction: Interaction | None = None
    begun: bool = False
    result: TurnResult | None = None

    def __iter__(self) -> Generator[Step]:
        while (step := self._next()) is not None:
            self.begun = True
            if isinstance(step, Accepted):
                self.session, self.interaction = step.session, step.interaction
            elif isinstance(step, TurnResult):
                self.result = step
            yield step

    def _next(self) -> Step | None:
        began = monotonic()
        try:
            return next(self.steps, None)
        finally:
            self.seconds += monotonic() - began

    @property
    def _replayed(self) -> bool:
        return self.interaction is not None and self.interaction.status is not InteractionStatus.PENDING

    def finished(self, observers: Sequence[TurnObserver]) -> None:
        result = self.result
        if result is None or self._replayed:
            return
        stored, turn = result.interaction, result.turn
        status = stored.status if stored else InteractionStatus.ANSWERED
        report = TurnReport(
            session_id=result.session.id if result.session else None,
            interaction_id=stored.id if stored else None,
            status=status.value,
            # What a stopped turn had come to is no reply of any kind.
            kind='' if status is InteractionStatus.STOPPED else result.reply['kind'],
            decision=turn['decision'],
            decided_by=turn['decided_by'],
            reason=turn['reason'] or '',
            agent=turn['agent'] or '',
            seconds=self.seconds,
            tokens=result.tokens,
        )
        for observer in observers:
            observer.finished(report)

    def broken(self, observers: Sequence[TurnObserver], status: InteractionStatus, reason: str) -> None:
        if self._replayed or self.result is not None:
            # It was answered; only its reader did not wait for the end.
            self.finished(observers)
            return
        for observer in observers:
            if not self.begun:
                observer.refused(reason)
                continue
            report = TurnReport(
                session_id=self.session.id if self.session else None,
                interaction_id=self.interaction.id if self.interaction else None,
                status=status.value,
                reason=reason,
                seconds=self.seconds,
            )
            observer.finished(report)
