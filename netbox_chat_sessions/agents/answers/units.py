"""Rack units in words."""

from collections.abc import Iterable

from django.utils.translation import gettext

from ...inventory.enumerating import enumeration

__all__ = ('run_text', 'runs_in_words')


def runs_in_words(runs: Iterable[tuple[int, int]]) -> str:
    """Stretches of units in a sentence, the lowest first: U11 to U31, U33."""
    return enumeration(
        f'U{first}' if first == last else gettext('U%(first)s to U%(last)s') % {'first': first, 'last': last}
        for first, last in sorted(runs)
    )


def run_text(run: tuple[int, int]) -> str:
    """One stretch where there is little room: U11–U31."""  # noqa: RUF002
    return f'U{run[0]}' if run[0] == run[1] else f'U{run[0]}–U{run[1]}'  # noqa: RUF001
