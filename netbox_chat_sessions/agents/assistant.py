"""The assistant: what the inventory agent does not understand becomes queries with the help of a language model."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from ..agent_settings import ASSISTANT
from ..conversation.ports import AgentRequest
from ..conversation.reading import Reading
from ..conversation.reply import Reply, ReplyKind
from ..llm.profiles import LanguageModel
from ..settings import get
from .assisting.asking import Asking, Bounds, Found
from .assisting.exclusions import Exclusions
from .assisting.material import material
from .assisting.notes import failed, noted
from .assisting.queries import Queries
from .assisting.showing import InWords, Showing, found_something, plainly
from .assisting.understanding import is_understood
from .inventory import InventoryAgent

__all__ = ('AssistantAgent', 'assistant_for')


@dataclass(frozen=True)
class AssistantAgent:
    """Asks the inventory agent first; where that understands nothing, a language model, which can only ask queries.

    Attributes:
        user: Whose questions, and whose permissions.
        model: The language model.
        bounds: How far one turn may go.
        excluded: What never leaves the network; see `settings.Settings.llm_excluded`.
        inventory: Who is asked first, and whose answer it is where the model has none.
    """

    user: Any
    model: LanguageModel
    bounds: Bounds
    excluded: tuple[str, ...]
    inventory: InventoryAgent
    name: str = ASSISTANT
    description: str = 'Answers open questions about the objects in NetBox with the help of a language model.'
    context_type: str = 'response_generation'
    repeatable: bool = False

    def can_handle(self, reading: Reading) -> float:
        """It takes what the inventory agent does not understand, and leaves it all else."""
        return 0.4 if is_understood(reading, self.inventory.interpreter) else 0.6

    def answer(self, request: AgentRequest) -> Reply:
        """The inventory agent's reply, or what the model's queries found, with what it says of that once checked."""
        own = self.inventory.answer(request)
        return own if own.kind is not ReplyKind.NOT_UNDERSTOOD else self.take_over(own, request)

    def take_over(self, own: Reply, request: AgentRequest) -> Reply:
        """As `answer`, once the inventory agent has understood nothing."""
        exclusions = Exclusions(self.excluded, self.user)
        in_words = InWords(self.user, request.reading.message)
        showing = Showing(Queries(self.user, exclusions), in_words, request.hearer)
        request.hearer.doing(_('Asking the language model'))
        found = Asking(self.model, showing, showing.writes, self.bounds)(material(request, exclusions))
        if found.failure:
            return noted(own, failed(found.failure), found.tokens)
        if not found.ran:
            return noted(own, _('The language model was asked, and found no query for this.'), found.tokens)
        return _told(found, in_words)


def _told(found: Found, in_words: InWords) -> Reply:
    if not found_something(found.ran) or not (found.prose.strip() or found.stopped):
        note = _('A language model turned the question into this query.')
    elif found.stopped:
        note = _('The language model did not come to an end; this is what its queries found.')
    elif told := in_words(found.prose, found.ran):
        return replace(told, tokens=told.tokens + found.tokens)
    else:
        note = _('What a language model said of this is left out, as not all of it stands here.')
    return noted(plainly(found.ran), note, found.tokens)


def assistant_for(user: Any, inventory: InventoryAgent) -> AssistantAgent:
    """The assistant of the settings, which name a language model for it."""
    settings = get()
    bounds = Bounds(settings.assistant_max_queries, settings.assistant_max_seconds, settings.assistant_max_tokens)
    model = LanguageModel(settings.profiles[settings.assistant_llm_profile or ''])
    return AssistantAgent(user, model, bounds, settings.llm_excluded, inventory)
