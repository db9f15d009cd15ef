"""NetBox objects as a conversation sees them: keys, shown objects, and the words of a text that stand for some."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from .text import words_of

__all__ = ('Annotations', 'NameSpan', 'Noun', 'NounSpan', 'ObjectKey', 'ObjectRef', 'Trait', 'ValueSpan')


class ObjectKey(NamedTuple):
    """Identity of a NetBox object. Names repeat and change, so nothing is ever keyed by name.

    Attributes:
        object_type: `app_label.model`, lower case, such as `dcim.rack`.
        object_id: Primary key.
    """

    object_type: str
    object_id: int


class Trait(NamedTuple):
    """A property that tells objects of one type apart, such as `('role', 'dcim.devicerole', 3)`."""

    name: str
    object_type: str
    object_id: int


@dataclass(frozen=True)
class ObjectRef:
    """A live object that the caller may see.

    Attributes:
        key: Its identity.
        display: What NetBox shows for it (`str(object)`).
        url: Path of its page, BASE_PATH included; empty where it has none.
        detail: The fact that tells it apart from others of that name, such as `site MDF, Row 1`.
        kind: What one of its type is called in English, such as `rack`.
        traits: Its relations to roles, manufacturers, sites, racks… as `Trait`s.
        texts: What may describe it: its name, its place, its description, its states.
        within: The objects that its detail names.
    """

    key: ObjectKey
    display: str
    url: str = ''
    detail: str = ''
    kind: str = ''
    traits: frozenset[Trait] = frozenset()
    texts: tuple[str, ...] = ()
    within: tuple[ObjectKey, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """Folded words by which a person may describe it ("the one in Akron", "the damaged one")."""
        return words_of(*self.texts)


@dataclass(frozen=True)
class Noun:
    """A word that stands for a kind of object: a model's name, or a role from live data.

    Attributes:
        object_types: The types it may stand for, likeliest first ("interface" is of devices and of virtual machines).
        traits: Objects of the types that have such traits at all need one of them: "that switch" has the traits of all
            roles whose name ends in switch, "the panel" is a power panel or a device of the role Patch Panel.
        trait_types: The types that need one; empty: all of them.
        label: How a person would name one, such as `switch`.
        anchors: The types that such an object can be one of ("the gateway" is one of a prefix); empty: any.
    """

    object_types: tuple[str, ...]
    traits: frozenset[Trait] = frozenset()
    trait_types: tuple[str, ...] = ()
    label: str = ''
    anchors: tuple[str, ...] = ()

    def needs_trait(self, object_type: str) -> bool:
        """Whether an object of that type is of this kind only with one of the traits."""
        return bool(self.traits) and (not self.trait_types or object_type in self.trait_types)

    def fits(self, ref: ObjectRef) -> bool:
        """Whether `ref` is an object of this kind."""
        if ref.key.object_type not in self.object_types:
            return False
        return not self.needs_trait(ref.key.object_type) or bool(self.traits & ref.traits)


@dataclass(frozen=True)
class NounSpan:
    """A noun in a text at `[start, end)`, characters counted from 0."""

    start: int
    end: int
    noun: Noun
    plural: bool = False


@dataclass(frozen=True)
class NameSpan:
    """Words of a text at `[start, end)` that name one or several objects.

    Attributes:
        text: The words as they stand in the text.
        matches: The objects of that name, those that fit best; several: they are equals.
        exact: The name was said in full ("DM-Akron"); False: a part of it ("Akron").
        quoted: It stands in quotes, so it is a name even when nothing is called so.
        noun: The kind that the text gives it ("rack R101"), with its span inside `[start, end)` or beside it.
        near: Where nothing is called so: objects one edit away from it, to be offered and never taken.
    """

    start: int
    end: int
    text: str
    matches: tuple[ObjectRef, ...] = ()
    exact: bool = True
    quoted: bool = False
    noun: NounSpan | None = None
    near: tuple[ObjectRef, ...] = ()

    @property
    def keys(self) -> tuple[ObjectKey, ...]:
        """Identities of the matches, in order."""
        return tuple(ref.key for ref in self.matches)


@dataclass(frozen=True)
class ValueSpan:
    """A word at `[start, end)` that is the value of a choice field, such as the status `active`.

    Attributes:
        values: Pairs of object type and the value there: `{'dcim.device': {'status': 'active'}}`; a list: any of these.
        weak: Only an uncommon field has that value ("access" is a mode of interfaces); elsewhere it is a plain word.
    """

    start: int
    end: int
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    weak: bool = False


@dataclass(frozen=True)
class Annotations:
    """What live data knows about the words of one text; spans are sorted and do not overlap."""

    text: str
    names: tuple[NameSpan, ...] = ()
    nouns: tuple[NounSpan, ...] = ()
    values: tuple[ValueSpan, ...] = ()
