"""The command: `.venv/bin/python -m benchmarks.resolution`.

It fails when a ratio is above the limit, or when a turn goes wrong.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from devtools.databases import Databases, migrations_fingerprint
from devtools.instance import Instance
from devtools.paths import ROOT, say
from devtools.processes import supervise
from devtools.services import is_keeper, services
from devtools.slots import slot

from .figures import Figures, table
from .measuring import CALLS, Measurements, measure, worker_command
from .turns import OPENING, TURNS

UNITS = ('median ms', 'p95 ms', 'processor: median ms', 'p95 ms', 'statements')


def main(options: argparse.Namespace) -> int:
    """Make the databases, measure, show the figures, and drop the databases."""
    with services() as found, slot(found) as number:
        databases = Databases(found)
        names = {size: databases.name(f'netbox_bench_{size}') for size in options.devices}
        instances = {size: Instance(found, name, valkey_database=2 * number) for size, name in names.items()}
        try:
            for size, instance in instances.items():
                prepare(databases, instance, size)
            say('Taking turns')
            measured = measure(instances, options.interactions, options.repeat)
        finally:
            if not options.keep:
                for name in names.values():
                    databases.drop(name)
    if options.samples:
        save(measured, options.samples)
    print(*report(measured, options), sep='\n\n')
    return verdict(measured, options)


def prepare(databases: Databases, instance: Instance, devices: int) -> None:
    """Make the database with its inventory unless it is there."""
    name = instance.database
    if not databases.exists(name):
        say(f'Generating an inventory of {devices:,} devices')
        scratch = f'{name}_new'
        databases.drop(scratch)
        databases.create_with_schema(scratch)
        environment = Instance(instance.services, scratch, instance.valkey_database).environment()
        subprocess.run(worker_command('build', devices), check=True, cwd=ROOT, env=environment)
        databases.rename(scratch, name)
        databases.set_state(name, migrations_fingerprint())
    if databases.state(name) != migrations_fingerprint():
        databases.migrate(name)


def report(measured: Measurements, options: argparse.Namespace) -> Iterator[str]:
    """The tables: all sizes, then each kind of turn, the ratio to the smallest in brackets."""
    smallest = options.devices[0], options.interactions[0]
    largest = options.devices[-1], options.interactions[-1]
    for call in CALLS:
        base = measured.figures(call, RESOLUTION, *smallest)
        rows = []
        for devices in options.devices:
            for interactions in options.interactions:
                figures = measured.figures(call, RESOLUTION, devices, interactions)
                rows.append((f'{devices:,}', f'{interactions:,}', *figures.cells(figures.ratio(base))))
        yield f'{TITLES[call]}, all kinds of turns together:'
        yield table(('devices', 'interactions', *UNITS), rows)
        for title, turns in (('', RESOLUTION), (' (not resolution: the answer counts or sorts devices)', OTHER)):
            rows = [
                (turn, *figures.cells(figures.ratio(measured.figures(call, [turn], *smallest))))
                for turn in turns
                if (figures := measured.figures(call, [turn], *largest))
            ]
            yield f'{TITLES[call]}, at {largest[0]:,} devices and {largest[1]:,} interactions{title}:'
            yield table(('turn', *UNITS), rows)


TITLES: Mapping[str, str] = {'resolve': 'Resolution alone', 'turn': 'Whole turns'}
RESOLUTION: Collection[str] = [turn.name for turn in TURNS if turn.resolution]
OTHER: Collection[str] = [turn.name for turn in TURNS if not turn.resolution]


def verdict(measured: Measurements, options: argparse.Namespace) -> int:
    """Whether the largest stays within the limit, all turns together and each by its median; the exit status."""
    smallest = options.devices[0], options.interactions[0]
    largest = options.devices[-1], options.interactions[-1]
    failed = []
    for call in CALLS:
        for turns in (RESOLUTION, *([turn] for turn in RESOLUTION)):
            ratio = measured.figures(call, turns, *largest).ratio(measured.figures(call, turns, *smallest))
            worst = max(_judged(ratio, options.busy, len(turns) > 1))
            if worst > options.limit:
                failed.append(f'{TITLES[call]}, {turns[0] if len(turns) == 1 else "all"}: {worst:.2f}')
    print('', *(f'Above {options.limit:g}: {line}' for line in failed or ['nothing']), sep='\n')
    for cell, fault in measured.faults.items():
        print(f'Wrong with {cell.devices:,} devices, {cell.interactions:,} interactions ({cell.call}): {fault}')
    return int(bool(failed or measured.faults))


def _judged(ratio: Figures, busy: bool, together: bool) -> Iterator[float]:
    """The ratios that count: of a single kind of turn there are too few for the rarest to tell anything."""
    yield from (ratio.statements, ratio.processor if busy else ratio.median)
    if together:
        yield ratio.processor_p95 if busy else ratio.p95


def save(measured: Measurements, path: Path) -> None:
    """Write every sample."""
    rows = [
        {**cell._asdict(), 'statements': measured.statements[cell], 'samples': [asdict(sample) for sample in samples]}
        for cell, samples in measured.samples.items()
    ]
    path.write_text(json.dumps(rows), encoding='utf-8')


def parse_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog='python -m benchmarks.resolution', description=__doc__)
    sizes = {'type': int, 'nargs': '+', 'metavar': 'N'}
    parser.add_argument('--devices', **sizes, default=[300, 20_000, 200_000], help='sizes, the smallest first')
    parser.add_argument('--interactions', **sizes, default=[5, 500, 5000], help='lengths, the shortest first')
    parser.add_argument('--repeat', type=int, default=30, help='how often each turn is timed (%(default)s)')
    parser.add_argument('--limit', type=float, default=2, help='the largest ratio that is good enough (%(default)s)')
    parser.add_argument('--busy', action='store_true', help='judge by processor time: other programs run as well')
    parser.add_argument('--keep', action='store_true', help='keep the generated databases for the next run')
    parser.add_argument('--samples', type=Path, metavar='FILE.json', help='write every sample to a file')
    options = parser.parse_args(arguments)
    if any(length % len(OPENING) for length in options.interactions):
        parser.error(f'Interactions come in rounds of {len(OPENING)}.')
    return options


if __name__ == '__main__':
    given = parse_arguments()
    sys.exit(supervise(lambda: main(given), is_keeper))
