"""What the tests of POST chat/ share: a few racks, settings of the plugin, and a database that goes away."""

from dcim.models import Location, Rack, Site
from django.conf import settings
from django.db import OperationalError, connection
from django.test import override_settings

from .conversation_case import ConversationCase, make_user

INVENTORY = ('dcim.site', 'dcim.location', 'dcim.rack', 'dcim.device')


def plugin_settings(**values):
    return override_settings(PLUGINS_CONFIG=settings.PLUGINS_CONFIG | {'netbox_chat_sessions': values})


class ChatCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=INVENTORY)
        cls.ben = make_user('ben')
        cls.akron = Site.objects.create(name='DM-Akron', slug='dm-akron')
        cls.york = Site.objects.create(name='DM-York', slug='dm-york')
        for site in (cls.akron, cls.york):
            room = Location.objects.create(name='Basement', slug='basement', site=site)
            Rack.objects.create(name='Comms closet', site=site, location=room)
        cls.rack = Rack.objects.create(name='R101', site=cls.akron)


def lost(when):
    """The database goes away at the first statement for which `when(sql)` holds."""

    def run(execute, sql, *args):
        if when(sql):
            raise OperationalError('server closed the connection unexpectedly')
        return execute(sql, *args)

    return connection.execute_wrapper(run)


def reading_the_memory(sql):
    return sql.startswith('SELECT "netbox_chat_sessions_entityreference"')
