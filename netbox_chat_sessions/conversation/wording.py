"""The message as a person would have written it with everything in it."""

from collections.abc import Sequence

from .objects import ObjectRef
from .reading import Reference

__all__ = ('resolved_message',)

SPELLED_OUT = 3


def resolved_message(message: str, references: Sequence[Reference]) -> str:
    """`message` with each resolved phrase replaced by what it stands for; names that stand in it stay as they are."""
    parts, at = list[str](), 0
    for reference in sorted(references, key=lambda reference: reference.start):
        if not reference.resolved or not reference.phrase or reference.start < at or _says(reference):
            continue
        parts += [message[at : reference.start], _words(reference)]
        at = reference.end
    return ''.join([*parts, message[at:]])


def _says(reference: Reference) -> bool:
    return (
        reference.source is not None
        and reference.source.value == 'name'
        and not any(ref.detail for ref in reference.objects)
    )


def _words(reference: Reference) -> str:
    shown = reference.objects[:SPELLED_OUT]
    words = ', '.join(_object(ref) for ref in shown)
    if len(reference.objects) > SPELLED_OUT:
        words += f', … ({len(reference.objects)})'
    return f"{words}'s" if reference.phrase.casefold() in ('its', 'their') else words


def _object(ref: ObjectRef) -> str:
    name = ref.display if not ref.kind or ref.kind.casefold() in ref.display.casefold() else f'{ref.kind} {ref.display}'
    return f'{name} ({ref.detail})' if ref.detail else name
