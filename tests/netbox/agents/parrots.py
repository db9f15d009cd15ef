"""Agents as another package may have them, usable and not."""

from dataclasses import dataclass
from typing import Any

from netbox_chat_sessions.extending import Reply

__all__ = ('Broken', 'Parrot', 'Silent')


@dataclass(frozen=True)
class Parrot:
    """Repeats what is said with `polly` in it."""

    user: Any
    name: str = 'parrot'
    description: str = 'Repeats.'
    context_type: str = 'response_generation'

    def can_handle(self, reading):
        return 0.9 if 'polly' in reading.question else 0.0

    def answer(self, request):
        return Reply(f'{self.user.username}: {request.reading.question}')


@dataclass(frozen=True)
class Silent:
    """Lacks what answers."""

    user: Any
    name: str = 'silent'
    description: str = 'Says nothing.'


class Broken:
    def __init__(self, user):
        raise RuntimeError('no licence')
