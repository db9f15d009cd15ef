"""Why a reading cannot become a query."""

from dataclasses import dataclass
from enum import StrEnum

from ...conversation.objects import Noun, ObjectRef
from ...conversation.reading import Reference
from ...inventory.query import InventoryQuery

__all__ = ('Problem', 'ProblemKind')


class ProblemKind(StrEnum):
    """What stands in the way."""

    ASK = 'ask'
    GONE = 'gone'
    UNKNOWN_NAME = 'unknown_name'
    UNKNOWN_VALUE = 'unknown_value'
    UNKNOWN_WORDS = 'unknown_words'
    NO_ROLE = 'no_role'
    NO_PROPERTY = 'no_property'
    NO_QUESTION = 'no_question'
    WRITES = 'writes'
    CANCEL = 'cancel'
    GREETING = 'greeting'
    THANKS = 'thanks'


@dataclass(frozen=True)
class Problem:
    """Why a reading cannot become a query.

    Attributes:
        words: The words that stand in the way.
        reference: The reference to ask about.
        noun: The kind of object that the words were said of.
        query: What the question would have been; it was not run.
        refs: The objects that the words are about.
    """

    kind: ProblemKind
    words: tuple[str, ...] = ()
    reference: Reference | None = None
    noun: Noun | None = None
    query: InventoryQuery | None = None
    refs: tuple[ObjectRef, ...] = ()
