"""Whether a message asks to change something in NetBox rather than to know something."""

from .objects import Annotations
from .text import tokenise
from .vocabulary import Vocabulary

__all__ = ('asks_for_change',)


def asks_for_change(annotations: Annotations, vocabulary: Vocabulary) -> str | None:
    """The verb of the request ("create", "rename"); None for a question.

    Only the first word counts, politeness aside, and not when it is a noun or a name ("rack R101", "Move-It").
    """
    for token in tokenise(annotations.text):
        if vocabulary.has(token.folded, 'writes', 'before'):
            continue
        spans = [(name.start, name.end) for name in annotations.names]
        spans += [(noun.start, noun.end) for noun in annotations.nouns]
        taken = any(start <= token.start < end for start, end in spans)
        return token.text if vocabulary.has(token.folded, 'writes', 'verbs') and not taken else None
    return None
