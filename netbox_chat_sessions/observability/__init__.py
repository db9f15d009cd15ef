"""What operators see of the plugin at work: a line in the log for each turn, and metrics in NetBox's own /metrics."""

from django.conf import settings

__all__ = ('install',)


def install() -> None:
    """Show what is counted in NetBox's metrics, where these are enabled."""
    if settings.METRICS_ENABLED:
        from .gauges import install as install_gauges

        install_gauges()
