"""What has to be asked, or was not understood, before anything can be answered."""

from ...conversation.changes import asks_for_change
from ...conversation.fragments import says_none
from ...conversation.objects import Noun, ValueSpan
from ...conversation.reading import Reference, ReferenceStatus, Source
from ...conversation.text import Token
from ...conversation.vocabulary import vocabulary
from ...inventory.attributes import attribute_labels
from ...inventory.catalogue import kind, kinds
from ...inventory.query import Action, InventoryQuery
from ...inventory.relations import filter_for, forward_paths
from .problems import Problem, ProblemKind
from .question import Question
from .suitability import NETWORKS

__all__ = ('beforehand', 'not_covered')

DIRECTIONS = ('ascending', 'descending', 'reversed')


def beforehand(question: Question) -> Problem | None:
    """Why there is no use in looking for a query: a request for a change, or a reference that is open."""
    reading, marked = question.reading, question.marked
    if verb := asks_for_change(reading.annotations, vocabulary()):
        return Problem(ProblemKind.WRITES, (verb,), refs=question.anchors)
    if says_none(marked.tokens, vocabulary()):
        return Problem(ProblemKind.CANCEL)
    for courtesy in (ProblemKind.GREETING, ProblemKind.THANKS):
        if _is_nothing_but(question, courtesy):
            return Problem(courtesy)
    named = not marked.nouns and next((t.base for t in marked.unknown if question.lexicon.is_hardware(t.base)), None)
    if role := named:
        return Problem(ProblemKind.NO_ROLE, (role,), noun=Noun(('dcim.device',)), query=_devices(role))
    return next((problem for ref in marked.references if (problem := _open(question, ref))), None)


def not_covered(question: Question, query: InventoryQuery) -> Problem | None:
    """Words that were not understood: never the whole table instead."""
    marked, object_type = question.marked, query.object_type
    values = [value for value in marked.values if object_type and object_type not in value.values and not value.weak]
    values = [value for value in values if not _describes_power(question, value)]
    words = [(value.start, question.text(value.start, value.end)) for value in values]
    # "used" is a state of ports, and says nothing of a prefix.
    unused = [
        word
        for start, word in words
        if start not in marked.cues.values() and not question.lexicon.is_filler(word.casefold())
    ]
    if unused and object_type and query.action in (Action.LIST, Action.COUNT):
        return Problem(ProblemKind.UNKNOWN_VALUE, tuple(unused), noun=Noun((object_type,)))
    perhaps = (*marked.unknown, *_plain(question, object_type))
    unknown = [token for token in perhaps if not _is_covered(question, token, query)]
    if not unknown:
        return None
    if tag := next((noun for noun in marked.nouns if question.is_attributive(noun)), None):
        words = tuple(token.text for token in unknown)
        return Problem(ProblemKind.UNKNOWN_NAME, words, noun=tag.noun)
    proper = all(token.text[:1].isupper() or any(char.isdigit() for char in token.text) for token in unknown)
    words = tuple(token.text for token in unknown)
    if (named := _named(question, unknown)) is not None:
        return Problem(ProblemKind.UNKNOWN_NAME, words, noun=named)
    return Problem(ProblemKind.UNKNOWN_NAME if proper else ProblemKind.UNKNOWN_WORDS, words)


def _devices(role: str) -> InventoryQuery:
    return InventoryQuery(Action.LIST, 'dcim.device', {'q': (role,)})


def _named(question: Question, unknown: list[Token]) -> Noun | None:
    """The kind that a word is said to be of: `the status of device xyz`."""
    if len(unknown) != 1:
        return None
    before = [noun for noun in question.marked.nouns if noun.end <= unknown[0].start and not noun.plural]
    beside = [noun for noun in before if not question.text(noun.end, unknown[0].start).strip()]
    return beside[-1].noun if beside else None


def _describes_power(question: Question, value: ValueSpan) -> bool:
    """`lose their A feed`: what a panel feeds is fed by that."""
    powered = {ref.key.object_type for ref in question.anchors} & {'dcim.powerpanel', 'dcim.powerfeed'}
    return bool(powered) and set(value.values) == {'dcim.powerfeed'}


def _plain(question: Question, object_type: str | None) -> list[Token]:
    """Words that are values of other types only, and so say nothing here unless little words say as much."""
    spans = [value for value in question.marked.values if value.weak and object_type not in value.values]
    said = [token for span in spans for token in question.marked.tokens if span.start <= token.start < span.end]
    words = {word for cues in question.lexicon.actions.values() for cue in cues for word in cue.split()}
    return [token for token in said if not question.lexicon.is_filler(token.base) and token.base not in words]


def _is_nothing_but(question: Question, courtesy: ProblemKind) -> bool:
    """Whether a text has a word of a courtesy, and else only those that stand beside it: `hi there`, `ok, thanks`."""
    own = set(question.lexicon.words('courtesy', courtesy.value))
    beside = question.lexicon.words('courtesy', f'{courtesy.value}_beside')
    said = {token.folded for token in question.marked.tokens}
    return bool(said & own) and said <= own.union(beside)


def _open(question: Question, reference: Reference) -> Problem | None:
    phrase = (reference.phrase,)
    if reference.status is ReferenceStatus.GONE:
        return Problem(ProblemKind.GONE, phrase, reference)
    if reference.status is ReferenceStatus.AMBIGUOUS and reference.source is None:
        return Problem(ProblemKind.UNKNOWN_NAME, phrase, reference, reference.noun)
    if reference.status is ReferenceStatus.AMBIGUOUS and _is_network(question, reference):
        return None
    if reference.status is ReferenceStatus.AMBIGUOUS and not _is_set(question, reference):
        return Problem(ProblemKind.ASK, phrase, reference)
    if reference.status is not ReferenceStatus.UNRESOLVED:
        return None
    if _is_name(question, reference):
        if question.other_number:
            return None
        if question.target and any(question.networks(name) for name in question.target.noun.object_types[:1]):
            return None
        return Problem(ProblemKind.UNKNOWN_NAME, phrase, reference, reference.noun, _sought(question, reference))
    return Problem(ProblemKind.ASK, phrase, reference)


def _sought(question: Question, reference: Reference) -> InventoryQuery | None:
    """The question about a thing that is not there: of the kind asked for, else of the kind that it was said to be."""
    own = reference.noun.object_types[0] if reference.noun else None
    object_type = question.target.noun.object_types[0] if question.target else own
    if object_type not in kinds():
        return None
    name = filter_for(kind(object_type), own) if own and own != object_type else None
    filters = {name.removesuffix('_id') if name else 'q': (reference.phrase,)}
    return InventoryQuery(Action.LIST if question.target else Action.SHOW, object_type, filters)


def _is_name(question: Question, reference: Reference) -> bool:
    names = question.reading.annotations.names
    return any(name.start == reference.start and not name.matches for name in names)


def _is_network(question: Question, reference: Reference) -> bool:
    """A prefix and an aggregate of one network: what is in the one is in the other."""
    target, types = question.target, {ref.key.object_type for ref in reference.candidates}
    return target is not None and target.noun.object_types[0] in NETWORKS and types == {*NETWORKS[:2]}


def _is_set(question: Question, reference: Reference) -> bool:
    """Whether equals of one name are meant together: "at how many sites is VLAN 100 defined?"."""
    target, types = question.target, {ref.key.object_type for ref in reference.candidates}
    if reference.source is not Source.NAME or target is None or len(types) != 1:
        return False
    belongs = forward_paths(types.pop(), target.noun.object_types[0])
    return bool(belongs) and (target.plural or question.marked.has('count'))


def _is_covered(question: Question, token: Token, query: InventoryQuery) -> bool:
    """Whether a word is understood after all, though no rule has taken it."""
    return (
        _belongs_to_exclusion(question, token)
        or _takes_back(question, token)
        or _chooses_another(question, token)
        or _asks_for_details(question, token)
        or _changes_carried(question, token, query)
        or _says_space(question, token, query)
        or _names_property(question, token, query)
    )


def _belongs_to_exclusion(question: Question, token: Token) -> bool:
    """`except R101`."""
    excluded = any(ref.excluded and token.end <= ref.start for ref in question.marked.references)
    return excluded and token.base in question.lexicon.words('unhandled', 'words')


def _takes_back(question: Question, token: Token) -> bool:
    """`no, the routers`; `no routers` chooses."""
    first, *others = question.marked.tokens
    behind = {other.start for other in others[:1]} if not token.closes else set()
    chooses = any(noun.start in behind for noun in question.marked.nouns)
    return token is first and vocabulary().has(token.folded, 'repair', 'starts') and not chooses


def _chooses_another(question: Question, token: Token) -> bool:
    """`and 100?`, `the second one`: in place of what was chosen before."""
    number = token.base.isdecimal() and bool(question.other_number)
    return number or (token.base in vocabulary().ordinals and question.asks_for_another)


def _asks_for_details(question: Question, token: Token) -> bool:
    """`more details about it`."""
    tokens = list(question.marked.tokens)
    behind = tokens[tokens.index(token) + 1 :][:1]
    details = bool(behind) and behind[0].folded in question.lexicon.words('limits', 'details')
    return details and token.base in question.lexicon.words('limits', 'more')


def _changes_carried(question: Question, token: Token, query: InventoryQuery) -> bool:
    """`next`, `descending`, `at all sites`, `the largest`: what happens to the question that goes on."""
    if not question.reading.carried:
        return False
    if 'continuation' in question.reading.signals:
        # A text that only turns pages says nothing else.
        return True
    lexicon = question.lexicon
    directions = (phrase for name in DIRECTIONS for phrase in lexicon.words('ordering', name))
    ordered = bool(query.order or query.rank) and any(token.folded in phrase.split() for phrase in directions)
    ranked = query.rank is not None and token.base in lexicon.mapping('superlatives')
    return ordered or ranked or token.base in lexicon.words('widening', 'words')


def _says_space(question: Question, token: Token, query: InventoryQuery) -> bool:
    """`free units in the rack`."""
    free = query.action in (Action.UTILISATION, Action.AVAILABLE)
    return free and token.base in question.lexicon.units(query.object_type or '')


def _names_property(question: Question, token: Token, query: InventoryQuery) -> bool:
    """A word of a property's name; of a question that goes on, of one that it tells, compares or chooses by."""
    labels = attribute_labels(query.object_type) if query.object_type else {}
    if question.reading.carried:
        used = {*query.attributes, *(name.lstrip('-') for name in query.order), query.group_by}
        used |= {name.partition('__')[0].removesuffix('_id') for name in query.filters}
        used |= {query.rank.attribute} if query.rank else set()
        labels = {name: label for name, label in labels.items() if name in used}
    return any(token.base in f'{name} {label}'.casefold().replace('_', ' ').split() for name, label in labels.items())
