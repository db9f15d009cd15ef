"""GraphQL types of the plugin; NetBox looks for `schema` here."""

from .schema import schema

__all__ = ('schema',)
