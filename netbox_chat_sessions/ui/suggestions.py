"""What an empty panel suggests to ask: about the page, what the user often asks, and what there is."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice

from django.utils import timezone
from django.utils.translation import override
from users.models import User

from ..agents.helping.questions import about, at_all, here
from ..conversation.memory import Memory
from ..conversation.objects import ObjectKey, ObjectRef
from ..conversation.reader import Reader
from ..conversation.reading import Reading
from ..conversation.requests import PageHint, TurnRequest
from ..storage.suggestions import Asked, Habits, same_question
from ..wiring import turn_service

__all__ = ('Suggestion', 'Suggestions')

MOST = 6
MOST_OF_A_KIND = 3
# As many general ones as it takes to have so many.
FEW = 4


@dataclass(frozen=True)
class Suggestion:
    """A question that a button sends.

    Attributes:
        page: Path of the page that it is about; empty where it stands alone.
    """

    text: str
    page: str = ''


@dataclass(frozen=True)
class Suggestions:
    """Suggests to one user, only what means now what it meant: objects go, are renamed, and are hidden.

    All of it is English: a button sends what it shows.
    """

    user: User

    def __call__(self, path: str = '') -> tuple[Suggestion, ...]:
        """At most six questions.

        Args:
            path: The page behind the panel; empty where the user has left it out.
        """
        with override('en'):
            return self._suggested(path)

    def about_page(self, path: str) -> tuple[Suggestion, ...]:
        """What could be asked about a page."""
        with override('en'):
            return tuple(self._page(path))

    def _suggested(self, path: str) -> tuple[Suggestion, ...]:
        asked = tuple(islice(filter(self._still_means, self.habits.questions(MOST_OF_A_KIND * 2)), MOST_OF_A_KIND))
        told = {key for question in asked for key in question.about}
        questions = (Suggestion(question.text) for question in asked)
        own = list(islice(_distinct(chain(self._page(path), questions, self._objects(told))), MOST))
        return tuple(islice(_distinct(chain(own, map(Suggestion, at_all(self.user)))), max(FEW, len(own))))

    @cached_property
    def habits(self) -> Habits:
        """What the user did lately."""
        return Habits(self.user, timezone.now())

    @cached_property
    def reader(self) -> Reader:
        """What reads a question as a new session would."""
        return turn_service(self.user).reader

    def _page(self, path: str) -> Iterator[Suggestion]:
        page = self.reader.finder.page(PageHint(path=path)) if path else None
        for text in here(page)[:MOST_OF_A_KIND] if page else ():
            yield Suggestion(text, path)

    def _still_means(self, asked: Asked) -> bool:
        reading = self._read(asked.text)
        return reading.open is None and [key for ref in reading.bindings for key in ref.keys] == list(asked.about)

    def _objects(self, told: Collection[ObjectKey]) -> Iterator[Suggestion]:
        """A question about each of the objects that the user talks about most, but for those that others ask about."""
        keys = [key for key in self.habits.objects(MOST * 2) if key not in told]
        visible = self.reader.finder.look(keys)
        for ref in [visible[key] for key in keys if key in visible][:MOST_OF_A_KIND]:
            yield from islice((Suggestion(text) for text in about(ref) if self._names(text, ref)), 1)

    def _names(self, text: str, ref: ObjectRef) -> bool:
        """Whether the first that a question names is this object and no other."""
        reading = self._read(text)
        return reading.open is None and bool(reading.bindings) and reading.bindings[0].keys == (ref.key,)

    def _read(self, text: str) -> Reading:
        return self.reader.read(TurnRequest(text), Memory())


def _distinct(suggestions: Iterable[Suggestion]) -> Iterator[Suggestion]:
    seen = set()
    for suggestion in suggestions:
        if (key := same_question(suggestion.text)) not in seen:
            seen.add(key)
            yield suggestion
