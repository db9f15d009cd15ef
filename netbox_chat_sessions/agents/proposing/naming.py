"""What people call the fields of a kind of object."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import override

from ...conversation.text import fold
from ...inventory.catalogue import Kind
from ...inventory.nouns import singulars
from ...inventory.visibility import is_credential
from ...inventory.writing.fields import CUSTOM, Sort, WritableField, writable_fields
from ..language.lexicon import lexicon
from .objections import Objection
from .sentence import Sentence
from .words import ChangeWords

__all__ = ('FieldNames', 'Named')

LONGEST = 4
# The field that says what an object is called, the first that its kind has.
NAMES = ('name', 'model', 'cid', 'prefix', 'address', 'mac_address', 'ssid', 'asn', 'vid', 'username', 'label')
_BRACKETS = re.compile(r'\s*\([^)]*\)')


@dataclass(frozen=True)
class Named:
    """Words that name a field, and how many they are."""

    field: WritableField
    size: int


@dataclass(frozen=True)
class FieldNames:
    """The fields of a kind by the words for them."""

    kind: Kind
    words: ChangeWords

    @cached_property
    def fields(self) -> Mapping[str, WritableField]:
        """All fields that can be set, by name."""
        return writable_fields(self.kind)

    @cached_property
    def by_word(self) -> Mapping[str, WritableField]:
        """Folded words → field: its label and name in NetBox, then what people call it."""
        found: dict[str, WritableField] = {}
        with override('en'):
            for name, field in self.fields.items():
                bare = name.removeprefix(CUSTOM)
                for words in (field.label, bare, bare.replace('_', ' ')):
                    found.setdefault(fold(_BRACKETS.sub('', words)), field)
        for words, names in (*self.words.mapping('fields').items(), *lexicon().attributes.items()):
            known = next((self.fields[name] for name in names if name in self.fields), None)
            if known:
                found.setdefault(words, known)
        return found

    @property
    def calling(self) -> WritableField | None:
        """The field that says what an object is called."""
        return next((self.fields[name] for name in NAMES if name in self.fields), None)

    def at(self, sentence: Sentence, places: Sequence[int], at: int) -> Named | None:
        """The field that is named from `places[at]` on, by the longest words.

        Raises:
            Objection: The words name what may hold a credential.
        """
        for size in range(min(LONGEST, len(places) - at), 0, -1):
            run = [sentence.tokens[place] for place in places[at : at + size]]
            if places[at + size - 1] - places[at] >= size or any(token.closes for token in run[:-1]):
                # Punctuation parts words, and so does what is no longer among the places.
                continue
            said = ' '.join((*(token.folded for token in run[:-1]), run[-1].base))
            for words in (said, *singulars(said)[1:]):
                if field := self.by_word.get(words):
                    return Named(field, size)
        noun = sentence.noun(places[at])
        if noun and (field := self.of_types(noun.noun.object_types)):
            return Named(field, sentence.size(noun.start, noun.end))
        if is_credential(sentence.tokens[places[at]].text):
            raise Objection(_('This chat takes no passwords, keys or tokens. Set that in NetBox itself.'))
        return None

    def of_types(self, object_types: Sequence[str]) -> WritableField | None:
        """The field for an object of one of these types: named after it, or the only one."""
        for object_type in object_types:
            fitting = [field for field in self.fields.values() if field.model and object_type in field.object_types]
            model = object_type.partition('.')[2]
            named = [field for field in fitting if field.name.replace('_', '') == model or field.name in model]
            if chosen := named[:1] or (fitting if len(fitting) == 1 else []):
                return chosen[0]
        return self._of_any(object_types)

    def _of_any(self, object_types: Sequence[str]) -> WritableField | None:
        """`scope` for a site, `assigned object` for an interface."""
        return next(
            (
                field
                for field in self.fields.values()
                if field.sort is Sort.ANY_OBJECT and not field.object_types.isdisjoint(object_types)
            ),
            None,
        )
