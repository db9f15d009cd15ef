"""From measurements to figures and their ratios, as tables."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

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
        processor: As `median`, for the processor time.
        processor_p95: As `p95`, for the processor time.
        statements: The mean over the kinds of turns, transactions' beginnings and ends not counted.
    """

    median: float
    p95: float
    processor: float
    processor_p95: float
    statements: float

    @classmethod
    def of(cls, samples: Sequence[Sample], statements: Iterable[int]) -> 'Figures':
        """The figures of some turns."""
        wall, processor = [sample.wall for sample in samples], [sample.processor for sample in samples]
        return cls(
            statistics.median(wall), _p95(wall), statistics.median(processor), _p95(processor),
            statistics.mean(statements),
        )  # fmt: skip

    def ratio(self, smallest: 'Figures') -> 'Figures':
        """How many times as much as `smallest`."""
        return Figures(*(own / other for own, other in zip(astuple(self), astuple(smallest), strict=True)))

    def cells(self, ratio: 'Figures') -> tuple[str, ...]:
        """Each figure with its ratio behind it, for a row of a table."""
        return tuple(f'{own:.1f} ({times:.2f})' for own, times in zip(astuple(self), astuple(ratio), strict=True))


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20, method='inclusive')[-1]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ['---'] * len(head), *rows]
    return '\n'.join(f'| {" | ".join(line)} |' for line in lines)
