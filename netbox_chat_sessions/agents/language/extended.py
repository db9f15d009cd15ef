"""Questions that extensions add: their cue stands in the text, and they are about objects that they can be asked of."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from ...conversation.objects import Noun
from ...conversation.reading import Reading, Reference, ReferenceStatus
from ...conversation.text import fold, match_words, tokenise
from ...conversation.vocabulary import vocabulary
from ...inventory.extensions.registry import action_key, registry
from ...inventory.extensions.shape import ExtensionAction
from ...inventory.nouns import noun_index
from ...inventory.query import Action, InventoryQuery
from .kinds import ask_for
from .lexicon import Lexicon
from .marking import mark
from .obstacles import beforehand, not_covered
from .problems import Problem, ProblemKind
from .question import Question
from .restrictions import restrictions
from .understanding import understood

__all__ = ('Cue', 'ask_extension', 'cues')

# NetBox's own questions that say no more than that something is asked.
BESIDE = {'list', 'show', 'count'}
# Queries that only say which objects are meant.
LISTING = (Action.LIST, Action.COUNT)


@dataclass(frozen=True)
class Cue:
    """A phrase that asks an action of a package."""

    phrase: str
    package: str
    action: ExtensionAction


@dataclass(frozen=True)
class _Heard:
    """A cue at `[start, end)` of a text, and the question without it."""

    cue: Cue
    start: int
    end: int
    question: Question


@cache
def cues(lexicon: Lexicon) -> tuple[Cue, ...]:
    """The cues of all extensions, the longest first; those that NetBox's own words would lose to are refused."""
    found: list[Cue] = []
    keys: set[str] = set()
    for package, action in registry().actions():
        if action_key(package, action) in keys:
            registry().refuse(package, f'it has several actions called {action.name!r}.')
            continue
        keys.add(action_key(package, action))
        for phrase in map(fold, action.cues):
            if _is_own(phrase, lexicon):
                registry().refuse(package, f'the cue {phrase!r} has a meaning in NetBox already.')
            else:
                found.append(Cue(phrase, package, action))
    return tuple(sorted(found, key=lambda cue: -len(cue.phrase.split())))


def ask_extension(reading: Reading, lexicon: Lexicon) -> tuple[InventoryQuery | Problem, bool] | None:
    """The query to an extension's action, or what has to be asked before, and whether it is about one object.

    None: no action has a cue in the text, or none that can be asked this. The text is then read as if there were no
    extensions.
    """
    heard = next((item for item in _heard(reading, lexicon) if _fits(item) and _is_alone(item.question)), None)
    if heard is None:
        return None
    question, target = heard.question, heard.question.target
    found = beforehand(question) or _missing(heard)
    if not found:
        found = ask_for(question, target) if target else _about(heard)
    if isinstance(found, Problem):
        return understood(found, question), True
    wanted = heard.cue.action.object_types
    if found.action not in LISTING or (wanted and found.object_type not in wanted):
        return None
    key = action_key(heard.cue.package, heard.cue.action)
    query = replace(found, action=Action.EXTENSION, extension=key)
    if problem := not_covered(question, query):
        return understood(problem, question, query), True
    return query, target is None or not target.plural


def _is_own(phrase: str, lexicon: Lexicon) -> bool:
    own = {cue for of_action in lexicon.actions.values() for cue in of_action}
    known = phrase in own or phrase in noun_index() or phrase in lexicon.attributes
    return known or phrase in vocabulary().closed or lexicon.is_filler(phrase)


def _heard(reading: Reading, lexicon: Lexicon) -> Iterator[_Heard]:
    """The cues in the text, the longest first; a name that reads like one is none."""
    text = reading.annotations.text or reading.question
    tokens = tokenise(text)
    names = [(name.start, name.end) for name in reading.annotations.names]
    for cue in cues(lexicon):
        for at, token in enumerate(tokens):
            size = match_words(tokens, at, (cue.phrase,))
            if not size or any(start <= token.start < end for start, end in names):
                continue
            end = tokens[at + size - 1].end
            rest = _without(reading, text, token.start, end)
            yield _Heard(cue, token.start, end, Question(rest, mark(rest, lexicon), lexicon))


def _without(reading: Reading, text: str, start: int, end: int) -> Reading:
    """The reading of a text in which `[start, end)` is blank: what stood there is no noun, value or reference."""
    known = reading.annotations
    annotations = replace(
        known,
        text=text[:start] + ' ' * (end - start) + text[end:],
        nouns=tuple(item for item in known.nouns if not start <= item.start < end),
        values=tuple(item for item in known.values if not start <= item.start < end),
    )
    bindings = tuple(ref for ref in reading.bindings if not (ref.phrase and ref.start < end and start < ref.end))
    return replace(reading, annotations=annotations, bindings=bindings)


def _fits(heard: _Heard) -> bool:
    """Whether the action can be asked of what the question is about; of nothing it can always be asked."""
    wanted, question = heard.cue.action.object_types, heard.question
    if not wanted:
        return True
    if question.target:
        return not set(wanted).isdisjoint(question.target.noun.object_types)
    return not question.anchors or any(ref.key.object_type in wanted for ref in question.anchors)


def _is_alone(question: Question) -> bool:
    """Whether nothing is asked beside the cue that the action would leave out: a property, a place, a comparison."""
    marked = question.marked
    told = marked.properties or marked.columns or marked.superlative or marked.group is not None
    return not told and set(marked.cues) <= BESIDE


def _missing(heard: _Heard) -> Problem | None:
    """Which object is meant, where the action needs one and none is named."""
    wanted, question = tuple(heard.cue.action.object_types), heard.question
    if not wanted or question.target or question.anchors:
        return None
    noun = next((entry.noun for entry in noun_index().values() if entry.noun.object_types == wanted[:1]), Noun(wanted))
    asked = Reference('', heard.end, heard.end, ReferenceStatus.UNRESOLVED, noun=noun)
    return Problem(ProblemKind.ASK, (heard.cue.phrase,), asked)


def _about(heard: _Heard) -> InventoryQuery | Problem:
    """The query about the objects that are named: those of a kind that the action can be asked of."""
    question, wanted = heard.question, heard.cue.action.object_types
    named = [ref.key for ref in question.anchors]
    object_type = next((key.object_type for key in named if not wanted or key.object_type in wanted), None)
    if object_type is None:
        return InventoryQuery(Action.LIST)
    restricted = restrictions(question, object_type)
    if isinstance(restricted, Problem):
        return restricted
    filters = question.values(object_type) | restricted.filters
    return InventoryQuery(Action.LIST, object_type, filters, subjects=tuple(named), having=tuple(restricted.having))
