"""What an agent says before its reply is there: kept with the interaction, and passed on to whoever listens."""

from collections.abc import Callable
from dataclasses import dataclass

from .ports import SessionStore
from .records import Admission, Outcome
from .reply import Reply
from .results import Doing, Partial
from .session import Interaction

__all__ = ('Telling', 'TurnStopped')


class TurnStopped(Exception):
    """Nobody waits for the answer any more.

    Attributes:
        interaction: What the interaction has come to instead.
    """

    def __init__(self, interaction: Interaction) -> None:
        super().__init__(interaction.status.value)
        self.interaction = interaction


@dataclass(frozen=True)
class Telling:
    """The `Hearer` of one turn.

    Attributes:
        hear: Who listens.
        outcome: How the turn came out, if a reply were its last.
    """

    store: SessionStore
    admission: Admission
    hear: Callable[[Doing | Partial], None]
    outcome: Callable[[Reply], Outcome]

    def doing(self, what: str) -> None:
        """Pass on what takes so long; see `Hearer.doing`."""
        self._keep(None)
        self.hear(Doing(what))

    def said(self, reply: Reply) -> None:
        """Keep the answer so far, and pass it on; see `Hearer.said`."""
        self._keep(self.outcome(reply))
        self.hear(Partial(reply.text))

    def _keep(self, outcome: Outcome | None) -> None:
        standing = self.store.tell(self.admission, outcome)
        if standing is not None:
            raise TurnStopped(standing)
