"""Beat remembers when it asked for what; no file and no clock keeps it from asking again."""

import json
import os
import resource
import stat
import subprocess
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from netbox_chat_sessions.worker.application import make_app
from netbox_chat_sessions.worker.scheduler import FileScheduler

NAMES = ('expire_sessions', 'purge_sessions')
INTERVAL = 300


@pytest.fixture
def scheduler():
    """Makes schedulers as beat does; `ran`: seconds since the last runs by the file."""

    def make(path, ran=None):
        if ran is not None:
            then = (datetime.now(UTC) - timedelta(seconds=ran)).isoformat()
            path.write_text(json.dumps(dict.fromkeys(NAMES, then)))
        return FileScheduler(make_app(), schedule_filename=str(path))

    return make


def next_runs(made):
    """Name → whether it is due, and seconds until it is again."""
    return {name: made.is_due(made.schedule[name]) for name in NAMES}


@pytest.mark.parametrize(
    ('ran', 'due', 'seconds'), [(0, False, 300), (200, False, 100), (300, True, 300), (9e6, True, 300)]
)
def test_the_next_run_counts_from_the_last_one_before_the_restart(scheduler, tmp_path, ran, due, seconds):
    for is_due, following in next_runs(scheduler(tmp_path / 'beat', ran)).values():
        assert (is_due, following) == (due, pytest.approx(seconds, abs=5))


def test_what_was_run_is_written_and_read(scheduler, tmp_path):
    path = tmp_path / 'beat'
    first = scheduler(path)
    first.schedule['expire_sessions'].last_run_at -= timedelta(hours=1)
    first.close()
    due = next_runs(scheduler(path))
    assert (due['expire_sessions'].is_due, due['purge_sessions'].is_due) == (True, False)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    'content',
    [
        b'',
        b'{',
        b'[]',
        b'{"expire_sessions": 7}',
        b'{"expire_sessions": "soon"}',
        b'\xff\x00\x13GDBM',
        os.urandom(4096),
    ],
)
def test_a_damaged_file_is_written_anew(scheduler, tmp_path, content):
    path = tmp_path / 'beat'
    path.write_bytes(content)
    made = scheduler(path)
    assert not any(due for due, _ in next_runs(made).values())
    made.sync()
    assert json.loads(path.read_text()).keys() == set(NAMES)


def test_a_clock_that_was_set_back_delays_a_run_by_one_interval_at_most(scheduler, tmp_path, caplog):
    made = scheduler(tmp_path / 'beat', ran=-365 * 24 * 3600)
    for is_due, following in next_runs(made).values():
        assert (is_due, following) == (False, pytest.approx(INTERVAL, abs=5))
    assert 'set back' in caplog.text
    # While beat runs as well.
    made.schedule['purge_sessions'].last_run_at += timedelta(days=1)
    assert next_runs(made)['purge_sessions'].next == pytest.approx(INTERVAL, abs=5)


@contextmanager
def full_disk(folder):
    """A real file system without room, where one may be mounted."""
    done = subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f'no file system can be mounted here: {done.stderr.strip()}')
    try:
        with (folder / 'rest').open('wb', buffering=0) as rest, pytest.raises(OSError, match='No space left'):
            while True:
                rest.write(bytes(1024))
        yield
    finally:
        subprocess.run(['umount', folder], check=True)


@contextmanager
def file_limit(folder):
    """No file may grow, as where a quota is used up."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def read_only(folder):
    """A folder that was taken away."""
    folder.rmdir()
    yield
    folder.mkdir()


@pytest.mark.parametrize('without_room', [full_disk, file_limit, read_only])
def test_without_room_for_its_file_beat_goes_on(scheduler, tmp_path, without_room, caplog):
    folder = tmp_path / 'state'
    folder.mkdir()
    with without_room(folder):
        made = scheduler(folder / 'beat')
        for _ in range(3):
            made.sync()
        made.schedule['expire_sessions'].last_run_at -= timedelta(seconds=INTERVAL)
        assert next_runs(made)['expire_sessions'].is_due
        assert not (folder / 'beat.new').exists()
    complaints = [record for record in caplog.records if 'without its schedule file' in record.message]
    assert len(complaints) == 1
    made.sync()
    assert stat.S_ISREG((folder / 'beat').stat().st_mode), 'it is written once there is room'
