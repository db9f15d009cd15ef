"""script/test: every check and the test suite; with arguments, pytest alone with those arguments."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from .checks import report, start_checks
from .databases import Databases
from .install import PYTHON
from .instance import VARIABLE, Instance
from .paths import ROOT
from .processes import PR_SET_PDEATHSIG, prctl, stop_children, supervise
from .services import Services, is_keeper, services
from .slots import slot

# One worker for each processor, as far as more still make the suite faster: its longest part runs on one.
PROCESSES = min(os.cpu_count() or 1, 4)
WORKERS = 'NETBOX_CHAT_WORKERS'


def main(arguments: Sequence[str]) -> int:
    """Run what was asked for; returns the exit status."""
    if arguments:
        with instances(1) as tested:
            return run_pytest(tested, arguments)
    with ThreadPoolExecutor(max_workers=2) as pool:
        checks = start_checks(pool)
        with instances(PROCESSES) as tested:
            failed = report([check.result() for check in checks])
            # A worker that died left its database as it was: nobody takes its place.
            spread = ['--numprocesses', str(PROCESSES), '--max-worker-restart', '0']
            status = run_pytest(tested, spread, failed)
    return status or int(bool(failed))


@contextmanager
def instances(count: int) -> Iterator[list[Instance]]:
    """Provide instances with a fresh test database each, for this run alone."""
    with services() as found, ExitStack() as stack:
        try:
            yield [stack.enter_context(instance(found)) for _ in range(count)]
        finally:
            stop_children(is_keeper)


@contextmanager
def instance(found: Services) -> Iterator[Instance]:
    """Provide an instance with a fresh test database; it is dropped afterwards."""
    with slot(found) as number:
        databases = Databases(found)
        name = databases.name(f'test_netbox_{number}')
        databases.drop(name)
        databases.create_with_schema(name)
        try:
            yield Instance(found, name, valkey_database=2 * number)
        finally:
            databases.drop(name)


def run_pytest(tested: Sequence[Instance], arguments: Sequence[str], failed_checks: Sequence[str] = ()) -> int:
    """Run pytest in the foreground, so that its debugger works; returns its exit status.

    Each worker of pytest-xdist takes one of the instances (`tests/environment.py`). The failed checks are named in
    pytest's summary, where they are not overlooked.
    """
    environments = [each.environment() for each in tested]
    environment = environments[0] | {
        WORKERS: json.dumps([each[VARIABLE] for each in environments]),
        'NETBOX_CONFIGURATION': 'tests.netbox_configuration',
        'NETBOX_CHAT_FAILED_CHECKS': ', '.join(failed_checks),
    }
    command = [PYTHON, '-m', 'pytest', *arguments]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, preexec_fn=lambda: prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    )
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
        return 130


if __name__ == '__main__':
    sys.exit(supervise(lambda: main(sys.argv[1:]), is_keeper))
