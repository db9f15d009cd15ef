"""NetBox's paths with those of METRICS_ENABLED, as netbox/urls.py adds them."""

from django.urls import include, path
from netbox.urls import handler404, handler500
from netbox.urls import urlpatterns as netbox_patterns

__all__ = ('handler404', 'handler500', 'urlpatterns')

urlpatterns = [path('', include('django_prometheus.urls')), *netbox_patterns]
