"""A reading becomes a query to the inventory, or the reason why it cannot."""

from dataclasses import dataclass, field

from ...conversation.reading import Reading
from ...inventory.query import Action, InventoryQuery
from .following import follow
from .kinds import alternatives, ask_for
from .lexicon import Lexicon, lexicon
from .marking import mark
from .obstacles import beforehand, not_covered
from .problems import Problem
from .question import Question
from .subjects import ask_about

__all__ = ('Interpretation', 'Interpreter')


@dataclass(frozen=True)
class Interpretation:
    """What a reading asks for.

    Attributes:
        alternatives: The same question for the other types that the noun may mean ("ports" of a patch panel).
        single: One object is asked for ("what rack is it in?"); the answer is then what the conversation is about.
    """

    query: InventoryQuery
    alternatives: tuple[InventoryQuery, ...] = ()
    single: bool = True


@dataclass(frozen=True)
class Interpreter:
    """Turns readings into queries."""

    lexicon: Lexicon = field(default_factory=lexicon)

    def interpret(self, reading: Reading) -> Interpretation | Problem:
        """The query that a reading asks for, or why there is none."""
        question = Question(reading, mark(reading, self.lexicon), self.lexicon)
        if problem := beforehand(question):
            return problem
        target = question.target
        found = ask_for(question, target) if target else follow(question) or ask_about(question)
        if isinstance(found, Problem):
            return found
        if problem := not_covered(question, found):
            return problem
        single = found.action is not Action.LIST or (target is not None and not target.plural)
        return Interpretation(found, alternatives(question, found), single)
