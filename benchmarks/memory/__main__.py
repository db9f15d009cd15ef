"""The command: `.venv/bin/python -m benchmarks.memory`.

It fails when a figure is worse than the project promises.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from devtools.databases import Databases
from devtools.demo_database import check_data, fill, make_accounts
from devtools.install import PYTHON
from devtools.instance import Instance
from devtools.paths import ROOT, say
from devtools.processes import supervise
from devtools.services import is_keeper, services
from devtools.slots import slot

from .report import add_arguments

DATABASE = 'netbox_bench_memory'


def main(options: argparse.Namespace, arguments: list[str]) -> int:
    """Make the database, measure in it, and drop it."""
    check_data(options.data)
    with services() as found, slot(found) as number:
        databases = Databases(found)
        instance = Instance(found, databases.name(DATABASE), valkey_database=2 * number)
        try:
            databases.drop(instance.database)
            say('Making the inventory')
            fill(databases, instance.database, options.data)
            databases.migrate(instance.database)
            make_accounts(databases, instance)
            if options.data is None:
                instance.netbox('chat_sample_inventory')
            say('Talking')
            command = [str(PYTHON), '-m', 'benchmarks.memory.report', *arguments]
            return subprocess.run(command, cwd=ROOT, env=instance.environment()).returncode
        finally:
            databases.drop(instance.database)


def parse_arguments() -> tuple[argparse.Namespace, list[str]]:
    """What is for the database, and what is for the report."""
    own = argparse.ArgumentParser(add_help=False)
    own.add_argument('--data', type=Path, metavar='FILE.sql.gz', help='this dump, not the sample inventory')
    parser = argparse.ArgumentParser(prog='python -m benchmarks.memory', description=__doc__, parents=[own])
    add_arguments(parser)
    parser.parse_args()
    return own.parse_known_args()


if __name__ == '__main__':
    chosen, rest = parse_arguments()
    sys.exit(supervise(lambda: main(chosen, rest), is_keeper))
