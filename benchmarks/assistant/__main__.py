"""The command: `.venv/bin/python -m benchmarks.assistant --url URL --token TOKEN`."""

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

from .promises import Answered, broken

QUESTIONS = Path(__file__).parent / 'questions.toml'
CHAT = '/api/plugins/chat-sessions/chat/'
PATIENCE = 180
# What is said while a service is left alone, and for how long that is.
LEFT_ALONE = 'left alone'
PAUSE = 31


@dataclass(frozen=True)
class Client:
    """One NetBox, as the owner of a token sees it."""

    url: str
    token: str

    def __call__(self, path: str, body: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """What a path answers, as JSON; with a body it is posted."""
        data = None if body is None else json.dumps(body).encode()
        headers = {'Authorization': f'Bearer {self.token}', 'Content-Type': 'application/json'}
        request = Request(self.url + path, data, {**headers, 'Accept': 'application/json'})  # noqa: S310 — a demo's
        with urlopen(request, timeout=PATIENCE) as response:  # noqa: S310
            found: Mapping[str, Any] = json.load(response)
        return found


def main(options: argparse.Namespace) -> int:
    """Ask everything, show what came of it, and name the promises that were broken; the exit status."""
    client = Client(options.url.rstrip('/'), options.token)
    questions = tomllib.loads(QUESTIONS.read_text(encoding='utf-8'))['questions'][: options.most]
    failures = 0
    for message in questions:
        answered = ask(client, message)
        body = answered.body
        lost = list(broken(answered))
        failures += len(lost)
        stored = client(f'/api/plugins/chat-sessions/interactions/{body["interaction"]["id"]}/')
        print(f'{answered.seconds:6.1f} s {stored["tokens"]:6d} tokens  {body["turn"]["agent"]:9} {message}')
        print(f'         {answered.reply["kind"]}: {answered.reply["text"][:150]}')
        print(f'         {answered.note[:150]}', *(f'BROKEN: {name}' for name in lost), sep='\n         ', flush=True)
    print(f'{len(questions)} questions, {failures} promises broken')
    return int(bool(failures))


def ask(client: Client, message: str) -> Answered:
    """One turn; a service that is left alone after failures is waited for, as it is to be tried."""
    for _attempt in range(2):
        started = monotonic()
        answered = Answered(message, client(CHAT, {'message': message}), monotonic() - started, client)
        if LEFT_ALONE not in answered.note:
            break
        sleep(PAUSE)
    return answered


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--url', default='http://127.0.0.1:8000', help='address of NetBox')
    parser.add_argument('--token', required=True, help='API token')
    parser.add_argument('--most', type=int, help='only so many questions')
    sys.exit(main(parser.parse_args()))
