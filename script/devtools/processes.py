"""Child processes that never outlive their parent by accident."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

# Linux, <sys/prctl.h>; on other systems children are only stopped by their parent.
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LINUX = Path('/proc/self/stat').exists()


def prctl(option: int, value: int) -> None:
    """Ask the Linux kernel for a property of this process; does nothing elsewhere."""
    if LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def start(
    command: Sequence[str | Path], death_signal: signal.Signals = signal.SIGTERM, **options: Any
) -> subprocess.Popen:
    """Start a program in a process group of its own; it gets a signal even when this process is killed."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: prctl(PR_SET_PDEATHSIG, death_signal),  # noqa: PLW1509
        **options,
    )


def stop(process: subprocess.Popen, how: signal.Signals = signal.SIGTERM, seconds: float = 10) -> None:
    """End a program started with `start`, and whatever is left of its group."""
    if process.poll() is None:
        process.send_signal(how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def supervise(main: Callable[[], int], spare: Callable[[int], bool]) -> int:
    """Run a main function in a process of its own, and clean up after it; returns its exit status.

    Whichever of the two processes is killed, the other one ends what they started, but for the processes to spare.
    """
    adopt_orphans()
    child = os.fork()
    if child == 0:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        handle_stop_signals()
        os._exit(run_main(main))
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: os.kill(child, number))
    # A terminal sends it to the child as well; anybody else has to mean the child.
    signal.signal(signal.SIGINT, lambda *_: None if os.isatty(0) else os.kill(child, signal.SIGINT))
    _, status = os.waitpid(child, 0)
    stop_children(spare)
    return os.waitstatus_to_exitcode(status) % 256


def run_main(main: Callable[[], int]) -> int:
    """Run a main function; returns the exit status, with the reason for a failure printed."""
    try:
        return main()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except SystemExit as error:
        if isinstance(error.code, str):
            print(error.code, file=sys.stderr)
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    except RuntimeError as error:
        print(error, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 1


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that `stop_children` finds them."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def children() -> set[int]:
    """Process ids of the children of this process (Linux)."""
    found = set()
    for stat in Path('/proc').glob('[0-9]*/stat') if LINUX else ():
        with contextlib.suppress(OSError, ValueError):
            after_name = stat.read_text().rpartition(')')[2].split()
            if int(after_name[1]) == os.getpid() and after_name[0] != 'Z':
                found.add(int(stat.parent.name))
    return found


def stop_children(spare: Callable[[int], bool], seconds: float = 5) -> None:
    """End every child of this process, adopted ones included, but for those to spare."""
    deadline = time.monotonic() + seconds
    while left := {pid for pid in children() if not spare(pid)}:
        how = signal.SIGTERM if time.monotonic() < deadline else signal.SIGKILL
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)
        time.sleep(0.1)


def alive(pid: int) -> bool:
    """Whether a process of this number runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def handle_stop_signals() -> None:
    """Turn SIGTERM and SIGHUP into KeyboardInterrupt, so that every way to stop cleans up."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    # A shell starts background jobs with SIGINT ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
