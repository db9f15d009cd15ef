"""NetBox with its static files, and the plugin's, served from where they stand: nothing has to be collected."""

from django.contrib.staticfiles.handlers import StaticFilesHandler
from netbox.wsgi import application as netbox

application = StaticFilesHandler(netbox)
