"""The help agent: what can be asked, what becomes of what is said here, and where NetBox's documentation says more."""

from dataclasses import dataclass, field
from typing import Any

from ..agent_settings import HELP
from ..conversation.ports import AgentRequest
from ..conversation.reading import Reading
from ..conversation.reply import Reply
from ..conversation.text import tokenise
from ..conversation.vocabulary import vocabulary
from .helping.asked import Asked, Topic, asked_in
from .helping.telling import tell
from .helping.words import HelpWords, help_words

__all__ = ('HelpAgent',)


@dataclass(frozen=True)
class HelpAgent:
    """Answers questions about the chat and about how NetBox is used, and nothing else.

    Attributes:
        sticky: A conversation does not go on with it: the next question is for others again.
    """

    user: Any
    words: HelpWords = field(default_factory=help_words, repr=False)
    name: str = HELP
    description: str = 'Explains what can be asked, who reads what is said here, and how NetBox is used.'
    context_type: str = 'response_generation'
    repeatable: bool = True
    sticky: bool = False

    def can_handle(self, reading: Reading) -> float:
        """Sure of what asks for help, and of nothing else."""
        return 0.9 if asked_in(reading, self.words) else 0.0

    def answer(self, request: AgentRequest) -> Reply:
        """The help that was asked for; what can be asked, where that was something else."""
        asked = asked_in(request.reading, self.words) or Asked(Topic.ABILITIES)
        verbs = vocabulary()
        adding = any(verbs.has(token.folded, 'writes', 'verbs') for token in tokenise(request.reading.message))
        return tell(asked, self.user, request.page, adding)
