"""What a question asks to be told of objects: properties, columns, and the field to count by."""

from ...conversation.objects import Noun, NounSpan
from ...conversation.text import match_words
from ...inventory.attributes import attribute_labels
from ...inventory.relations import forward_paths
from .problems import Problem, ProblemKind
from .question import Question

__all__ = ('columns', 'group_path', 'is_column', 'properties')


def properties(question: Question, object_type: str) -> tuple[str, ...]:
    """The properties asked for, as fields of the type; NetBox's own names for them count as well."""
    labels = attribute_labels(object_type)
    found = [next((name for name in names if name in labels), None) for _, names in question.marked.properties]
    for name, label in labels.items():
        if _is_called(question, name) or _is_called(question, str(label).casefold()):
            found.append(name)
    return tuple(dict.fromkeys(name for name in found if name))


def _is_called(question: Question, words: str) -> bool:
    """Whether words stand in the question, one of which says nothing else there ("part number")."""
    tokens, size = question.marked.tokens, len(words.split())
    unknown = [token for token in question.marked.unknown if token.start != question.marked.group]
    for at in range(len(tokens) - size + 1):
        said = tokens[at : at + size]
        if ' '.join(token.base for token in said) in (words, f'{words}s') and any(token in unknown for token in said):
            return True
    return False


def columns(question: Question, object_type: str) -> tuple[str, ...] | Problem:
    """The properties that a list is asked to tell; one that such objects do not have is said to be missing."""
    labels = attribute_labels(object_type)
    lacking = [at for at, names in question.marked.properties if not any(name in labels for name in names)]
    if lacking:
        words = tuple(token.text for token in question.marked.tokens if token.start in lacking)
        return Problem(ProblemKind.NO_PROPERTY, words, noun=Noun((object_type,)))
    asked = properties(question, object_type) if question.marked.properties or question.reading.carried else ()
    asked = asked or (_called(question, object_type) if question.reading.carried else ())
    named = [next((name for name in fields if name in labels), None) for _, fields in question.marked.columns]
    if None in named:
        words = tuple(words for (words, _), name in zip(question.marked.columns, named, strict=True) if name is None)
        return Problem(ProblemKind.NO_PROPERTY, words, noun=Noun((object_type,)))
    return tuple(dict.fromkeys((*asked, *filter(None, named))))


def is_column(question: Question, noun: NounSpan, object_type: str) -> bool:
    """`which provider?`, `and the rack?`: a noun that is called like a property of what was listed."""
    named = any(ref.phrase for ref in question.marked.references)
    return not (noun.plural or named or question.marked.conditions) and bool(_called(question, object_type))


def _called(question: Question, object_type: str) -> tuple[str, ...]:
    """The properties that single nouns call; those behind `per` are grouped by."""
    labels = attribute_labels(object_type)
    found: list[str] = []
    for span in question.marked.nouns:
        if span.plural or span.start == question.marked.group:
            continue
        words = question.text(span.start, span.end).casefold()
        models = [name.partition('.')[2] for name in span.noun.object_types]
        names = (*question.lexicon.attributes.get(words, ()), words.replace(' ', '_'))
        named = [name for name in names if name in labels]
        found += [*named, *(name for name in labels if name.replace('_', '') in models)][:1]
    return tuple(dict.fromkeys(found))


def _group_word(question: Question) -> str:
    """What is counted by, as it was called."""
    tokens = question.marked.tokens
    at = next(place for place, token in enumerate(tokens) if token.start == question.marked.group)
    size = match_words(tokens, at, tuple(question.lexicon.attributes)) or 1
    return ' '.join(token.base for token in tokens[at : at + size])


def group_path(question: Question, object_type: str) -> str | None:
    """The field to count by: one that is called so, else one that leads to objects of that kind."""
    if question.marked.group is None:
        return None
    labels = attribute_labels(object_type)
    word = _group_word(question)
    fields = (*question.lexicon.attributes.get(word, ()), word)
    if path := next((name for name in reversed(fields) if name in labels), None):
        return path
    nouns = [noun.noun for noun in question.marked.nouns if noun.start == question.marked.group]
    paths = [path for noun in nouns for type_ in noun.object_types for path in forward_paths(object_type, type_)]
    return paths[0] if paths else None
