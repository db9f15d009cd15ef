"""What the parts of the assistant need from each other, as Protocols."""

from typing import Protocol

from ...conversation.ports import AgentRequest
from ...conversation.reply import Reply

__all__ = ('Successor',)


class Successor(Protocol):
    """Somebody who answers what was not understood."""

    def take_over(self, own: Reply, request: AgentRequest) -> Reply:
        """The reply; `own`, with a note, where there is no better one."""
