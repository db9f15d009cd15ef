"""Matrices of thousands of cases: each run takes some of them, `NETBOX_CHAT_EVERY_CASE=1` takes all."""

import os
from collections.abc import Iterable, Iterator
from itertools import islice

__all__ = ('sampled',)


def sampled[Case](cases: Iterable[Case], step: int) -> Iterator[Case]:
    """Every `step`th case; of a product, a step prime to the number of columns meets each row and each column."""
    return islice(cases, None, None, 1 if os.environ.get('NETBOX_CHAT_EVERY_CASE') else step)
