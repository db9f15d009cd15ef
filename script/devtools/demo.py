"""script/demo: NetBox with the plugin, a Celery worker and beat, until it is stopped."""

import argparse
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from .databases import Databases
from .demo_database import add_arguments, check_data, database_name, prepare
from .demo_state import announce, forget, remember
from .install import PYTHON
from .instance import Instance
from .paths import DEV, LOGS, ROOT, say
from .processes import start, stop, stop_children, supervise
from .services import is_keeper, services
from .slots import slot

WORKER = ROOT / 'netbox_chat_sessions' / 'worker' / '__init__.py'
THREADS = 16
# A trial asks faster than a person: nobody is made to wait unless that is what is tried.
SETTINGS = {'throttle': None, 'max_running_turns': THREADS - 4}


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog='script/demo', description=__doc__)
    add_arguments(parser)
    parser.add_argument('--host', default='127.0.0.1', help='address to listen on (default %(default)s)')
    parser.add_argument('--port', type=int, default=8000, help='first port to try (default %(default)s)')
    parser.add_argument('--reset', action='store_true', help='throw the database away and make it anew')
    parser.add_argument('--rqworker', action='store_true', help="also run NetBox's own worker: webhooks, scripts")
    options = parser.parse_args()
    check_data(options.data)
    return options


def main(options: argparse.Namespace) -> int:
    """Start everything, say where it is, and stop it when asked to, or when NetBox ends."""
    chosen = json.loads(os.environ.get('NETBOX_CHAT_SETTINGS') or '{}')
    os.environ['NETBOX_CHAT_SETTINGS'] = json.dumps(SETTINGS | chosen)
    with services() as found, slot(found) as number:
        databases = Databases(found)
        instance = Instance(found, databases.name(database_name(options)), valkey_database=2 * number)
        if options.reset:
            databases.drop(instance.database)
        prepare(databases, instance, options.data)
        with listen(options.host, options.port) as listener:
            try:
                serve(instance, listener, options)
            except KeyboardInterrupt:
                say('Stopping')
            finally:
                stop_children(is_keeper)
    return 0


def serve(instance: Instance, listener: socket.socket, options: argparse.Namespace) -> None:
    """Run the demo's programs until one of them ends or somebody stops the demo."""
    host, port = listener.getsockname()[:2]
    url = f'http://{"127.0.0.1" if host in ("0.0.0.0", "::") else host}:{port}'  # noqa: S104
    with contextlib.ExitStack() as stack:
        server = start_program(stack, instance, f'netbox-{port}', web_server(listener), listener)
        workers = {}
        if WORKER.exists():
            workers[f'celery-{port}'] = celery_worker(port)
        if options.rqworker:
            workers[f'rqworker-{port}'] = [PYTHON, '-m', 'netbox', 'rqworker']
        programs = {name: start_program(stack, instance, name, command) for name, command in workers.items()}
        await_answer(url, server)
        remember(instance, url)
        stack.callback(forget, instance, url)
        announce(instance, url)
        wait_for_end(server, programs)
        raise RuntimeError(f'NetBox ended by itself:\n{log_end(f"netbox-{port}")}')


@contextlib.contextmanager
def listen(host: str, port: int) -> Iterator[socket.socket]:
    """Open the port, or the next free one: held from here on, so that nobody else can take it."""
    family = socket.AF_INET6 if ':' in host else socket.AF_INET
    for candidate in range(port, port + 100):
        with socket.socket(family) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((host, candidate))
                listener.listen(128)
            except OSError as error:
                say(f'Port {candidate} cannot be used ({os.strerror(error.errno or 0)}), trying {candidate + 1}')
                continue
            yield listener
            return
    raise RuntimeError(f'No free port from {port} to {port + 99}.')


def web_server(listener: socket.socket) -> list[str | Path]:
    """Return the command that serves NetBox on an open socket."""
    options = ['--bind', f'fd://{listener.fileno()}', '--threads', str(THREADS), '--timeout', '300']
    options += ['--graceful-timeout', '3', '--access-logfile', '-', '--no-control-socket']
    return [PYTHON, '-m', 'gunicorn', *options, 'devtools.wsgi:application']


def celery_worker(port: int) -> list[str | Path]:
    """Return the command that runs the Celery worker with its beat."""
    schedule = DEV / 'celery' / f'beat-{port}'
    schedule.parent.mkdir(exist_ok=True)
    options = ['--beat', '--concurrency', '2', '--schedule', schedule, '--loglevel', 'INFO']
    return [PYTHON, '-m', 'celery', '-A', 'netbox_chat_sessions.worker', 'worker', *options]


def start_program(
    stack: contextlib.ExitStack,
    instance: Instance,
    name: str,
    command: list[str | Path],
    listener: socket.socket | None = None,
) -> subprocess.Popen:
    """Start a program of the demo, with a log of its own; it is stopped when the stack is closed."""
    with (LOGS / f'{name}.log').open('wb') as log:
        descriptors = [listener.fileno()] if listener else []
        program = start(command, cwd=ROOT, env=instance.environment(), stdout=log, stderr=log, pass_fds=descriptors)
    stack.callback(stop, program)
    return program


def await_answer(url: str, server: subprocess.Popen, seconds: float = 300) -> None:
    """Wait until NetBox answers.

    Raises:
        RuntimeError: NetBox ended, or does not answer in time.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(f'{url}/login/', timeout=60).close()  # noqa: S310
        except OSError:
            time.sleep(0.3)
        else:
            return
    raise RuntimeError(f'NetBox does not start; see its log in {LOGS.relative_to(ROOT)}.')


def wait_for_end(server: subprocess.Popen, workers: dict[str, subprocess.Popen]) -> None:
    """Wait until the server ends; says when a worker ends, without which NetBox goes on."""
    while server.poll() is None:
        child = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
        for name, worker in list(workers.items()):
            if worker.poll() is not None:
                del workers[name]
                say(f'{name} ended by itself, NetBox goes on without it:\n{log_end(name)}')
        if child and child.si_pid != server.pid:
            # An adopted orphan of one of the programs.
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child.si_pid, os.WNOHANG)


def log_end(name: str, lines: int = 10) -> str:
    """Return the last lines of a program's log."""
    return '\n'.join((LOGS / f'{name}.log').read_text(errors='replace').splitlines()[-lines:])


if __name__ == '__main__':
    arguments = parse_arguments()
    sys.exit(supervise(lambda: main(arguments), is_keeper))
