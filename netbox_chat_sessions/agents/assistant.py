"""The assistant: what the inventory agent does not understand becomes queries with the help of a language model."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from ..agent_settings import ASSISTANT
from ..conversation.ports import AgentRequest, Hearer
from ..conversation.reading import Reading
from ..conversation.reply import Reply, ReplyKind, text_block
from ..inventory.finder import LiveFinder
from ..inventory.query import InventoryQuery
from ..llm.profiles import LanguageModel
from ..settings import get
from .answers.joining import joined
from .assisting.asking import Asking, Bounds, Found
from .assisting.evidence import results_of
from .assisting.exclusions import Exclusions
from .assisting.material import material
from .assisting.naming import keys_of
from .assisting.notes import failed, noted
from .assisting.prose import plain_prose
from .assisting.queries import Queries, Ran
from .assisting.understanding import is_understood
from .assisting.verifying import untraced
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
    bounds: Bounds = field(default_factory=Bounds)
    excluded: tuple[str, ...] = ()
    inventory: InventoryAgent = field(kw_only=True)
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
        ask = Asking(self.model, Told(Queries(self.user, exclusions), request.hearer), self.bounds)
        request.hearer.doing(_('Asking the language model'))
        found = ask(material(request, exclusions))
        if found.failure:
            return noted(own, failed(found.failure), found.tokens)
        if not found.ran:
            return noted(own, _('The language model was asked, and found no query for this.'), found.tokens)
        return self._told(found, request.reading)

    def _told(self, found: Found, reading: Reading) -> Reply:
        plain = _all(found.ran)
        prose = plain_prose(found.prose)
        if not any(ran.shown.total != 0 for ran in found.ran):
            # What is empty stays empty: there is nothing to say about it.
            note = _('A language model turned the question into this query.')
            return noted(plain, note, found.tokens)
        if not found.prose.strip():
            note = _('A language model turned the question into this query.')
            stopped = _('The language model did not come to an end; this is what its queries found.')
            return noted(plain, stopped if found.stopped else note, found.tokens)
        if not prose or self._untraced(prose, found, reading):
            note = _('What a language model said of this is left out, as not all of it stands here.')
            return noted(plain, note, found.tokens)
        note = _('Put into words by a language model; its numbers, names and states are those below.')
        told = replace(plain, text=prose, blocks=(text_block(plain.text), *plain.blocks))
        return noted(told, note, found.tokens)

    def _untraced(self, prose: str, found: Found, reading: Reading) -> tuple[str, ...]:
        finder = LiveFinder(self.user)
        results = results_of([ran.told for ran in found.ran], reading.message, finder)
        known = finder.annotate(prose)
        named = [span.text for span in known.names if span.matches]
        states = [prose[value.start : value.end] for value in known.values if not value.weak]
        return untraced(prose, results, named, states)


@dataclass(frozen=True)
class Told:
    """Runs queries, and tells what they have found so far while the model goes on."""

    queries: Queries
    hearer: Hearer
    ran: list[Ran] = field(default_factory=list)

    def __call__(self, query: InventoryQuery) -> Ran:
        """As `Queries`."""
        self.ran.append(self.queries(query))
        self.hearer.said(_all(self.ran))
        self.hearer.doing(_('Asking the language model what follows from this'))
        return self.ran[-1]


def _all(found: Sequence[Ran]) -> Reply:
    """What the queries found, in one reply that names all that they name."""
    replies = [ran.shown for ran in found]
    reply = joined(replies)
    named = dict.fromkeys(key for each in replies for key in keys_of(each))
    return replace(reply, named=tuple(named), focus=reply.focus if len(replies) == 1 else ())


def assistant_for(user: Any, inventory: InventoryAgent) -> AssistantAgent:
    """The assistant of the settings, which name a language model for it."""
    settings = get()
    bounds = Bounds(settings.assistant_max_queries, settings.assistant_max_seconds, settings.assistant_max_tokens)
    model = LanguageModel(settings.profiles[settings.assistant_llm_profile or ''])
    return AssistantAgent(user, model, bounds, settings.llm_excluded, inventory=inventory)
