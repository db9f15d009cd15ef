"""Whether the inventory agent understands a reading: then nobody else has to be asked."""

from ...conversation.ports import AgentRequest
from ...conversation.reading import Reading
from ...conversation.reply import ReplyKind
from ..answers.problems import explain
from ..language import Interpreter, Problem

__all__ = ('is_understood',)


def is_understood(reading: Reading, interpreter: Interpreter) -> bool:
    """Whether anything in a reading can be asked, asked back, or said; it is interpreted only, and nothing is run."""
    request = AgentRequest(reading, dict)
    return any(
        not isinstance(found, Problem) or explain(found, request).kind is not ReplyKind.NOT_UNDERSTOOD
        for found in interpreter.interpret(reading)
    )
