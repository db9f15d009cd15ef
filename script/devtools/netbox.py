"""script/netbox: NetBox's command line against the database of a demo, running or not."""

import argparse
import subprocess
import sys
from dataclasses import replace

from .databases import Databases
from .demo_database import add_arguments, check_data, database_name, prepare
from .demo_state import recall
from .instance import Instance, netbox_command
from .paths import ROOT
from .processes import alive
from .services import services
from .slots import slot


def main() -> int:
    """Run the command in the foreground; returns its exit status."""
    parser = argparse.ArgumentParser(prog='script/netbox', description=__doc__)
    add_arguments(parser)
    parser.add_argument('command', nargs=argparse.REMAINDER, help='for example: shell, or chat_cleanup --dry-run')
    options = parser.parse_args()
    check_data(options.data)
    with services() as found, slot(found) as number:
        databases = Databases(found)
        instance = Instance(found, databases.name(database_name(options)), valkey_database=2 * number)
        running = recall(instance)
        if running and alive(running['pid']):
            instance = replace(instance, valkey_database=running['valkey_database'])
        elif options.command[:1] != ['makemigrations']:
            prepare(databases, instance, options.data)
        return subprocess.run(netbox_command(*options.command), cwd=ROOT, env=instance.environment()).returncode


if __name__ == '__main__':
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except RuntimeError as error:
        sys.exit(str(error))
