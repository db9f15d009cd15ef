"""What an agent answers: a sentence, blocks to show, the objects it is about, and how the question was understood."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .objects import ObjectKey, ObjectRef
from .proposals import Draft

__all__ = ('Choice', 'Link', 'Reply', 'ReplyKind', 'Table', 'object_json', 'text_block')


class ReplyKind(StrEnum):
    """What sort of reply it is (API.md, `reply.kind`)."""

    ANSWER = 'answer'
    CLARIFICATION = 'clarification'
    NOT_FOUND = 'not_found'
    NOT_UNDERSTOOD = 'not_understood'
    PROPOSAL = 'proposal'
    CONTROL = 'control'
    ERROR = 'error'


def object_json(ref: ObjectRef) -> dict[str, Any]:
    """An object as the REST contract shows it."""
    return {
        'object_type': ref.key.object_type,
        'object_id': ref.key.object_id,
        'display': ref.display,
        'url': ref.url,
        'detail': ref.detail,
    }


def text_block(text: str) -> dict[str, Any]:
    """A paragraph of plain text."""
    return {'kind': 'text', 'text': text}


@dataclass(frozen=True)
class Table:
    """Rows of plain text cells.

    Attributes:
        columns: Headings.
        rows: As many cells in each as there are columns.
        object_refs: The object that each row is about, or None.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    object_refs: tuple[ObjectKey | None, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The block as the REST contract shows it."""
        return {
            'kind': 'table',
            'columns': list(self.columns),
            'rows': [list(row) for row in self.rows],
            'object_refs': [list(key) if key else None for key in self.object_refs],
        }


@dataclass(frozen=True)
class Link:
    """A path inside NetBox with the words to show for it."""

    text: str
    url: str


@dataclass(frozen=True)
class Choice:
    """A candidate that a clarification offers; `message` is what a person would type to pick it."""

    ref: ObjectRef
    message: str = ''

    def as_json(self) -> dict[str, Any]:
        """The choice as the REST contract shows it."""
        return {**object_json(self.ref), 'message': self.message or self.ref.display}


@dataclass(frozen=True)
class Reply:
    """What an agent answers.

    Attributes:
        text: One or two sentences that stand on their own.
        kind: See `ReplyKind`.
        blocks: JSON blocks (`text_block`, `Table.as_json`); the first is the text.
        total: Exact count of what was asked for, restricted to what the user may see; None where nothing was counted.
        objects: First page of them; they become the listed objects.
        query: How the question was understood, as JSON; None when no query was needed.
        links: Where NetBox shows the same.
        choices: Candidates of a clarification.
        focus: Objects that the answer put into focus (a single object found, the device of a serial…).
        mentions: Further objects that the answer names, such as the place where something is.
        named: Objects that stand in it in passing, such as the racks in a table of devices.
        tokens: Tokens a language model used.
        proposal: A change to be confirmed; it is stored with the reply.
    """

    text: str
    kind: ReplyKind = ReplyKind.ANSWER
    blocks: tuple[Mapping[str, Any], ...] = ()
    total: int | None = None
    objects: tuple[ObjectRef, ...] = ()
    query: Mapping[str, Any] | None = None
    links: tuple[Link, ...] = ()
    choices: tuple[Choice, ...] = ()
    focus: tuple[ObjectRef, ...] = ()
    mentions: tuple[ObjectRef, ...] = ()
    named: tuple[ObjectKey, ...] = ()
    tokens: int = 0
    proposal: Draft | None = None

    def as_json(self) -> dict[str, Any]:
        """The `reply` object of the REST contract."""
        return {
            'text': self.text,
            'blocks': [text_block(self.text), *(dict(block) for block in self.blocks)],
            'kind': self.kind.value,
            'total': self.total,
            'shown': len(self.objects),
            'objects': [object_json(ref) for ref in self.objects],
            'query': dict(self.query) if self.query is not None else None,
            'links': [{'text': link.text, 'url': link.url} for link in self.links],
            'choices': [choice.as_json() for choice in self.choices],
            **({'proposal': self.proposal.as_json()} if self.proposal else {}),
        }
