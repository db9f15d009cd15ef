"""Rules for settings: what a value must be, and the sentence that says so."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from django.core.exceptions import ImproperlyConfigured

__all__ = ('Rule', 'check', 'flag', 'mapping_of', 'number', 'refusal', 'strings', 'whole', 'words')

Rule = tuple[Callable[[Any], bool], str]


def whole(least: int, most: int | None = None) -> Rule:
    """A whole number between two bounds, both included."""
    sentence = f'a whole number from {least}' + (f' to {most}' if most is not None else ' up')
    return (
        lambda value: type(value) is int and value >= least and (most is None or value <= most),
        sentence,
    )


def number(least: float, most: float) -> Rule:
    """A number between two bounds, both included."""
    return (
        lambda value: isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most,
        f'a number from {least:g} to {most:g}',
    )


def flag() -> Rule:
    """True or False."""
    return (lambda value: isinstance(value, bool), 'True or False')


def words() -> Rule:
    """A text with something in it."""
    return (lambda value: isinstance(value, str) and bool(value.strip()), 'a text that is not empty')


def strings(value: Any) -> bool:
    """Whether a value is a collection of texts."""
    return isinstance(value, list | tuple | set) and all(isinstance(item, str) for item in value)


def mapping_of(kind: Callable[[Any], bool], sentence: str) -> Rule:
    """A mapping of names to values of one kind."""
    return (
        lambda value: isinstance(value, Mapping) and all(isinstance(k, str) and kind(v) for k, v in value.items()),
        f'a mapping of names to {sentence}',
    )


def check(values: Mapping[str, Any], rules: Mapping[str, Rule], where: str, secret: tuple[str, ...] = ()) -> None:
    """Hold values against their rules.

    Args:
        values: What was set.
        rules: Name → rule; other names are wrong.
        where: The path of `values` in PLUGINS_CONFIG, for the message.
        secret: Names whose values no message repeats.

    Raises:
        ImproperlyConfigured: Names the first wrong key, and what it should be.
    """
    for name, value in values.items():
        if name not in rules:
            near = get_close_matches(str(name), rules, n=1)
            hint = f'Did you mean {near[0]!r}?' if near else f'Known settings: {", ".join(sorted(rules))}.'
            raise ImproperlyConfigured(f'{where}[{name!r}] is not a setting. {hint}')
        accepts, sentence = rules[name]
        if not accepts(value):
            raise refusal(where, name, sentence, *(() if name in secret else (value,)))


def refusal(where: str, name: str, sentence: str, *value: Any) -> ImproperlyConfigured:
    """The error for one key; without its value where that may be a secret."""
    said = f', not {value[0]!r}' if value else ''
    return ImproperlyConfigured(f'{where}[{name!r}] must be {sentence}{said}.')
