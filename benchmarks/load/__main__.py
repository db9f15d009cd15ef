"""The command: `.venv/bin/python -m benchmarks.load`.

It fails when a turn fails, is lost or is stored twice, or when a figure is worse than the project promises.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import files
from pathlib import Path
from typing import Any

from devtools.databases import Databases
from devtools.demo import await_answer, start_program
from devtools.install import PYTHON
from devtools.instance import Instance
from devtools.paths import ROOT, say
from devtools.processes import supervise
from devtools.services import is_keeper, services
from devtools.slots import slot
from devtools.valkey import free_port

from .cleaning import cleaning
from .load import Load, chat
from .rows import deviations, left, make_sessions

DATABASE = 'netbox_bench_load'
SETTINGS = '{"throttle": null}'
INTERACTIONS = 10
ALONE = (0.2, 0.6)
# Bytes on disk that a session with its interactions takes, indexes and the log of transactions included.
SPACE = 12_000


@dataclass
class Bench:
    """An instance under load.

    Attributes:
        found: What was not as promised.
    """

    options: argparse.Namespace
    instance: Instance
    url: str
    tokens: list[str]
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.connect = lambda: self.instance.services.connect(self.instance.database)

    def alone(self, where: str) -> Load:
        """One person who chats quickly, with nobody else about."""
        return self.load(f'1 person, {where}', 1, ALONE, self.options.calm)

    def crowd(self, what: str, seconds: float) -> Load:
        """Everybody."""
        people = self.options.people
        return self.load(
            f'{people} people, {what}', people, (self.options.think / 2, self.options.think * 1.5), seconds
        )

    def load(self, name: str, people: int, think: tuple[float, float], seconds: float) -> Load:
        """Let people chat, look at what is stored of it, and tell how long turns took."""
        load = chat(self.url, self.tokens, people, think, seconds)
        with self.connect() as connection:
            wrong = deviations(connection, load.answers)
        self.expect(not wrong, f'{name}: {len(wrong)} turns are not stored as they were answered: {wrong[:3]}')
        self.expect(not load.failed, f'{name}: {len(load.failed)} turns failed: {load.failed[:3]}')
        self.tell(name, load)
        return load

    def tell(self, name: str, load: Load) -> None:
        """One line of the report."""
        figures = [1000 * load.median, 1000 * load.percentile(95), 1000 * load.percentile(99)]
        rate = load.turns / load.seconds
        say(
            f'{name}: {load.turns} turns, {rate:.2f} a second; median {figures[0]:.0f} ms, 95 % {figures[1]:.0f} ms, '
            f'99 % {figures[2]:.0f} ms; {len(load.failed)} failed, {load.broken} sent again'
        )

    def compare(self, what: str, value: float, base: float, limit: float) -> None:
        """A ratio that has a limit."""
        say(f'{what}: {value / base:.2f} (at most {limit})')
        self.expect(value <= limit * base, f'{what} is {value / base:.2f}, promised {limit}')

    def expect(self, holds: bool, complaint: str) -> None:
        """What has to hold."""
        if not holds:
            self.found.append(complaint)


def measure(bench: Bench) -> None:
    """All figures, in one run on one instance."""
    options = bench.options
    chat(bench.url, bench.tokens, options.people, (1, 3), 20)
    empty = bench.alone('empty tables')
    say(f'Writing {options.expired} expired sessions with {INTERACTIONS} interactions each')
    with bench.connect() as connection:
        make_sessions(connection, options.expired, INTERACTIONS, status='expired', age='200 days')
    # As long as the other: conversations that go on ask for more.
    before = bench.crowd('no cleanup', options.seconds)
    with cleaning(bench.instance, options.seconds) as clean:
        during = bench.crowd('cleanup at work', options.seconds)
    with bench.connect() as connection:
        rest = left(connection)
    bench.expect(rest == 0, f'{rest} expired sessions are left')
    say(f'Cleanup: {clean.paced} beside them; then without rest {clean.fast}')
    say(f'Its memory: at most {max(clean.memory):.0f} MB, {clean.growth:+.0f} MB after the first tenth')
    bench.expect(clean.growth < options.growth, f'the cleanup grew by {clean.growth:.0f} MB')
    bench.compare('95 % of turns, everybody and cleanup to alone', during.percentile(95), empty.percentile(95), 3)
    bench.compare('95 % of turns, with to without cleanup', during.percentile(95), before.percentile(95), 1.5)
    sessions = fitting(options.sessions)
    say(f'Writing {sessions} sessions with {INTERACTIONS} interactions each')
    again = bench.alone('before they are written')
    with bench.connect() as connection:
        make_sessions(connection, sessions, INTERACTIONS, status='active', age='1 hour')
    full = bench.alone(f'{sessions} sessions')
    bench.compare('median of turns, full to empty tables', full.median, min(empty.median, again.median), 1.3)


def fitting(sessions: int) -> int:
    """As many as fit on the disk, with half of it left."""
    free = shutil.disk_usage(ROOT).free
    return min(sessions, free // 2 // SPACE)


@contextmanager
def server(stack: ExitStack, instance: Instance) -> Iterator[str]:
    """NetBox behind gunicorn, configured as NetBox ships it; its address."""
    [configuration] = [path for path in files('netbox') or () if str(path).endswith('contrib/gunicorn.py')]
    port = free_port()
    command = [PYTHON, '-m', 'gunicorn', '--config', Path(configuration.locate()), '--bind', f'127.0.0.1:{port}']
    program = start_program(stack, instance, 'bench_load', [*command, '--no-control-socket', 'netbox.wsgi:application'])
    url = f'http://127.0.0.1:{port}'
    await_answer(url, program)
    yield url


def main(options: argparse.Namespace) -> int:
    """Make the database, measure in it, and drop it."""
    os.environ['NETBOX_CHAT_SETTINGS'] = SETTINGS
    with services() as found, slot(found) as number, ExitStack() as stack:
        databases = Databases(found)
        instance = Instance(found, databases.name(DATABASE), valkey_database=2 * number)
        databases.drop(instance.database)
        stack.callback(databases.drop, instance.database)
        databases.create_with_schema(instance.database)
        instance.netbox('chat_sample_inventory', stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        command = [PYTHON, '-m', 'benchmarks.load.people', str(options.people)]
        made = subprocess.run(command, check=True, cwd=ROOT, env=instance.environment(), stdout=subprocess.PIPE)
        with found.connect(instance.database) as connection:
            # Later PostgreSQL does so by itself, in the middle of a measurement, and then plans statements differently.
            connection.execute('ANALYZE')
        with server(stack, instance) as url:
            bench = Bench(options, instance, url, tokens_of(made.stdout))
            measure(bench)
    for complaint in bench.found:
        say(f'NOT AS PROMISED: {complaint}')
    return int(bool(bench.found))


def tokens_of(output: bytes) -> Any:
    """The tokens that the last line holds."""
    return json.loads(output.splitlines()[-1])


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog='python -m benchmarks.load', description=__doc__)
    parser.add_argument('--people', type=int, default=50, help='who chat at once (default %(default)s)')
    parser.add_argument('--think', type=float, default=20, help='seconds between two messages (default %(default)s)')
    parser.add_argument('--seconds', type=float, default=180, help='how long they chat (default %(default)s)')
    parser.add_argument('--calm', type=float, default=60, help='how long one chats alone (default %(default)s)')
    parser.add_argument('--expired', type=int, default=100_000, help='sessions to clean up (default %(default)s)')
    parser.add_argument('--sessions', type=int, default=1_000_000, help='sessions in full tables (default %(default)s)')
    parser.add_argument(
        '--growth', type=float, default=20, help='MB by which the cleanup may grow (default %(default)s)'
    )
    return parser.parse_args()


if __name__ == '__main__':
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(supervise(lambda: main(parse_arguments()), is_keeper))
