"""All the ways in which words refer, in the order in which they are tried."""

from .noun_phrases import bare_ordinal, bare_other, determined, index, which_one
from .pronouns import demonstrative, locative, personal, possessive

__all__ = ('REFERRING',)

REFERRING = (
    index, determined, which_one, possessive, personal, locative, demonstrative, bare_ordinal, bare_other,
)  # fmt: skip
