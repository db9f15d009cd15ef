"""Names NetBox's configuration and instance; loaded by pytest before Django reads its settings.

`script/test` sets the same variables, and the database: one for each worker when several run. Without it, in an IDE for
example, what needs no database works.
"""

import json
import os
import tempfile

os.environ.setdefault('NETBOX_CONFIGURATION', 'tests.netbox_configuration')
os.environ.setdefault('NETBOX_ROOT', os.path.join(tempfile.gettempdir(), 'netbox-chat-sessions-tests'))
if worker := os.environ.get('PYTEST_XDIST_WORKER'):
    # More workers than databases, as with `pytest -n` by hand: tests that need one say so.
    os.environ.pop('NETBOX_CHAT_INSTANCE', None)
    instances = json.loads(os.environ.get('NETBOX_CHAT_WORKERS', '[]'))
    number = int(worker.removeprefix('gw'))
    if number < len(instances):
        os.environ['NETBOX_CHAT_INSTANCE'] = instances[number]
