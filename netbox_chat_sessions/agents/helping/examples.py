"""Questions to try, in English, about what the user may see; each is one that is answered."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import override

from ...conversation.objects import ObjectKey, ObjectRef
from ...conversation.text import fold
from ...inventory.catalogue import kind
from ...inventory.finder import LiveFinder
from ...inventory.sight import view_of
from .questions import ABOUT, at_all, here, named

__all__ = ('Examples', 'examples_of', 'general_examples', 'page_examples')

MOST = 3
# Among so many objects, some are tried whose name says which it is.
LOOKED_AT, TRIED = 25, 3


@dataclass(frozen=True)
class Examples:
    """Questions, and the objects that they name."""

    questions: tuple[str, ...]
    named: tuple[ObjectKey, ...] = ()


def page_examples(page: ObjectRef) -> Examples:
    """Questions about the object whose page is open."""
    return Examples((*here(page), 'Who changed it last?')[:MOST], (page.key,))


def general_examples(user: Any) -> Examples:
    """Questions about the whole, and one about an object; none where the user may see nothing."""
    ref = next((ref for object_type in ABOUT if (ref := _telling(object_type, user))), None)
    general = tuple(islice(at_all(user), MOST - 1 if ref else MOST))
    return Examples((*general, named(ref)[0]), (ref.key,)) if ref else Examples(general)


def examples_of(object_type: str, user: Any) -> Examples:
    """Questions about a kind of object; none where the user may see none of it."""
    ref = _telling(object_type, user)
    if ref is None and not view_of(object_type, user).objects().exists():
        return Examples(())
    with override('en'):
        counted = f'How many {kind(object_type).nouns} are there?'
    return Examples((counted, *named(ref))[:MOST], (ref.key,)) if ref else Examples((counted,))


def _telling(object_type: str, user: Any) -> ObjectRef | None:
    """An object that is meant by its kind and name alone."""
    finder = LiveFinder(user)
    return next((ref for ref in _first(object_type, user, finder) if _says_which(ref, finder)), None)


def _first(object_type: str, user: Any, finder: LiveFinder) -> Iterator[ObjectRef]:
    """Some that have no namesake among the first of all."""
    view = view_of(object_type, user)
    if view.hidden:
        return
    ids = view.objects().order_by('pk').values_list('pk', flat=True)[:LOOKED_AT]
    keys = [ObjectKey(object_type, pk) for pk in ids]
    visible = finder.look(keys)
    refs = [visible[key] for key in keys if key in visible]
    names = Counter(fold(ref.display) for ref in refs)
    yield from islice((ref for ref in refs if names[fold(ref.display)] == 1), TRIED)


def _says_which(ref: ObjectRef, finder: LiveFinder) -> bool:
    spans = finder.annotate(f'{ref.kind} {ref.display}').names
    return [span.keys for span in spans] == [(ref.key,)]
