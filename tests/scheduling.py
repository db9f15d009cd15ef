"""Which tests run on one worker, one after the other, when several workers share the suite (pytest-xdist)."""

from collections import Counter
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

__all__ = ('Scheduling', 'longest_first', 'scope')

# Whose tests share what takes long to make.
FOLDERS = ('tests/netbox/asking/',)
# What takes minutes: handed out first, so that no worker is left with it at the end.
LONG = (
    'tests/netbox/asking/',
    'tests/browser/',
    'tests/faults/',
    'tests/netbox/conversations/',
    'tests/netbox/assistant/',
    'tests/netbox/test_sample_inventory.py',
    'tests/worker/',
    'tests/netbox/hidden/',
    'tests/netbox/bad_input/',
    'tests/netbox/injections/',
    'tests/netbox/observability/',
    'tests/load/',
    'tests/packaging/',
)


def scope(nodeid: str) -> str:
    """The folder or file whose tests stay together."""
    path = nodeid.partition('::')[0]
    return next((folder for folder in FOLDERS if path.startswith(folder)), path)


def longest_first(items: list[pytest.Item]) -> None:
    """Put the tests in the order in which they are handed out."""
    sizes = Counter(scope(item.nodeid) for item in items)

    def rank(item: pytest.Item) -> tuple[int, int, str]:
        found = scope(item.nodeid)
        long = next((place for place, path in enumerate(LONG) if found.startswith(path)), len(LONG))
        return long, -sizes[found], found

    items.sort(key=rank)


class Scheduling(LoadScopeScheduling):
    """Hands out scopes in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        self.config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return scope(nodeid)
