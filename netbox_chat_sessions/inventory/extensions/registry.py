"""The extensions that other packages register, loaded once; one that cannot be used is named, and never in the way."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from .shape import Extension, ExtensionAction

__all__ = ('Installed', 'Registry', 'action_key', 'registry')

ENTRY_POINTS = 'netbox_chat_sessions.extensions'

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Installed:
    """An extension, and the package that it came with."""

    package: str
    extension: Extension


@dataclass
class Registry:
    """What the installed packages add.

    Attributes:
        installed: Extensions that can be used, by package name: of two that want one word the first has it.
        failed: Package → why it could not be loaded.
        refused: Package → its words that are not used, each with the reason.
    """

    installed: tuple[Installed, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=dict)

    def refuse(self, package: str, reason: str) -> None:
        """Note and log that a word of a package is not used."""
        self.refused.setdefault(package, []).append(reason)
        logger.warning('Extension %s: %s', package, reason)

    def actions(self) -> Iterator[tuple[str, ExtensionAction]]:
        """The questions of all extensions, with their packages."""
        for item in self.installed:
            for action in item.extension.actions:
                yield item.package, action

    def action(self, key: str) -> tuple[str, ExtensionAction] | None:
        """The question of that key with its package; None where its package is no longer installed."""
        return next(((package, item) for package, item in self.actions() if action_key(package, item) == key), None)


def action_key(package: str, action: ExtensionAction) -> str:
    """How a query names an action: `netbox-contracts:remaining`."""
    return f'{package}:{action.name}'


@cache
def registry() -> Registry:
    """What the installed packages add; they are installed when NetBox starts, so they are looked for once."""
    found = Registry()
    points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (_package(point), point.name))
    installed = []
    for point in points:
        package = _package(point)
        try:
            installed.append(Installed(package, _loaded(point)))
        # Whatever another package raises while it is imported, NetBox can be asked without it.
        except Exception as error:
            found.failed[package] = f'{type(error).__name__}: {error}'
            logger.exception('Extension %s cannot be loaded.', package)
    found.installed = tuple(installed)
    return found


def _loaded(point: EntryPoint) -> Extension:
    found = point.load()
    if not isinstance(found, Extension):
        raise TypeError(f'{point.value} is no Extension but a {type(found).__name__}.')
    return found


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.name
