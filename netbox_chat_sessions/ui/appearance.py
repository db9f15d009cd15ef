"""How a user wants the chat panel, by their preferences."""

from dataclasses import dataclass
from typing import Any

from .access import APP

__all__ = ('Appearance', 'appearance_of')


@dataclass(frozen=True)
class Appearance:
    """The panel's looks and keys.

    Attributes:
        side: `start` or `end`, in the direction of writing.
        width: `narrow`, `standard` or `wide`.
        enter: What the Enter key does: `send` or `newline`.
    """

    side: str = 'end'
    width: str = 'standard'
    enter: str = 'send'


def appearance_of(user: Any) -> Appearance:
    """The user's choice; a value that there is no longer counts as none."""

    def chosen(name: str, default: str, *others: str) -> str:
        value = user.config.get(f'plugins.{APP}.{name}')
        return value if value in others else default

    return Appearance(
        side=chosen('side', 'end', 'start'),
        width=chosen('width', 'standard', 'narrow', 'wide'),
        enter=chosen('enter', 'send', 'newline'),
    )
