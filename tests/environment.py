"""Names NetBox's configuration; loaded by pytest before Django reads its settings.

`script/test` sets the same variables, and the database. Without it, in an IDE for example, what needs no database
works.
"""

import os
import tempfile

os.environ.setdefault('NETBOX_CONFIGURATION', 'tests.netbox_configuration')
os.environ.setdefault('NETBOX_ROOT', os.path.join(tempfile.gettempdir(), 'netbox-chat-sessions-tests'))
