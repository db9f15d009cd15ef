"""Follow-ups that speak of a list shown in part: what is said of its page is said of all that the query found."""

from collections.abc import Sequence
from dataclasses import replace

from ...conversation.reading import Reference
from ...inventory.catalogue import kind
from ...inventory.query import Action, InventoryQuery
from ...inventory.relations import filter_for
from .merging import merged
from .question import Question

__all__ = ('about_the_whole',)


def about_the_whole(question: Question) -> Question | None:
    """The question as one about all that the last query found, where it speaks of a list shown in part.

    None: it does not, or asks for what belongs to the objects shown.
    """
    shown = question.shown_query
    if shown is None or shown.action not in (Action.LIST, Action.COUNT):
        return None
    if question.target and shown.object_type not in question.target.noun.object_types:
        return None
    references, listed = question.marked.references, set(question.reading.listed)
    # `the routers` of a list of devices are those of all that was found, not only of the page.
    picked = [ref for ref in references if _picks_by_role(question, ref, shown.object_type or '')]
    chooses = bool(picked) and ('narrowing' in question.reading.signals or any(ref.excluded for ref in picked))
    if len(listed) < max(shown.limit, 2) and not chooses:
        # All of it is shown: its objects are what is meant.
        return None
    left_out = {key for ref in picked if ref.excluded for key in ref.keys}
    whole = [ref for ref in references if ref not in picked and not ref.excluded and set(ref.keys) == listed]
    # `not the routers`: what is left of the page is all but those of that role.
    whole += [ref for ref in references if left_out and set(ref.keys) == listed - left_out]
    rest = [ref for ref in references if ref not in (*whole, *picked)]
    if len(rest) == len(references):
        return None
    nouns = [noun for noun in question.marked.nouns if noun != question.target]
    carried = _of_roles(_narrowed_since(question, shown), picked)
    return replace(
        question,
        reading=replace(question.reading, carried=replace(carried, action=Action.LIST, offset=0).as_json()),
        marked=replace(question.marked, references=rest, nouns=nouns),
    )


def _picks_by_role(question: Question, reference: Reference, object_type: str) -> bool:
    """Whether a reference picks those of a role from the list ("the routers")."""
    spans = [span for span in question.reading.annotations.nouns if reference.start <= span.start < reference.end]
    several = len(reference.keys) > 1 or (bool(reference.keys) and any(span.plural for span in spans))
    within = set(reference.keys) <= set(question.reading.listed)
    return several and within and reference.noun is not None and reference.noun.needs_trait(object_type)


def _narrowed_since(question: Question, shown: InventoryQuery) -> InventoryQuery:
    """The query of the list as it was narrowed to since it was shown."""
    latest = question.latest_query
    if latest is None or (latest.object_type, latest.subjects) != (shown.object_type, shown.subjects):
        return shown
    return replace(shown, filters=latest.filters, having=latest.having, order=latest.order or shown.order)


def _of_roles(query: InventoryQuery, picked: Sequence[Reference]) -> InventoryQuery:
    """The query for those of the roles that were picked, or for all but those."""
    filters = dict(query.filters)
    for ref in picked:
        traits = ref.noun.traits if ref.noun else frozenset()
        if name := filter_for(kind(query.object_type or ''), next(iter(traits)).object_type):
            chosen = tuple(sorted(trait.object_id for trait in traits))
            filters = merged(filters, {f'{name}__n' if ref.excluded else name: chosen})
    return replace(query, filters=filters)
