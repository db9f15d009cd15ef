"""A reading becomes queries to the inventory, or the reason why it cannot."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ...conversation.reading import Reading
from ...inventory.query import Action, InventoryQuery
from .completeness import left_out
from .custom_fields import with_custom_fields
from .extended import ask_extension
from .following import follow, follow_first, follow_with_kind
from .kinds import alternatives, ask_for
from .lexicon import Lexicon, lexicon
from .marked import Marked
from .marking import mark
from .obstacles import beforehand, not_covered
from .parts import parts_of
from .problems import Problem
from .question import Question
from .room import ask_for_room
from .subjects import ask_about
from .suitability import MEASURED
from .understanding import understood
from .whole import about_the_whole

__all__ = ('Interpretation', 'Interpreter')


@dataclass(frozen=True)
class Interpretation:
    """What a reading asks for.

    Attributes:
        alternatives: The same question for the other types that the noun may mean ("ports" of a patch panel).
        explained: How the answer is obtained is asked for.
        single: One object is asked for ("what rack is it in?"); the answer is then what the conversation is about.
    """

    query: InventoryQuery
    alternatives: tuple[InventoryQuery, ...] = ()
    single: bool = True
    explained: bool = False


@dataclass(frozen=True)
class Interpreter:
    """Turns readings into queries."""

    lexicon: Lexicon = field(default_factory=lexicon)

    def interpret(self, reading: Reading) -> tuple[Interpretation | Problem, ...]:
        """The queries that a reading asks for, or why there is none, one for each of its questions."""
        parts = [(part, ask_extension(part, self.lexicon)) for part in parts_of(reading, self.lexicon)]
        whole = Question(reading, mark(reading, self.lexicon), self.lexicon)
        if not all(asked for _, asked in parts) and (problem := beforehand(whole)):
            return (understood(problem, whole),)
        found: list[Interpretation | Problem] = []
        for part, asked in parts:
            if asked:
                query, single = asked
                found.append(query if isinstance(query, Problem) else Interpretation(query, single=single))
                continue
            question = whole if part is reading else Question(part, mark(part, self.lexicon), self.lexicon)
            for version in _versions(question):
                found.append(self._interpret(version, found[0] if found else None))
        return tuple(found)

    def _interpret(self, question: Question, first: Interpretation | Problem | None) -> Interpretation | Problem:
        if question.asks_why and question.carried:
            return Interpretation(question.carried, explained=True)
        if not question.marked.tokens:
            # `back to power`: the latest question of that topic once more, else what it was about.
            found = question.carried or ask_about(question)
            return understood(found, question) if isinstance(found, Problem) else Interpretation(found)
        question = about_the_whole(question) or question
        target = question.target
        found = ask_for_room(question) or follow_first(question)
        if not found and target:
            found = follow_with_kind(question, target) or ask_for(question, target)
        found = found or _per_kind(question) or follow(question) or _in_total(question, first) or ask_about(question)
        if isinstance(found, Problem):
            return understood(found, question)
        question, found = with_custom_fields(question, found)
        if problem := not_covered(question, found) or left_out(question, found):
            return understood(problem, question, found)
        one = question.asks_for_another or (target is not None and not target.plural)
        single = found.action is not Action.LIST or one
        return Interpretation(found, alternatives(question, found), single)


def _versions(question: Question) -> Iterator[Question]:
    """The question once for each alternative of its conditions and for each kind that it asks for."""
    groups: list[list[int]] = []
    for place, condition in enumerate(question.marked.conditions):
        if condition.either and groups:
            groups[-1].append(place)
        else:
            groups.append([place])
    several = next((group for group in groups if len(group) > 1), [])
    for chosen in several or (None,):
        marked = question.marked
        if chosen is not None:
            left = [item for place, item in enumerate(marked.conditions) if place == chosen or place not in several]
            marked = replace(marked, conditions=left)
        yield replace(question, marked=marked)
        for noun in question.joined:
            yield replace(question, marked=_only(marked, noun, question))


def _only(marked: Marked, noun: object, question: Question) -> Marked:
    others = (question.target, *question.joined)
    return replace(marked, nouns=[item for item in marked.nouns if item is noun or item not in others])


def _per_kind(question: Question) -> InventoryQuery | None:
    """`utilization per rack`: how full each of them is."""
    nouns = [noun.noun for noun in question.marked.nouns if noun.start == question.marked.group]
    measured = nouns and nouns[0].object_types[0] in MEASURED
    asked = question.marked.has('utilisation') or question.words & set(
        question.lexicon.words('superlatives_of', 'used')
    )
    if question.target or not (measured and asked):
        return None
    subjects = tuple(ref.key for ref in question.anchors)
    return InventoryQuery(Action.UTILISATION, nouns[0].object_types[0], subjects=subjects)


def _in_total(question: Question, first: Interpretation | Problem | None) -> InventoryQuery | None:
    """`…, and how many do we have in total?`: the same things wherever they are."""
    if not isinstance(first, Interpretation) or question.anchors:
        return None
    query = first.query
    if question.marked.has('utilisation') and query.object_type in MEASURED:
        # `which aggregates do we have, and how full are they?`.
        return replace(query, action=Action.UTILISATION, attributes=())
    if not question.marked.has('count'):
        return None
    filters = {**query.filters, **question.values(query.object_type or '')}
    return InventoryQuery(Action.COUNT, query.object_type, filters, having=query.having)
