"""From the words of a question to an `InventoryQuery`; the words are live data and data files, never code."""

from .interpretation import Interpretation, Interpreter
from .problems import Problem, ProblemKind

__all__ = ('Interpretation', 'Interpreter', 'Problem', 'ProblemKind')
