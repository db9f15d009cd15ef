"""What monitoring is told."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

__all__ = ('HealthSerializer',)


class HealthPartSerializer(serializers.Serializer):
    """One part of what the plugin needs."""

    name = serializers.CharField()
    status = serializers.ChoiceField(['ok', 'fault'])
    detail = serializers.CharField(help_text=_('What was found, for people'))


class HealthSerializer(serializers.Serializer):
    """Every part, and all of them in a word."""

    code = serializers.ChoiceField(['ok', 'fault'])
    detail = serializers.CharField()
    parts = HealthPartSerializer(many=True)
