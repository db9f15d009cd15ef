"""A question with its words sorted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...conversation.objects import NounSpan, ValueSpan
from ...conversation.reading import Reference
from ...conversation.text import Token
from .condition import Condition
from .periods import Period
from .superlatives import Superlative

__all__ = ('Marked', 'inside')


@dataclass
class Marked:
    """A question with its words sorted.

    Attributes:
        references: What stands for objects; what only stands in a condition on texts is none of them.
        nouns: Kinds of objects that are asked for or grouped by, in order; those of names, references and conditions
            left out.
        columns: What a list is to tell of each object: the words, and the fields that they may mean.
        conditions: What the objects lack, have, are not or are more than.
        superlative: What they are compared by.
        period: When something happened to them.
        when: The words that tell it.
        person: Who did what is asked for, by name of the account.
        moment: What happened then, as the data file's `moments` say it.
        cues: Action → offset of its first cue.
        properties: Words for properties, with the fields that each may be.
        group: The noun or property behind "per" or "by", as its token's offset.
        limit: How many are asked for ("first 10"); None: it is not said.
        units: So many rack units ("room for a 4U box").
        unknown: Words that are none of all this.
    """

    tokens: Sequence[Token]
    references: Sequence[Reference]
    nouns: list[NounSpan] = field(default_factory=list)
    values: list[ValueSpan] = field(default_factory=list)
    cues: dict[str, int] = field(default_factory=dict)
    properties: list[tuple[int, Sequence[str]]] = field(default_factory=list)
    columns: Sequence[tuple[str, Sequence[str]]] = ()
    conditions: Sequence[Condition] = ()
    superlative: Superlative | None = None
    period: Period | None = None
    when: str = ''
    moment: Mapping[str, Any] | None = None
    person: str = ''
    group: int | None = None
    limit: int | None = None
    units: int | None = None
    unknown: list[Token] = field(default_factory=list)

    def has(self, *actions: str) -> bool:
        """Whether there is a cue for one of the actions."""
        return any(action in self.cues for action in actions)


def inside(offset: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether an offset lies in one of the spans."""
    return any(start <= offset < end for start, end in spans)
