"""What stands between a determiner and its head: `the *second damaged* one`, `those *other two*`."""

from dataclasses import dataclass, field

from .phrases import Recency
from .scanning import Scan

__all__ = ('Modifiers', 'ordinal_at')

# So many words may describe the objects of a phrase.
DESCRIBING = 2


@dataclass
class Modifiers:
    """What stands between a determiner and its head.

    Attributes:
        ordinals: Places as they were said: 2 in `the second one`, -1 in `the last one`.
        number: How many objects are meant.
        recency: `previous`, `latest`: which of several mentions is meant.
        other: Those that are not in focus are meant.
        described: Other words, two at most, which describe the objects.
    """

    ordinals: tuple[int, ...] = ()
    number: int | None = None
    recency: Recency | None = None
    other: bool = False
    described: list[str] = field(default_factory=list)

    @property
    def picks(self) -> bool:
        """Whether they pick some of several by themselves."""
        return bool(self.ordinals or self.recency or self.other)

    def take(self, scan: Scan, here: int) -> int:
        """Take the modifier at token `here`; how many tokens it has, 0: there is none."""
        token = scan.tokens[here]
        if size := scan.match(here, 'recency', 'previous'):
            self.recency = Recency.PREVIOUS
        elif size := scan.match(here, 'recency', 'latest'):
            self.recency = Recency.LATEST
        elif scan.has(here, 'other') or scan.has(here, 'other', 'rest'):
            self.other, size = True, 1
        elif token.folded in scan.vocabulary.numbers or token.folded.isdigit():
            self.number, size = scan.vocabulary.numbers.get(token.folded) or int(token.folded), 1
        elif _describes(scan, here) and len(self.described) < DESCRIBING:
            self.described.append(token.base)
            size = 1
        return size

    def take_ordinal(self, scan: Scan, here: int) -> int:
        """As `take`, for ordinals, a following "and" included when another ordinal stands behind it."""
        size = scan.vocabulary.ordinal_size(scan.tokens, here)
        if size:
            place = ' '.join(token.folded for token in scan.tokens[here : here + size])
            self.ordinals += (scan.vocabulary.ordinals[place],)
            if scan.has(here + size, 'index', 'joins') and ordinal_at(scan, here + size + 1):
                size += 1 + scan.has(here + size + 1, 'determiners', 'definite')
        return size

    @property
    def places(self) -> tuple[int, ...]:
        """Places in a list: `first two` are 1 and 2, `last two` the last two."""
        if len(self.ordinals) != 1 or not self.number or self.number < 2:
            return self.ordinals
        if self.ordinals[0] == 1:
            return tuple(range(1, self.number + 1))
        return tuple(range(-self.number, 0)) if self.ordinals[0] == -1 else self.ordinals


def ordinal_at(scan: Scan, at: int) -> bool:
    """Whether an ordinal stands at a token, perhaps behind an article."""
    return bool(scan.vocabulary.ordinal_size(scan.tokens, at + scan.has(at, 'determiners', 'definite')))


def _describes(scan: Scan, here: int) -> bool:
    return (scan.is_content(here) or scan.has(here, 'superlatives')) and not scan.tokens[here].closes
