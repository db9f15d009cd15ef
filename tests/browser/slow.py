"""An agent that takes as long as a test wants."""

import threading
from dataclasses import dataclass, field

from netbox_chat_sessions.conversation.reply import Reply

WORD = 'sheep'


@dataclass
class SlowAgent:
    """Counts sheep: says one at once, and two when it is let go."""

    go: threading.Event = field(default_factory=threading.Event)
    begun: threading.Event = field(default_factory=threading.Event)
    name: str = 'slow'
    description: str = 'Counts sheep.'
    context_type: str = 'response_generation'
    repeatable: bool = False

    def can_handle(self, reading):
        return 1.0 if WORD in reading.message else 0.0

    def answer(self, request):
        request.hearer.doing('Counting')
        request.hearer.said(Reply('One sheep.'))
        request.hearer.doing('Counting on')
        self.begun.set()
        self.go.wait(60)
        request.hearer.doing('Summing up')
        return Reply('Two sheep.')
