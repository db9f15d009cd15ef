"""What became of a phrase, before it is a reference of the text."""

from collections.abc import Iterable
from dataclasses import dataclass

from .objects import Noun, ObjectRef
from .reading import Reference, ReferenceStatus, Source

__all__ = ('GONE', 'MAX_CANDIDATES', 'UNRESOLVED', 'Finding', 'asked', 'found')

MAX_CANDIDATES = 25


@dataclass(frozen=True)
class Finding:
    """A resolution without its phrase.

    Attributes:
        beyond: See `Reference`.
        implicit: The objects are what the phrase hangs on ("the devices" of the site in focus), not what it names.
    """

    status: ReferenceStatus
    source: Source | None = None
    objects: tuple[ObjectRef, ...] = ()
    candidates: tuple[ObjectRef, ...] = ()
    beyond: int = 0
    implicit: bool = False

    def reference(self, phrase: str, start: int, end: int, noun: Noun | None) -> Reference:
        """The reference for the words at `[start, end)`."""
        if self.implicit:
            return Reference('', start, start, self.status, self.source, self.objects)
        return Reference(
            phrase, start, end, self.status, self.source, self.objects, self.candidates, noun, beyond=self.beyond
        )


UNRESOLVED = Finding(ReferenceStatus.UNRESOLVED)
GONE = Finding(ReferenceStatus.GONE)


def found(source: Source, *refs: ObjectRef) -> Finding:
    """Resolved to all of `refs`; unresolved without any."""
    return Finding(ReferenceStatus.RESOLVED, source, tuple(dict.fromkeys(refs))) if refs else UNRESOLVED


def asked(source: Source, refs: Iterable[ObjectRef]) -> Finding:
    """Resolved to the only one of `refs`, to be asked about among several, unresolved without any."""
    equals = tuple(dict.fromkeys(refs))
    if len(equals) < 2:
        return found(source, *equals)
    return Finding(ReferenceStatus.AMBIGUOUS, source, candidates=equals[:MAX_CANDIDATES])
