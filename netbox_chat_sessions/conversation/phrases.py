"""Phrases that refer to something said before or seen elsewhere, as values."""

from dataclasses import dataclass
from enum import StrEnum

from .objects import Noun

__all__ = ('Phrase', 'PhraseKind', 'Recency')


class PhraseKind(StrEnum):
    """How a phrase refers."""

    TYPED = 'definite_reference'
    PRONOUN = 'pronoun'
    POSSESSIVE = 'possessive'
    LOCATIVE = 'locative'
    ONE = 'one_anaphora'
    ORDINAL = 'ordinal'
    LIST = 'list_reference'


class Recency(StrEnum):
    """Which of several mentions is meant."""

    PREVIOUS = 'previous'
    LATEST = 'latest'


@dataclass(frozen=True)
class Phrase:
    """Words at `[start, end)` that refer.

    Attributes:
        noun: The kind of object they name, if any.
        plural: They mean several objects.
        near: They point at what the user has in front of them ("this rack", "here").
        far: They point back ("that router").
        ordinals: Places in a list, counted from 1, negative from the end.
        number: How many objects they mean ("the two switches", "the first two").
        recency: "the previous rack", "the most recent one".
        other: "the other rack": not the one in focus.
        inside: They are a place ("in it").
        owned: They belong to what is asked for ("the host it runs on").
        scoped: A name behind them says where ("the router at DM-Akron").
        compound: What follows may make them a mere modifier ("the rack elevation"), or tells itself which object is
            meant ("the device with serial X").
        excluded: They are left out of what is asked for ("other circuits").
        returning: They lead back to something said earlier ("back to the rack").
        mentioned: They count in what was talked about, not in a list ("the first site we talked about").
        bound: They may as well mean nothing ("what devices are there?").
        words: Further folded words that describe the objects ("the damaged one", "the one in Akron").
    """

    kind: PhraseKind
    start: int
    end: int
    noun: Noun | None = None
    plural: bool = False
    near: bool = False
    far: bool = False
    ordinals: tuple[int, ...] = ()
    number: int | None = None
    recency: Recency | None = None
    other: bool = False
    inside: bool = False
    owned: bool = False
    scoped: bool = False
    compound: bool = False
    excluded: bool = False
    returning: bool = False
    mentioned: bool = False
    bound: bool = False
    words: tuple[str, ...] = ()
