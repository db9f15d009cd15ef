"""PostgreSQL refuses to run as root: find an account to run it as, and a folder which that account can reach."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .paths import CLONE_ID, DEV


@dataclass(frozen=True)
class Account:
    """Who runs the database server, and where its files stand."""

    home: Path
    uid: int | None = None
    gid: int | None = None

    def popen_options(self) -> dict[str, object]:
        """Return what subprocess needs to start a program as this account."""
        if self.uid is None:
            return {}
        return {'user': self.uid, 'group': self.gid, 'extra_groups': []}

    def own(self, folder: Path) -> None:
        """Make a private folder of this account."""
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        if self.uid is not None:
            os.chown(folder, self.uid, self.gid or -1)


def find_account() -> Account:
    """Return this user's account, or an unprivileged one when this user is root.

    Raises:
        RuntimeError: No account or no folder to use.
    """
    DEV.mkdir(exist_ok=True)
    if os.geteuid() != 0:
        return Account(DEV)
    user = next(filter(None, map(find_user, ('postgres', 'nobody'))), None)
    if user is None:
        raise RuntimeError('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.')
    elsewhere = Path('/var/tmp') / f'netbox-chat-sessions-{CLONE_ID}'  # noqa: S108
    for home in (DEV, elsewhere):
        account = Account(home, user.pw_uid, user.pw_gid)
        home.mkdir(mode=0o755, exist_ok=True)
        if can_enter(account, home) and home.stat().st_uid == 0:
            return account
    raise RuntimeError(f'The user {user.pw_name} can enter neither {DEV} nor {elsewhere}.')


def find_user(name: str) -> pwd.struct_passwd | None:
    """Return an account of the machine by name."""
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def can_enter(account: Account, folder: Path) -> bool:
    """Whether the account may enter a folder, all folders above it included."""
    command = ['/bin/sh', '-c', 'cd "$1"', 'sh', str(folder)]
    return subprocess.run(command, capture_output=True, cwd='/', check=False, **account.popen_options()).returncode == 0
