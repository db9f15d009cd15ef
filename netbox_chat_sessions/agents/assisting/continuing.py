"""The inventory agent beside an assistant: a session that goes on with it is not left without one."""

from dataclasses import dataclass

from ...conversation.ports import AgentRequest
from ...conversation.reading import Reading
from ...conversation.reply import Reply, ReplyKind
from ..assistant import AssistantAgent
from ..inventory import InventoryAgent
from .understanding import is_understood

__all__ = ('AssistedInventoryAgent',)


@dataclass(frozen=True)
class AssistedInventoryAgent:
    """Answers as the inventory agent does; what that cannot even interpret is passed on.

    The router gives such a turn to the assistant itself. A turn classifier may decide that it goes on with the active
    agent instead, which is this one.

    Attributes:
        inventory: Who answers.
        assistant: Who takes over.
    """

    inventory: InventoryAgent
    assistant: AssistantAgent
    context_type: str = 'response_generation'
    repeatable: bool = True

    @property
    def name(self) -> str:
        """That of the inventory agent."""
        return self.inventory.name

    @property
    def description(self) -> str:
        """That of the inventory agent."""
        return self.inventory.description

    def can_handle(self, reading: Reading) -> float:
        """As well as the inventory agent."""
        return self.inventory.can_handle(reading)

    def answer(self, request: AgentRequest) -> Reply:
        """The inventory agent's reply, unless nothing was understood."""
        own = self.inventory.answer(request)
        if own.kind is not ReplyKind.NOT_UNDERSTOOD or is_understood(request.reading, self.inventory.interpreter):
            return own
        return self.assistant.take_over(own, request)
