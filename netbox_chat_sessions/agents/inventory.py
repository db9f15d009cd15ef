"""The inventory agent: answers from live data without a language model."""

from dataclasses import dataclass, field, replace
from typing import Any

from ..agent_settings import INVENTORY
from ..conversation.ports import Agent, AgentRequest
from ..conversation.reading import Reading
from ..conversation.reply import Reply
from ..inventory.errors import QueryError
from ..inventory.execution import Inventory
from ..inventory.query import InventoryQuery
from ..inventory.visibility import naming
from .answers import render
from .answers.explaining import explained
from .answers.extension import beside_failures
from .answers.joining import joined
from .answers.problems import explain, explain_error
from .language import Interpretation, Interpreter, Problem
from .proposing import Proposer

__all__ = ('InventoryAgent',)


@dataclass(frozen=True)
class InventoryAgent:
    """Turns a reading into an `InventoryQuery`, runs it as the user, and says what came out.

    Attributes:
        helper: Who answers what asks for help. The router gives such a turn to it; a turn classifier may decide that it
            goes on with the active agent instead, which is this one.
        proposer: Proposes changes that are asked for; None where the settings allow none.
    """

    user: Any
    interpreter: Interpreter = field(default_factory=Interpreter)
    helper: Agent | None = None
    proposer: Proposer | None = None
    name: str = INVENTORY
    description: str = 'Answers questions about the objects in NetBox from live data.'
    context_type: str = 'response_generation'
    repeatable: bool = True

    def can_handle(self, reading: Reading) -> float:
        """It answers whatever no other agent claims."""
        return 0.5

    def answer(self, request: AgentRequest) -> Reply:
        """The answers to all that was asked, a proposed change, a question back, or what was not understood."""
        if self.helper and self.helper.can_handle(request.reading):
            return self.helper.answer(request)
        if self.proposer and (reply := self.proposer(request)):
            return reply
        replies = [self._reply(found, request) for found in self.interpreter.interpret(request.reading)]
        return beside_failures(joined(replies))

    def _reply(self, found: Interpretation | Problem, request: AgentRequest) -> Reply:
        if isinstance(found, Problem):
            return explain(found, request)
        reply = self._ask(found.query)
        for query in found.alternatives:
            if reply.total:
                break
            other = self._ask(query)
            reply = other if other.total else reply
        if found.explained:
            reply = explained(reply, found.query)
        return reply if found.single else replace(reply, focus=())

    def _ask(self, query: InventoryQuery) -> Reply:
        try:
            result = Inventory(self.user).run(query)
            with naming() as named:
                reply = render(result, self.user)
            return replace(reply, named=tuple(sorted(named)))
        except QueryError as error:
            return explain_error(error, query)
