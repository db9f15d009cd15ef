"""Proposes the change that a message asks for; nothing is done before its author confirms it."""

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ...conversation.errors import ObjectChanged, ObjectNeeded, PermissionMissing
from ...conversation.ports import AgentRequest
from ...conversation.proposals import Draft
from ...conversation.reply import Reply, ReplyKind
from ...inventory.visibility import naming
from ...inventory.writing.drafting import Drafter
from .asked import Asked, agrees, asked_for
from .creating import Creating, creatable
from .lookup import Lookup
from .objections import Objection, refusal
from .removing import Removing
from .sentence import Sentence
from .telling import proposal_reply
from .updating import Updating
from .words import ChangeWords, change_words

__all__ = ('Proposer',)

CONFIRM = 'plugins-api:netbox_chat_sessions-api:proposal-confirm'


@dataclass(frozen=True)
class Proposer:
    """Proposes changes of one user, whose permissions are all it has."""

    user: Any
    words: ChangeWords = field(default_factory=change_words)

    def __call__(self, request: AgentRequest) -> Reply | None:
        """The proposal, or why there is none; None where the message asks for no change.

        It writes nothing: a draft becomes a proposal when the turn is stored.
        """
        if request.proposal is not None and agrees(request.reading, self.words):
            return _by_button(request.proposal)
        asked = asked_for(request.reading, self.words)
        if asked is None:
            return None
        if not request.stored:
            text = _('This conversation is not stored, so no change can be proposed in it. Ask in a session.')
            return Reply(text, ReplyKind.CLARIFICATION)
        try:
            with naming() as named:
                draft = self._draft(Sentence(asked, request, self.words))
        except Objection as objection:
            return objection.reply
        except (PermissionMissing, ObjectChanged, ObjectNeeded) as error:
            return refusal(error)
        return proposal_reply(draft, named)

    def _draft(self, sentence: Sentence) -> Draft:
        lookup, drafter = Lookup(self.user, sentence), Drafter(self.user)
        doing = sentence.asked.doing
        if not doing:
            raise Objection(_unknown(sentence.asked))
        if doing == 'create' and not self._adds(sentence):
            return Creating(sentence, lookup, drafter)()
        if doing == 'remove':
            return Removing(sentence, lookup, drafter)()
        return Updating(sentence, lookup, drafter)()

    def _adds(self, sentence: Sentence) -> bool:
        """`add tag core to R101`, `add the description … to R101`: something to an object, and no new object."""
        if not sentence.adds or not sentence.references:
            return False
        place = next((place for place in sentence.places if not sentence.connects(place, 'determiners')), None)
        noun = sentence.noun(place) if place is not None else None
        if noun is None or creatable(noun) is None:
            return True
        first = next((ref for ref in sentence.references if ref.noun and ref.start >= noun.end), None)
        # A tag that is there already is given to the object; any other kind is created there.
        return noun.noun.object_types[0] == 'extras.tag' and first is not None and first.resolved


def _by_button(proposal: int) -> Reply:
    """A change takes more than a word: a message may be meant for something else."""
    path = reverse(CONFIRM, args=[proposal])
    text = _('A change is not confirmed by a message. Press “Confirm” below the change, or call POST {path}.')
    return Reply(text.format(path=path))


def _unknown(asked: Asked) -> str:
    text = _(
        'This chat can create, change and delete objects; what “{verb}” would change is not known here. Say which '
        'field shall have which value, for example “set the status of R101 to planned”.'
    )
    return text.format(verb=asked.verb)
