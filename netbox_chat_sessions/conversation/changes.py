"""Whether a message asks to change something in NetBox rather than to know something."""

from collections.abc import Sequence

from .objects import Annotations
from .text import Token, tokenise
from .vocabulary import Vocabulary

__all__ = ('COMMAND', 'asks_for_change')

# A program's own command in front of the request ("/cmdb assign …").
COMMAND = '/'
DETERMINERS = ('definite', 'single', 'near', 'far', 'possessive_singular', 'possessive_plural')


def asks_for_change(annotations: Annotations, vocabulary: Vocabulary) -> str | None:
    """The verb of the request ("create", "rename"); None for a question.

    It is the first word, politeness aside, or the first of a later clause that does it to what was just said ("the next
    free VLAN, allocate it"). A verb is none where it is a noun or a name ("rack R101", "Move-It").
    """
    tokens = tokenise(annotations.text)
    for at, token in enumerate(tokens):
        if vocabulary.has(token.folded, 'writes', 'before') or token.text.startswith(COMMAND):
            continue
        if _is_verb(tokens, at, annotations, vocabulary):
            return token.text
        break
    later = (at for at in range(1, len(tokens) - 1) if _begins_clause(tokens, at, vocabulary))
    return next(
        (
            tokens[at].text
            for at in later
            if _is_verb(tokens, at, annotations, vocabulary) and _has_pronoun(tokens, at, vocabulary)
        ),
        None,
    )


def _is_verb(tokens: Sequence[Token], at: int, annotations: Annotations, vocabulary: Vocabulary) -> bool:
    """`change the status`, but not `change log`, `rack R101` or a name."""
    token = tokens[at]
    if not vocabulary.has(token.folded, 'writes', 'verbs'):
        return False
    if any(name.start <= token.start < name.end for name in annotations.names):
        return False
    if not any(noun.start <= token.start < noun.end for noun in annotations.nouns):
        return True
    following = tokens[at + 1].folded if at + 1 < len(tokens) and not token.closes else ''
    return any(vocabulary.has(following, 'determiners', name) for name in DETERMINERS)


def _begins_clause(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> bool:
    return tokens[at - 1].closes or vocabulary.has(tokens[at - 1].folded, 'writes', 'joins')


def _has_pronoun(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> bool:
    return vocabulary.has(tokens[at + 1].folded, 'writes', 'objects')
