"""What the user is shown of a model's queries: what they found, in the words of the model where these are traced."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from ...conversation.ports import Hearer
from ...conversation.reply import Reply, text_block
from ...inventory.finder import LiveFinder
from ...inventory.query import InventoryQuery
from ..answers.joining import joined
from .evidence import results_of
from .naming import keys_of
from .notes import noted
from .prose import plain_prose
from .queries import Queries, Ran
from .verifying import untraced

__all__ = ('InWords', 'Showing', 'found_something', 'plainly')

# A text up to the end of its last sentence behind which something stands: the next word may be a part of the last.
WHOLE_SENTENCES = re.compile(r'.*[.!?][)\]"\'”’]*(?=\s)', re.DOTALL)


def plainly(ran: Sequence[Ran]) -> Reply:
    """What the queries found, in one reply that names all that they name."""
    replies = [each.shown for each in ran]
    reply = joined(replies)
    named = dict.fromkeys(key for each in replies for key in keys_of(each))
    return replace(reply, named=tuple(named), focus=reply.focus if len(replies) == 1 else ())


def found_something(ran: Sequence[Ran]) -> bool:
    """Whether there is anything to say: what is empty stays empty, whatever a model says of it."""
    return any(each.shown.total != 0 for each in ran)


@dataclass(frozen=True)
class InWords:
    """Puts a model's prose before what its queries found.

    Attributes:
        user: Whose inventory it is held against.
        message: What the user said.
    """

    user: Any
    message: str

    def __call__(self, prose: str, ran: Sequence[Ran]) -> Reply | None:
        """The reply with the prose; None where the prose is not traced as a whole, or nothing was found."""
        plain_text = plain_prose(prose)
        if not plain_text or not found_something(ran) or self._untraced(plain_text, ran):
            return None
        plain = plainly(ran)
        told = replace(plain, text=plain_text, blocks=(text_block(plain.text), *plain.blocks))
        return noted(told, _('Put into words by a language model; its numbers, names and states are those below.'))

    def _untraced(self, prose: str, ran: Sequence[Ran]) -> tuple[str, ...]:
        finder = LiveFinder(self.user)
        results = results_of([each.told for each in ran], self.message, finder)
        known = finder.annotate(prose)
        named = [span.text for span in known.names if span.matches]
        states = [prose[value.start : value.end] for value in known.values if not value.weak]
        return untraced(prose, results, named, states)


@dataclass
class Showing:
    """Runs queries, and shows what they have found so far, and what the model says of it, while the model goes on.

    Attributes:
        written: The whole sentences of the model that were looked at last, shown or not.
    """

    queries: Queries
    in_words: InWords
    hearer: Hearer
    ran: list[Ran] = field(default_factory=list)
    written: str = ''

    def __call__(self, query: InventoryQuery) -> Ran:
        """As `Queries`."""
        self.ran.append(self.queries(query))
        self.hearer.said(plainly(self.ran))
        self.hearer.doing(_('Asking the language model what follows from this'))
        return self.ran[-1]

    def writes(self, text: str) -> None:
        """Show what the model has written so far, sentence by sentence, and only where all of that is traced."""
        whole = WHOLE_SENTENCES.match(text)
        if whole is None or whole[0] == self.written:
            return
        self.written = whole[0]
        if reply := self.in_words(self.written, self.ran):
            self.hearer.said(reply)
