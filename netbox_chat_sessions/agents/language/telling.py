"""What a question asks to be told of objects: properties, columns, and the field to count by."""

import re

from ...conversation.objects import Noun
from ...inventory.attributes import attribute_labels
from ...inventory.relations import forward_paths
from .problems import Problem, ProblemKind
from .question import Question

__all__ = ('columns', 'group_path', 'properties')


def properties(question: Question, object_type: str) -> tuple[str, ...]:
    """The properties asked for, as fields of the type; NetBox's own names for them count as well."""
    labels = attribute_labels(object_type)
    found = [next((name for name in names if name in labels), None) for _, names in question.marked.properties]
    words = ' '.join(token.base for token in question.marked.tokens if token in question.marked.unknown)
    for name, label in labels.items():
        called = rf'\b(?:{re.escape(name)}|{re.escape(str(label).casefold())})\b'
        if re.search(called, words):
            found.append(name)
    return tuple(dict.fromkeys(name for name in found if name))


def columns(question: Question, object_type: str) -> tuple[str, ...] | Problem:
    """The properties that a list is asked to tell; one that such objects do not have is said to be missing."""
    labels = attribute_labels(object_type)
    lacking = [at for at, names in question.marked.properties if not any(name in labels for name in names)]
    if lacking:
        words = tuple(token.text for token in question.marked.tokens if token.start in lacking)
        return Problem(ProblemKind.NO_PROPERTY, words, noun=Noun((object_type,)))
    asked = properties(question, object_type) if question.marked.properties else ()
    named = [next((name for name in fields if name in labels), None) for _, fields in question.marked.columns]
    if None in named:
        words = tuple(words for (words, _), name in zip(question.marked.columns, named, strict=True) if name is None)
        return Problem(ProblemKind.NO_PROPERTY, words, noun=Noun((object_type,)))
    return tuple(dict.fromkeys((*asked, *filter(None, named))))


def group_path(question: Question, object_type: str) -> str | None:
    """The field to count by: one that is called so, else one that leads to objects of that kind."""
    if question.marked.group is None:
        return None
    labels = attribute_labels(object_type)
    word = next(token.base for token in question.marked.tokens if token.start == question.marked.group)
    fields = (*question.lexicon.attributes.get(word, ()), word)
    if path := next((name for name in reversed(fields) if name in labels), None):
        return path
    nouns = [noun.noun for noun in question.marked.nouns if noun.start == question.marked.group]
    paths = [path for noun in nouns for type_ in noun.object_types for path in forward_paths(object_type, type_)]
    return paths[0] if paths else None
