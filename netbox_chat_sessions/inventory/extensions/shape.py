"""What another package may add to the inventory's language."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...conversation.reply import Reply
from ..query import InventoryQuery

if TYPE_CHECKING:
    from .request import ActionRequest

__all__ = ('Answer', 'Extension', 'ExtensionAction')

Answer = Reply | InventoryQuery
Values = Mapping[str, Mapping[str, Mapping[str, Any]]]


@dataclass(frozen=True)
class ExtensionAction:
    """A question of a package's own.

    Attributes:
        name: Its name in the package; it stands in `reply.query` and must not change.
        cues: Phrases that ask it, such as `how long does`; in lower case.
        object_types: The kinds of objects that it can be asked of. It takes no question about other kinds. Empty: it
            needs no object.
        answer: What answers it. A query is run and told as any other; a reply is shown where the user may see all the
            objects that it refers to.

    Raises:
        TypeError: A part has another shape.
    """

    name: str
    cues: Sequence[str]
    object_types: Sequence[str]
    answer: 'Callable[[ActionRequest], Answer]'

    def __post_init__(self) -> None:
        _check(isinstance(self.name, str) and bool(self.name), 'An action needs a name.')
        _check(_are_texts(self.cues) and bool(self.cues), f'Action {self.name!r} needs cues: a tuple of phrases.')
        _check(_are_texts(self.object_types), f'Action {self.name!r} needs object_types: a tuple of object types.')
        _check(callable(self.answer), f'Action {self.name!r} needs an answer that can be called.')


@dataclass(frozen=True)
class Extension:
    """The words and questions that a package adds; all words are in lower case.

    Attributes:
        nouns: Word for a kind of object → the object types that it may mean, the likeliest first.
        plurals: Noun → its plural, where adding an s does not make it.
        values: Word for a state or choice → object type → parameters of its FilterSet, as in NetBox's URLs.
        attributes: Word for a property → names of fields or properties that it may be, the likeliest first.
        contents: Object type → the type of objects that "what is in it" asks for.
        actions: Questions of its own.

    Raises:
        TypeError: A part has another shape.
    """

    nouns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    plurals: Mapping[str, str] = field(default_factory=dict)
    values: Values = field(default_factory=dict)
    attributes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    contents: Mapping[str, str] = field(default_factory=dict)
    actions: Sequence[ExtensionAction] = ()

    def __post_init__(self) -> None:
        for part in ('nouns', 'attributes'):
            given = getattr(self, part)
            fits = isinstance(given, Mapping) and _are_texts(tuple(given)) and all(map(_are_texts, given.values()))
            _check(fits, f'{part} has to map words to tuples of names.')
        for part in ('plurals', 'contents'):
            given = getattr(self, part)
            fits = isinstance(given, Mapping) and _are_texts((*given, *given.values()))
            _check(fits, f'{part} has to map texts to texts.')
        _check(_are_values(self.values), 'values has to map words to object types, and those to filter parameters.')
        fits = isinstance(self.actions, list | tuple) and all(isinstance(i, ExtensionAction) for i in self.actions)
        _check(fits, 'actions has to be a tuple of ExtensionAction.')


def _check(fits: bool, reason: str) -> None:
    if not fits:
        raise TypeError(reason)


def _are_texts(given: object) -> bool:
    return isinstance(given, list | tuple) and all(isinstance(item, str) and item for item in given)


def _are_values(given: object) -> bool:
    return isinstance(given, Mapping) and all(
        isinstance(of_types, Mapping) and all(isinstance(parameters, Mapping) for parameters in of_types.values())
        for of_types in given.values()
    )
