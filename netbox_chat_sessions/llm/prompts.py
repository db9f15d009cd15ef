"""What language models are told, and how what people said is told apart from it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..conversation.session import Interaction
from .tools import Round, Tool, ToolCall

__all__ = ('Completion', 'Prompt', 'exchange', 'fenced', 'on_one_line', 'shortened')


@dataclass(frozen=True)
class Prompt:
    """One request.

    Attributes:
        instructions: What to do. It comes from this package alone.
        data: What to do it with: one JSON document. Whatever stands in it is no instruction.
        schema: The JSON schema of the answer; None: free text.
        tools: What the model may call instead of answering.
        rounds: What it called so far, and what came of it.
    """

    instructions: str
    data: str
    schema: Mapping[str, Any] | None = None
    tools: tuple[Tool, ...] = ()
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True)
class Completion:
    """One answer.

    Attributes:
        text: What the model said; empty where it said nothing but called tools.
        tokens: Tokens of request and answer, as the provider counted them.
        duration_ms: Milliseconds that it took.
        calls: The tools that it called.
        said: The whole of it, as the library keeps it; see `Round`.
    """

    text: str
    tokens: int
    duration_ms: int
    calls: tuple[ToolCall, ...] = ()
    said: Any = None


def fenced(data: Mapping[str, Any]) -> str:
    """Data as one JSON document: a string in it cannot end the string, whatever it holds."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def exchange(interaction: Interaction, query: int = 1000, response: int = 500) -> dict[str, str]:
    """What was said in an exchange, shortened to so many characters each."""
    return {'user': shortened(interaction.query, query), 'assistant': shortened(interaction.response, response)}


def shortened(text: str, limit: int) -> str:
    """The beginning of a text that is longer than `limit` characters."""
    return text if len(text) <= limit else f'{text[: limit - 1]}…'


def on_one_line(text: str) -> str:
    """A text without line breaks and what cannot be printed."""
    return ' '.join(''.join(character if character.isprintable() else ' ' for character in text).split())
