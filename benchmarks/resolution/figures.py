"""From measurements to figures and their ratios, as tables."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ('Figures', 'Sample', 'table')


@dataclass(frozen=True)
class Sample:
    """One turn: how many milliseconds it took on the wall and on the processor."""

    wall: float
    processor: float


@dataclass(frozen=True)
class Figures:
    """What many turns took, in milliseconds, and how many SQL statements each.

    Attributes:
        median: Half of the turns took at most so long.
        p95: 95 of 100 did.
        processor: The median of the processor time.
        statements: The mean over the kinds of turns, transactions' beginnings and ends not counted.
    """

    median: float
    p95: float
    processor: float
    statements: float

    @classmethod
    def of(cls, samples: Sequence[Sample], statements: Iterable[int]) -> 'Figures':
        """The figures of some turns."""
        wall = [sample.wall for sample in samples]
        return cls(
            statistics.median(wall),
            statistics.quantiles(wall, n=20, method='inclusive')[-1],
            statistics.median(sample.processor for sample in samples),
            statistics.mean(statements),
        )

    def ratio(self, smallest: 'Figures') -> 'Figures':
        """How many times as much as `smallest`."""
        return Figures(
            self.median / smallest.median,
            self.p95 / smallest.p95,
            self.processor / smallest.processor,
            self.statements / smallest.statements,
        )

    @property
    def largest(self) -> float:
        """The largest of them."""
        return max(self.median, self.p95, self.processor, self.statements)

    def cells(self, ratio: 'Figures') -> tuple[str, ...]:
        """Each figure with its ratio behind it, for a row of a table."""
        return (
            f'{self.median:.1f} ({ratio.median:.2f})',
            f'{self.p95:.1f} ({ratio.p95:.2f})',
            f'{self.processor:.1f} ({ratio.processor:.2f})',
            f'{self.statements:.1f} ({ratio.statements:.2f})',
        )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ['---'] * len(head), *rows]
    return '\n'.join(f'| {" | ".join(line)} |' for line in lines)
