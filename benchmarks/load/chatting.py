"""People who chat, for Locust: each in sessions of their own, with time to think between two messages.

What was answered is written down, one JSON object on a line, so that it can be compared with what is stored.
"""

import json
import os
import random
import time
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

from locust import FastHttpUser, task

CHAT = '/api/plugins/chat-sessions/chat/'
SAID = (
    'how many devices are there?',
    'list the sites',
    'show the first one',
    'which racks are in it?',
    'how full is the second one?',
    'which devices are active?',
)
# After so many messages a new session is opened.
LONG = 2 * len(SAID)
# Every so often an answer gets lost, and the same turn is sent again.
LOST = 0.05
# A server that has no room for a turn says so, and when to ask again; nobody asks more often than this.
PATIENCE = 20
TOKENS = json.loads(os.environ['NETBOX_CHAT_TOKENS'])
THINK = [float(seconds) for seconds in os.environ['NETBOX_CHAT_THINK'].split()]
ANSWERS = Path(os.environ['NETBOX_CHAT_ANSWERS']).open('a', buffering=1)  # noqa: SIM115
numbers = count()


class Person(FastHttpUser):
    """Somebody who chats, for as long as the load goes on."""

    def on_start(self) -> None:
        """Take one of the tokens, and begin somewhere in the conversation."""
        number = next(numbers)
        self.headers = {'Authorization': f'Bearer {TOKENS[number % len(TOKENS)]}'}
        self.choice = random.Random(number)  # noqa: S311
        self.session: int | None = None
        self.said = 0
        time.sleep(self.wait_time() / 2)

    def wait_time(self) -> float:
        """Seconds to think before the next message."""
        return self.choice.uniform(*THINK)

    @task
    def say(self) -> None:
        """One turn, which is sent again where its answer got lost."""
        turn = {'message': SAID[self.said % len(SAID)], 'session': self.session, 'turn_id': str(uuid4())}
        answered = self.send(turn)
        if answered and self.choice.random() < LOST:
            again = self.send(turn | {'session': answered['session']['id']})
            assert again and again['interaction']['id'] == answered['interaction']['id'], 'the turn ran twice'
        self.said += 1
        self.session = None if self.said % LONG == 0 else answered and answered['session']['id']

    def send(self, turn: dict[str, Any]) -> dict[str, Any] | None:
        """What was answered; nothing where that was an error. Where the server has no room, it is asked again."""
        started = time.monotonic()
        for _ in range(PATIENCE):
            with self.client.post(CHAT, json=turn, headers=self.headers, catch_response=True) as response:
                if response.status_code == 503 and 'Retry-After' in response.headers:
                    response.success()
                    time.sleep(float(response.headers['Retry-After']))
                    continue
                if response.status_code == 0:
                    # gunicorn has closed an idle connection while the message was on its way: the turn is sent again.
                    response.success()
                    print(json.dumps({'broken': repr(response.error)}), file=ANSWERS)
                    continue
                if response.status_code != 200:
                    reason = f'{response.status_code}: {(response.text or "")[:200]}'
                    response.failure(reason)
                    print(json.dumps({'failed': reason}), file=ANSWERS)
                    return None
                answer: dict[str, Any] = response.json()
                break
        else:
            print(json.dumps({'failed': 'there was never room'}), file=ANSWERS)
            return None
        told = {'turn': turn['turn_id'], 'query': turn['message'], 'session': answer['session']['id']}
        told |= {'interaction': answer['interaction']['id'], 'sequence': answer['interaction']['sequence']}
        print(json.dumps(told | {'seconds': time.monotonic() - started}), file=ANSWERS)
        return answer
