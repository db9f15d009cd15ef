"""NetBox's configuration for the development instance, filled from the environment that devtools.instance sets."""

import json
import os

_instance = json.loads(os.environ.get('NETBOX_CHAT_INSTANCE', '{}'))
_valkey = {'HOST': '127.0.0.1', 'PORT': _instance.get('valkey_port', 6379), 'PASSWORD': '', 'SSL': False}
_first = _instance.get('valkey_database', 0)

ALLOWED_HOSTS = ['*']
# Without an instance NetBox still loads, for what needs no database.
DATABASES = {'default': _instance.get('database', {'NAME': 'no-database'})}
REDIS = {'tasks': _valkey | {'DATABASE': _first}, 'caching': _valkey | {'DATABASE': _first + 1}}
SECRET_KEY = _instance.get('secret_key', 'without an instance nothing is signed'.ljust(50, '.'))
API_TOKEN_PEPPERS = {1: _instance.get('pepper', 'without an instance no token is issued'.ljust(50, '.'))}

# NetBox's own schema is made without the plugin.
PLUGINS = [] if os.environ.get('NETBOX_CHAT_WITHOUT_PLUGIN') else ['netbox_chat_sessions']
PLUGINS_CONFIG = {'netbox_chat_sessions': json.loads(os.environ.get('NETBOX_CHAT_SETTINGS', '{}'))}

# The instance talks to nobody, and lets developers write migrations.
ISOLATED_DEPLOYMENT = True
CENSUS_REPORTING_ENABLED = False
DEVELOPER = True
