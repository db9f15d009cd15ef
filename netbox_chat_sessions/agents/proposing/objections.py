"""Why no change is proposed, as the reply that says so."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _

from ...conversation.errors import ChangeInvalid, ConversationError, ObjectChanged
from ...conversation.ports import AgentRequest
from ...conversation.reading import Reference, ReferenceStatus
from ...conversation.reply import Reply, ReplyKind
from ...inventory.catalogue import Kind
from ...inventory.writing.fields import CUSTOM, writable_fields
from ..answers.problems import explain
from ..language import Problem, ProblemKind

__all__ = ('Objection', 'accepted', 'open_reference', 'refusal')


class Objection(Exception):
    """A change that was asked for cannot be proposed.

    Attributes:
        reply: What is said about it.
    """

    def __init__(self, text: str = '', kind: ReplyKind = ReplyKind.CLARIFICATION, reply: Reply | None = None) -> None:
        super().__init__(text)
        self.reply = reply or Reply(text, kind)


def open_reference(reference: Reference, request: AgentRequest) -> Objection:
    """The question back for a phrase that stands for no object, or for several."""
    phrase, names = (reference.phrase,), request.reading.annotations.names
    unknown = any(name.start == reference.start and not name.matches for name in names)
    problem = Problem(ProblemKind.ASK, phrase, reference)
    if reference.status is ReferenceStatus.GONE:
        problem = Problem(ProblemKind.GONE, phrase, reference)
    elif unknown:
        problem = Problem(ProblemKind.UNKNOWN_NAME, phrase, reference, reference.noun)
    return Objection(reply=explain(problem, request))


def refusal(error: ConversationError) -> Reply:
    """The reply for a permission that is missing, an object that is gone, or one that others need."""
    kind = ReplyKind.NOT_FOUND if isinstance(error, ObjectChanged) else ReplyKind.ANSWER
    return Reply(error.detail, kind)


@contextmanager
def accepted(kind: Kind) -> Iterator[None]:
    """Turn what NetBox does not accept of a change into an objection that says so, field by field."""
    try:
        yield
    except ChangeInvalid as error:
        labels = {field.name.removeprefix(CUSTOM): field.label for field in writable_fields(kind).values()}
        said = [f'{labels[name]}: {text}' if name in labels else text for name, text in _sentences(error.errors)]
        text = _('NetBox does not accept this. {reasons}').format(reasons=' '.join(dict.fromkeys(said)))
        raise Objection(text) from error


def _sentences(found: Any, name: str = '') -> list[tuple[str, str]]:
    if isinstance(found, Mapping):
        return [pair for key, value in found.items() for pair in _sentences(value, str(key))]
    if isinstance(found, list):
        return [pair for value in found for pair in _sentences(value, name)]
    return [(name, str(found))]
