"""Words for the values of choice fields: `active`, `cat5e`, `40G`, `access`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db.models import Field
from django.utils.translation import override

from ..conversation.objects import ValueSpan
from ..conversation.text import Token, fold
from ..conversation.vocabulary import vocabulary
from .catalogue import Kind, kinds
from .extensions.registry import registry
from .nouns import inventory_words, singulars
from .visibility import is_credential

__all__ = ('added_values', 'values_in')

Values = Mapping[str, dict[str, dict[str, Any]]]
LONGEST = 3
_BRACKETS = re.compile(r'^(.*?)\s*\(([^)]*)\)$')
_SPEED = re.compile(r'(\d+(?:\.\d+)?[mg])e')


def values_in(tokens: Sequence[Token]) -> tuple[ValueSpan, ...]:
    """The words among `tokens` that are values of a choice field, the longest that stand at each place."""
    spans = []
    for at, token in enumerate(tokens):
        for size in range(LONGEST, 0, -1):
            run = tokens[at : at + size]
            words = ' '.join(item.folded for item in run)
            if size == 1:
                # `which of them are containers?`.
                words = next((word for word in singulars(words) if word in _statuses()), words)
            own = _statuses().get(words, {}) | _choices().get(words, {})
            if len(run) == size and (found := added_values().get(words, {}) | own):
                weak = words in _choices() and words not in _statuses()
                spans.append(ValueSpan(token.start, run[-1].end, found, weak))
                break
    return tuple(spans)


@lru_cache(maxsize=1)
def _statuses() -> Values:
    """Folded label or value of a status → object type → parameter and value; the words of the data file as well."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    with override('en'):
        for object_type, kind in kinds().items():
            if 'status' not in kind.filterset.base_filters:
                continue
            for value, label in kind.model._meta.get_field('status').flatchoices:
                for word in {fold(str(label)), fold(str(value))}:
                    found.setdefault(word, {})[object_type] = {'status': value}
    for word, types in inventory_words()['values'].items():
        found.setdefault(word, {}).update(types)
    return found


@lru_cache(maxsize=1)
def _choices() -> Values:
    """The same for all other choice fields that NetBox filters by; a word may mean several values ("40G")."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    plain = {*inventory_words()['names']['plain'], *vocabulary().closed}
    with override('en'):
        for object_type, kind in kinds().items():
            for field in _choice_fields(kind):
                for value, label in field.flatchoices:
                    for word in _words(str(label), str(value)) - plain:
                        of_type = found.setdefault(word, {}).setdefault(object_type, {})
                        # The first field that has the word keeps it.
                        if not of_type or field.name in of_type:
                            of_type.setdefault(field.name, []).append(value)
    return found


@lru_cache(maxsize=1)
def added_values() -> Values:
    """The words of extensions, for the types in which NetBox has no such value itself."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for item in registry().installed:
        for text, of_types in item.extension.values.items():
            word = fold(text)
            for object_type, given in of_types.items():
                if reason := _objection(word, object_type, given, found):
                    registry().refuse(item.package, f'the value {word!r} of {object_type} {reason}.')
                    continue
                wanted = {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
                found.setdefault(word, {})[object_type] = wanted
    return found


def _objection(word: str, object_type: str, given: Mapping[str, Any], added: Values) -> str:
    """Why a word is no value of a type; empty where it is one."""
    if object_type not in kinds():
        return 'is for objects that NetBox does not have'
    if any(object_type in known.get(word, {}) for known in (_statuses(), _choices(), added)):
        return 'has a meaning already'
    # Custom fields are filtered by as well, and stand in no list.
    known = kinds()[object_type].filterset.base_filters
    unknown = [name for name in given if name not in known and not name.startswith('cf_')]
    return f'is no filter of NetBox: {", ".join(unknown)}' if unknown else ''


def _choice_fields(kind: Kind) -> Iterator[Field]:
    for field in kind.model._meta.concrete_fields:
        named = field.name in kind.filterset.base_filters and not field.name.endswith('_unit')
        if named and field.choices and field.name != 'status' and not is_credential(field.name):
            yield field


def _words(label: str, value: str) -> set[str]:
    """What people call a choice: its label, what stands in brackets in it, its value; speeds without their ending."""
    parts = [label, value.replace('-', ' '), value]
    if hit := _BRACKETS.match(label):
        parts += hit.groups()
    words = {fold(part) for part in parts}
    words |= {hit[1] for word in words if (hit := _SPEED.fullmatch(word))}
    words |= {f'{hit[1]}be' for word in words if (hit := _SPEED.fullmatch(word))}
    return {word for word in words if len(word) > 1 and not word.isdecimal()}
