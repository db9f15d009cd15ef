"""Property tests on a machine that does other things as well: slow is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile('patient', deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile('patient')
