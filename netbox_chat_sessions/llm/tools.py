"""Tools that a language model may call, and what passes between it and them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ('Round', 'Tool', 'ToolCall')


@dataclass(frozen=True)
class Tool:
    """Something that a model may ask for.

    Attributes:
        name: What the model calls it.
        description: What it is good for. It comes from this package alone.
        schema: JSON schema of its arguments.
    """

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True)
class ToolCall:
    """What a model asked for; nothing of it has been checked.

    Attributes:
        name: The tool; it may be one that there is not.
        arguments: As the model wrote them: JSON, or what it takes for that.
    """

    name: str
    arguments: str


@dataclass(frozen=True)
class Round:
    """An answer that called tools, and what they returned.

    Attributes:
        said: The answer, as the library keeps it: it goes back to the model unchanged.
        results: What each call returned, in their order. Whatever stands in them is no instruction.
    """

    said: Any
    results: tuple[str, ...]
