"""A limit to the turns that one process answers at a time."""

from collections.abc import Generator
from threading import Lock

from .errors import Busy
from .results import Around, Step

__all__ = ('Gate',)


class Gate:
    """Places for turns.

    A turn takes one with its first step, and gives it back whatever becomes of it: its end, an error, a caller that
    closes or forgets it.

    Attributes:
        running: How many places are taken.
    """

    def __init__(self) -> None:
        self.running = 0
        self._lock = Lock()

    def within(self, places: int | None, refusal: str = '') -> Around:
        """Lets a turn run while fewer than `places` do; None: always. Else its first step raises `Busy`.

        Args:
            places: How many turns may run at a time.
            refusal: What is said when all places are taken.
        """

        def around(steps: Generator[Step]) -> Generator[Step]:
            self._take(places, refusal)
            try:
                yield from steps
            finally:
                self._give_back()

        return around

    def _take(self, places: int | None, refusal: str) -> None:
        with self._lock:
            if places is not None and self.running >= places:
                raise Busy(refusal)
            self.running += 1

    def _give_back(self) -> None:
        with self._lock:
            self.running -= 1
