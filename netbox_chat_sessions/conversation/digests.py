"""Interactions told in a line each."""

from .session import Interaction
from .text import cut

__all__ = ('digest',)

LONGEST_QUESTION = 40
LONGEST_ANSWER = 40


def digest(turn: Interaction) -> str:
    """What was asked and answered, in a line of at most some 90 characters, cut at words."""
    question, answer = cut(turn.query, LONGEST_QUESTION), cut(turn.response, LONGEST_ANSWER)
    return f'#{turn.sequence} {question} → {answer}' if answer else f'#{turn.sequence} {question}'
