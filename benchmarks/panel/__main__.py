"""The command: `.venv/bin/python -m benchmarks.panel`; it needs Chromium.

It fails when a page costs a statement more with the panel, when our script blocks a page for 10 ms or opening takes
100 ms (medians), or when a longer session takes more statements.
"""

import argparse
import contextlib
import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.resolution.figures import table
from devtools.databases import Databases
from devtools.demo import await_answer, listen, start_program, web_server
from devtools.demo_database import check_data, fill
from devtools.install import PYTHON
from devtools.instance import Instance
from devtools.paths import ROOT, say
from devtools.processes import stop_children, supervise
from devtools.services import is_keeper, services
from devtools.slots import slot

from .browsing import browse
from .inside import WITH, WITHOUT

DATABASE = 'netbox_bench_panel'
BLOCKING, OPENING = 10, 100


def main(options: argparse.Namespace) -> int:
    """Make the database, measure, and drop it."""
    check_data(options.data)
    with services() as found, slot(found) as number:
        databases = Databases(found)
        instance = Instance(found, databases.name(DATABASE), valkey_database=2 * number)
        try:
            databases.drop(instance.database)
            say('Making the inventory')
            fill(databases, instance.database, options.data)
            databases.migrate(instance.database)
            if options.data is None:
                instance.netbox('chat_sample_inventory')
            measured = measure(instance, options)
        finally:
            stop_children(is_keeper)
            databases.drop(instance.database)
    print(*report(measured), sep='\n\n')
    return verdict(measured, options.busy)


def measure(instance: Instance, options: argparse.Namespace) -> dict[str, Any]:
    """The server's part and the browser's."""
    sessions = inside(instance, 'prepare', *options.interactions)
    say('Timing the server')
    measured = inside(instance, 'measure', options.repeat, *sessions.values())
    say('Timing the browser')
    with listen('127.0.0.1', 8900) as listener, contextlib.ExitStack() as stack:
        url = f'http://127.0.0.1:{listener.getsockname()[1]}'
        server = start_program(stack, instance, 'bench-panel', web_server(listener), listener)
        await_answer(url, server)
        playwright = stack.enter_context(sync_playwright())
        path = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)
        browser = playwright.chromium.launch(executable_path=path, args=['--no-sandbox'])
        measured['browser'] = browse(browser, url, measured['pages'], list(sessions.values()), options.visits)
        browser.close()
    return measured | {'sessions': sessions}


def inside(instance: Instance, *arguments: object) -> dict[str, Any]:
    """What the part inside NetBox prints."""
    command = [str(PYTHON), '-m', 'benchmarks.panel.inside', *map(str, arguments)]
    done = subprocess.run(command, check=True, cwd=ROOT, env=instance.environment(), stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def report(measured: Mapping[str, Any]) -> Iterator[str]:
    """The tables."""
    server, browser = measured['server'], measured['browser']
    rows = []
    for name in measured['pages']:
        own, other = (server[f'{name}|{who}'] for who in (WITH, WITHOUT))
        here, there = (browser[f'{name}|{who}'] for who in (WITH, WITHOUT))
        rows.append(
            (
                name,
                f'{own["statements"]} / {other["statements"]}',
                with_ratio(median(own['times']), median(other['times'])),
                with_least(visit['script'] for visit in here),
                with_ratio(median(visit['ready'] for visit in here), median(visit['ready'] for visit in there)),
            )
        )
    yield 'Pages with the panel, closed; in brackets the ratio to the page without it, and our script at its fastest:'
    yield table(('page', 'statements: with / without', 'server: ms', 'our script: ms', 'page ready: ms'), rows)
    base, rows = None, []
    for length, pk in measured['sessions'].items():
        told, opened = server[f'session {pk}'], browser[f'session {pk}']
        base = base or median(told['times'])
        rows.append(
            (
                f'{int(length):,}',
                str(told['statements']),
                with_ratio(median(told['times']), base),
                *(with_least(each[name] for each in opened) for name in ('handled', 'painted', 'session')),
            )
        )
    yield 'Opening the panel on a session; in brackets the ratio to the shortest session, and the shortest time:'
    yield table(
        ('interactions', 'statements', 'server: ms', 'script: ms', 'panel there: ms', 'session there: ms'), rows
    )


def verdict(measured: Mapping[str, Any], busy: bool) -> int:
    """Whether the promises are kept; the exit status."""
    typical = min if busy else median
    server, browser = measured['server'], measured['browser']
    broken = []
    for name in measured['pages']:
        if server[f'{name}|{WITH}']['statements'] > server[f'{name}|{WITHOUT}']['statements']:
            broken.append(f'{name}: more statements')
        if typical(visit['script'] for visit in browser[f'{name}|{WITH}']) >= BLOCKING:
            broken.append(f'{name}: our script takes {BLOCKING} ms')
    sessions = [f'session {pk}' for pk in measured['sessions'].values()]
    if len({server[name]['statements'] for name in sessions}) > 1:
        broken.append('a longer session takes more statements')
    if any(typical(each['painted'] for each in browser[name]) >= OPENING for name in sessions):
        broken.append(f'opening takes {OPENING} ms')
    print('', *(f'Not kept: {line}' for line in broken or ['nothing']), sep='\n')
    return int(bool(broken))


def median(values: Any) -> float:
    """The median of some numbers."""
    return statistics.median(values)


def with_ratio(own: float, other: float) -> str:
    """A number, with how many times as much as another it is."""
    return f'{own:.1f} ({own / other:.2f})'


def with_least(values: Iterable[float]) -> str:
    """The median of some times, with the shortest."""
    times = list(values)
    return f'{median(times):.1f} ({min(times):.1f})'


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog='python -m benchmarks.panel', description=__doc__)
    parser.add_argument('--data', type=Path, metavar='FILE.sql.gz', help='this dump, not the sample inventory')
    parser.add_argument('--interactions', type=int, nargs='+', default=[20, 500, 5000], help='lengths, shortest first')
    parser.add_argument('--repeat', type=int, default=20, help='how often the server is asked (%(default)s)')
    parser.add_argument('--visits', type=int, default=7, help='how often the browser visits (%(default)s)')
    parser.add_argument('--busy', action='store_true', help='judge by the shortest times: other programs run as well')
    return parser.parse_args()


if __name__ == '__main__':
    given = parse_arguments()
    sys.exit(supervise(lambda: main(given), is_keeper))
