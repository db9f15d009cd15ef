"""Turns that run on beside the requests that began them."""

import threading
from time import sleep

__all__ = ('join_turns',)

# Seconds that a turn may take to its end.
LIMIT = 30


def join_turns():
    """Wait for the turns that nobody listens to any more: what they still store would come into the next test."""
    for thread in threading.enumerate():
        if thread.name == 'chat-turn':
            _join(thread)


def _join(thread):
    while True:
        try:
            return thread.join(LIMIT)
        except RuntimeError:
            # It is just being started, and cannot be joined yet.
            sleep(0.01)
