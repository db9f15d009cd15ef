"""Who answers what none of the agents does that a user is offered: it says so."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..conversation.ports import AgentRequest
from ..conversation.reading import Reading
from ..conversation.reply import Reply, ReplyKind

__all__ = ('NobodyAgent',)


@dataclass(frozen=True)
class NobodyAgent:
    """Stands where the inventory agent is not offered. It has no name, so no session goes on with it.

    Attributes:
        others: The user is offered other agents.
    """

    others: bool = False
    name: str = ''
    description: str = ''
    context_type: str = 'response_generation'
    repeatable: bool = False

    def can_handle(self, reading: Reading) -> float:
        """Not at all, like those that it stands before."""
        return 0.0

    def answer(self, request: AgentRequest) -> Reply:
        """Why there is no answer, and who can change that; the turn may be taken again then."""
        text = (
            _('None of the agents that you may ask can answer this.')
            if self.others
            else _('You may not ask any of the agents that answer here.')
        )
        ask = _('An administrator of this NetBox can give you the permission.')
        return Reply(f'{text} {ask}', ReplyKind.ERROR)
