"""Nouns with a typing error in them: `devcies`."""

from .naming.spelling import one_edit_apart
from .nouns import Entry, noun_index

__all__ = ('misspelt',)

# In shorter words one edit makes too many others; of those of four letters one may have lost a letter ("raks").
SHORTEST = 4


def misspelt(word: str) -> Entry | None:
    """The noun that a folded word is one edit away from; None when it is none, or may be several."""
    if len(word) < SHORTEST or not word.isalpha():
        return None
    near = [
        entry
        for known, entry in noun_index().items()
        if one_edit_apart(word, known) and (len(word) > SHORTEST or len(known) > len(word))
    ]
    return near[0] if len({entry.noun.object_types for entry in near}) == 1 else None
