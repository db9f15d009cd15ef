"""Every contract test runs once for each store."""

from functools import partial

import pytest

from .worlds import MemoryWorld, OrmWorld


@pytest.fixture(params=['memory', 'orm'])
def world(request):
    """People and their stores, empty."""
    if request.param == 'memory':
        return MemoryWorld()
    request.getfixturevalue('db')
    commit = request.getfixturevalue('django_capture_on_commit_callbacks')
    return OrmWorld(partial(commit, execute=True))


@pytest.fixture
def store(world):
    """The owner's store."""
    return world.store('owner')
