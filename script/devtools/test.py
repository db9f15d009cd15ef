"""script/test: every check and the test suite; with arguments, pytest alone with those arguments."""

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from .checks import report, start_checks
from .databases import Databases
from .install import PYTHON
from .instance import Instance
from .paths import ROOT
from .processes import PR_SET_PDEATHSIG, prctl, stop_children, supervise
from .services import is_keeper, services
from .slots import slot


def main(arguments: Sequence[str]) -> int:
    """Run what was asked for; returns the exit status."""
    if arguments:
        with instance() as tested:
            return run_pytest(tested, arguments)
    with ThreadPoolExecutor(max_workers=2) as pool:
        checks = start_checks(pool)
        with instance() as tested:
            failed = report([check.result() for check in checks])
            status = run_pytest(tested, [], failed)
    return status or int(bool(failed))


@contextmanager
def instance() -> Iterator[Instance]:
    """Provide an instance with a fresh test database, for this run alone."""
    with services() as found, slot(found) as number:
        databases = Databases(found)
        name = databases.name(f'test_netbox_{number}')
        databases.drop(name)
        databases.create_with_schema(name)
        try:
            yield Instance(found, name, valkey_database=2 * number)
        finally:
            stop_children(is_keeper)
            databases.drop(name)


def run_pytest(tested: Instance, arguments: Sequence[str], failed_checks: Sequence[str] = ()) -> int:
    """Run pytest in the foreground, so that its debugger works; returns its exit status.

    The failed checks are named in pytest's summary, where they are not overlooked.
    """
    environment = tested.environment() | {
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
