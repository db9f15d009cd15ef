"""Live NetBox objects as one user may see them: the adapter behind `conversation.ports.ObjectFinder`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import override

from ..conversation.objects import Annotations, Noun, ObjectKey, ObjectRef
from ..conversation.requests import PageHint
from ..conversation.text import tokenise
from .catalogue import kinds
from .describe import describe_all, nouns_of
from .errors import QueryError
from .execution import Inventory
from .loading import fetch
from .naming import NameSearch
from .naming.named_types import ADDRESSED, IN_FULL, IN_PART
from .nouns import inventory_words, live_nouns, nouns_in
from .pages import object_of_path
from .query import Action, InventoryQuery
from .relations import forward_paths, relates
from .sight import view_of
from .sketched import references
from .sketches import known_as, sketch, traits_of
from .states import values_in

__all__ = ('LiveFinder',)

# Types that a few columns tell as much of as the objects do. Of components and the rest, `str()` reads further objects.
SKETCHED = frozenset((*IN_FULL, *IN_PART, *ADDRESSED))


@dataclass(frozen=True)
class LiveFinder:
    """Finds objects by name, by key and by relation, never one that `user` may not see."""

    user: Any

    def annotate(self, text: str, scope: Sequence[ObjectKey] = ()) -> Annotations:
        """Names, nouns and values in `text`; at most two statements, whatever its length."""
        tokens = tokenise(text)
        search = NameSearch(self.user, text, tokens, nouns_in(tokens), scope)
        names = search.first()
        named = [key for span in names for key in span.keys if key.object_type == 'dcim.device' and len(span.keys) == 1]
        nouns = nouns_in(tokens, live_nouns(search.roles))
        names = tuple(span for span in names if not _is_role_word(span, nouns))
        names = tuple(sorted([*names, *search.second(nouns, names, named or scope)], key=lambda span: span.start))
        states = values_in(tokens)
        names = tuple(span for span in names if not _is_state(span, states))
        inside = [(span.start, span.end) for span in names]
        free = tuple(noun for noun in nouns if not any(start <= noun.start < end for start, end in inside))
        inside += [(noun.start, noun.end) for noun in free if noun.end - noun.start > 0]
        values = tuple(v for v in states if not any(start <= v.start < end for start, end in inside))
        return Annotations(text, names, free, values)

    def look(self, keys: Iterable[ObjectKey]) -> Mapping[ObjectKey, ObjectRef]:
        """Those of `keys` that exist and may be seen; one statement per type."""
        by_type: dict[str, list[int]] = {}
        others = []
        for key in keys:
            if key.object_type in SKETCHED:
                by_type.setdefault(key.object_type, []).append(key.object_id)
            else:
                others.append(key)
        found = [ref for object_type, ids in by_type.items() for ref in self._by_sketch(object_type, ids)]
        return {ref.key: ref for ref in (*found, *self._sketched(fetch(others, self.user)))}

    def _by_sketch(self, object_type: str, ids: Sequence[int]) -> tuple[ObjectRef, ...]:
        """As `_sketched`, without loading the objects: a long conversation remembers hundreds."""
        shape = sketch(object_type)
        views = {name: view_of(name, self.user) for name in (object_type, *shape.related_types)}
        objects = views[object_type].objects().filter(pk__in=ids)
        return references(shape.rows(objects, views, described=True))

    def related(self, anchor: ObjectKey, noun: Noun, limit: int) -> tuple[ObjectRef, ...]:
        """Up to `limit` objects of the noun's kind that belong to `anchor`, or that it belongs to."""
        found: list[ObjectRef] = []
        for object_type in noun.object_types:
            if object_type not in kinds() or not relates(anchor.object_type, object_type):
                continue
            needed = noun.traits if noun.needs_trait(object_type) else frozenset()
            filters = {f'{trait.name}_id': tuple(sorted(t.object_id for t in needed)) for trait in needed}
            query = InventoryQuery(Action.LIST, object_type, filters, subjects=(anchor,), limit=limit)
            try:
                found += self._sketched(list(Inventory(self.user).run(query).objects))
            except QueryError:
                continue
        return tuple(found[:limit])

    def relates(self, object_type: str, noun: Noun) -> bool:
        """Whether objects of that type have objects of the noun's kind, or belong to some."""
        if noun.anchors and object_type not in noun.anchors:
            return False
        return object_type in kinds() and any(
            kind_ in kinds() and kind_ != object_type and relates(object_type, kind_, direct=True)
            for kind_ in noun.object_types
        )

    def belongs(self, object_type: str, noun: Noun) -> bool:
        """Whether objects of that type belong to one of the noun's kind, as a device does to its rack; costs no SQL."""
        return object_type in kinds() and any(
            kind_ in kinds() and bool(forward_paths(object_type, kind_)) for kind_ in noun.object_types
        )

    def is_place(self, object_type: str) -> bool:
        """Whether one can be "there"."""
        return object_type in inventory_words()['places']['types']

    def is_party(self, object_type: str) -> bool:
        """Whether one is "they" though it is one."""
        return object_type in inventory_words()['parties']['types']

    def page(self, hint: PageHint) -> ObjectRef | None:
        """The object that a page is about, if it may be seen."""
        key = hint.key or object_of_path(hint.path)
        return self.look([key]).get(key) if key else None

    def _sketched(self, objects: Sequence[Any]) -> list[ObjectRef]:
        refs = describe_all(objects, self.user)
        # People speak English here, whatever language they read.
        with override('en'):
            return [
                replace(
                    ref,
                    kind=str(obj._meta.verbose_name),
                    traits=traits_of(obj),
                    texts=tuple(filter(None, (ref.display, ref.detail, *nouns_of(ref.within), *known_as(obj)))),
                )
                for obj, ref in zip(objects, refs, strict=True)
            ]


def _is_state(span: Any, states: Sequence[Any]) -> bool:
    """`cat5e` looks like a name; nothing is called so, and it is a type of cables."""
    return not span.matches and not span.quoted and any(v.start <= span.start and span.end <= v.end for v in states)


def _is_role_word(span: Any, nouns: Sequence[Any]) -> bool:
    """A role in a text is a noun for the objects that have it, unless its type is said ("the role Router")."""
    if span.noun and 'dcim.devicerole' in span.noun.noun.object_types:
        return False
    return all(key.object_type == 'dcim.devicerole' for key in span.keys) and any(
        noun.noun.traits and noun.start <= span.start < noun.end for noun in nouns
    )
