"""The bounded exchange with a language model: it asks queries, is told what they find, and says what it makes of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from ...inventory.errors import NotApplicable, QueryError
from ...inventory.query import InventoryQuery
from ...llm.errors import Failure, LanguageModelError
from ...llm.profiles import SHORTEST, LanguageModel
from ...llm.prompts import Completion, Prompt, fenced, shortened
from ...llm.tools import Round, ToolCall
from .instructions import ANSWER, TRANSLATE
from .parsing import Nonsense, query_in, query_of
from .queries import Ran
from .schema import QUERY, QUERY_INVENTORY
from .telling import error_told, result_told

__all__ = ('Asking', 'Bounds', 'Found')

CHARACTERS_PER_TOKEN = 4
# More calls in one answer are no answer.
MOST_CALLS = 16
LONGEST_TRIED = 500


@dataclass(frozen=True)
class Bounds:
    """How far one turn may go.

    Attributes:
        queries: Most queries that are run.
        seconds: Most seconds, all requests and queries together.
        tokens: Most tokens, requests and answers together.
    """

    queries: int
    seconds: float
    tokens: int


@dataclass
class Found:
    """What came of it.

    Attributes:
        ran: The queries that found something out, in order.
        prose: What the model says of them, unchecked; empty where it only wrote a query.
        tokens: Tokens that were used.
        failure: Why the model could not be asked, or not to the end.
        stopped: A bound was reached.
    """

    ran: list[Ran] = field(default_factory=list)
    prose: str = ''
    tokens: int = 0
    failure: LanguageModelError | None = None
    stopped: bool = False


class Stopped(Exception):  # noqa: N818 — it says what happened
    """A bound is reached."""


@dataclass(frozen=True)
class Asking:
    """Asks one language model about one inventory.

    Attributes:
        model: The model.
        run: Runs a query; raises QueryError.
        hear: Called with the text so far, unchecked, while the model writes what it says of its queries.
        bounds: How far it may go.
    """

    model: LanguageModel
    run: Callable[[InventoryQuery], Ran]
    hear: Callable[[str], None]
    bounds: Bounds

    def __call__(self, document: Mapping[str, Any]) -> Found:
        """What the model finds out about a question; it never raises because of the model."""
        turn = _Turn(self.model, self.run, self.hear, self.bounds, document)
        try:
            if self.model.profile.tools is not False:
                turn.converse()
            if not turn.found.ran:
                turn.translate()
        except LanguageModelError as error:
            turn.found.failure = error
        except Stopped:
            turn.found.stopped = True
        return turn.found


@dataclass
class _Turn:
    model: LanguageModel
    run: Callable[[InventoryQuery], Ran]
    hear: Callable[[str], None]
    bounds: Bounds
    document: Mapping[str, Any]
    found: Found = field(default_factory=Found)
    queries: int = 0
    known: dict[str, str] = field(default_factory=dict)
    started: float = field(default_factory=monotonic)

    def converse(self) -> None:
        """Let the model call the tool until it answers. One that takes no tools leaves nothing behind."""
        rounds: list[Round] = []
        data = fenced(self.document)
        while True:
            last = self.queries >= self.bounds.queries
            prompt = Prompt(ANSWER, data, tools=(QUERY_INVENTORY,), rounds=tuple(rounds))
            try:
                completion = self._ask(prompt, self.hear if self.found.ran else None)
            except LanguageModelError as error:
                if error.failure is Failure.REJECTED and not rounds and self.model.profile.tools is None:
                    return
                raise
            if not completion.calls:
                self._concluded(completion.text)
                return
            if last or len(completion.calls) > MOST_CALLS:
                raise Stopped
            rounds.append(Round(completion.said, tuple(self._called(call) for call in completion.calls)))

    def translate(self) -> None:
        """Let the model write one query, and correct it where it cannot be run."""
        tried: list[dict[str, str]] = []
        while self.queries < self.bounds.queries:
            data = {**self.document, 'tried': tried} if tried else self.document
            text = self._ask(Prompt(TRANSLATE, fenced(data), QUERY)).text
            try:
                query = query_in(text)
                if query is not None:
                    self._run(query)
                return
            except QueryError as error:
                self.queries += isinstance(error, Nonsense)
                tried.append({'query': shortened(text, LONGEST_TRIED), 'error': str(error)})
        raise Stopped

    def _concluded(self, text: str) -> None:
        """What the model says; one that has called nothing may have written its query as text."""
        if self.found.ran:
            self.found.prose = text
            return
        try:
            query = query_in(text)
            if query is not None and self.queries < self.bounds.queries:
                self._run(query)
        except QueryError:
            return

    def _called(self, call: ToolCall) -> str:
        try:
            if call.name != QUERY_INVENTORY.name:
                raise Nonsense(f'There is no tool but {QUERY_INVENTORY.name}.')
            if self.queries >= self.bounds.queries:
                raise NotApplicable('No more queries: answer with what is known.')
            query = query_of(call.arguments)
            if query is None:
                raise Nonsense('Ask a query, or answer.')
            return self._run(query)
        except Nonsense as error:
            self.queries += 1
            return error_told(error)
        except QueryError as error:
            return error_told(error)

    def _run(self, query: InventoryQuery) -> str:
        """Run a query that was not run before, and keep what it finds."""
        asked = fenced(query.as_json())
        if asked not in self.known:
            self._time_left()
            self.queries += 1
            ran = self.run(query)
            self.found.ran.append(ran)
            self.known[asked] = result_told(ran.told)
        return self.known[asked]

    def _ask(self, prompt: Prompt, hear: Callable[[str], None] | None = None) -> Completion:
        """The model's answer.

        Raises:
            LanguageModelError: There is none.
            Stopped: There is no time, or there are no tokens, for one.
        """
        estimate = _estimate(prompt)
        room = self.bounds.tokens - self.found.tokens - estimate
        if room <= 0:
            raise Stopped
        most = min(self.model.profile.max_tokens, room)
        completion = self.model.ask(prompt, max_tokens=most, seconds=self._time_left(), hear=hear)
        # A service that counts nothing is counted for.
        self.found.tokens += completion.tokens or estimate + len(completion.text) // CHARACTERS_PER_TOKEN
        return completion

    def _time_left(self) -> float:
        left = self.bounds.seconds - (monotonic() - self.started)
        if left < SHORTEST:
            raise Stopped
        return left


def _estimate(prompt: Prompt) -> int:
    told = sum(len(result) for passed in prompt.rounds for result in passed.results)
    return (len(prompt.instructions) + len(prompt.data) + told) // CHARACTERS_PER_TOKEN
