"""Child processes that never outlive their parent by accident."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Iterable, Sequence
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


def stop_children(spare: Iterable[int] = (), seconds: float = 5) -> None:
    """End every child of this process, adopted ones included, but for those to spare."""
    deadline = time.monotonic() + seconds
    while left := children() - set(spare):
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
