"""NetBox's configuration in tests: that of the development instance, over the database of this test run alone."""

from devtools.netbox_configuration import *  # noqa: F403

# Quiet, and quick: passwords of test users protect nothing.
LOGGING = {'version': 1, 'disable_existing_loggers': True}
