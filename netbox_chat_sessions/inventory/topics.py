"""Which topic domain object types and words belong to: from the `topic_domains` setting."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

__all__ = ('SettingsTopics',)

PROVISIONING = 'provisioning'


@dataclass(frozen=True)
class SettingsTopics:
    """Domains as the settings name them; an object type wins over its app."""

    domains: Mapping[str, Collection[str]]

    def of_type(self, object_type: str) -> str | None:
        """The domain of an object type; None where it has none."""
        app = object_type.split('.', 1)[0]
        by_member = {member: domain for domain, members in self.domains.items() for member in members}
        return by_member.get(object_type) or by_member.get(app)

    def of_changes(self) -> str | None:
        """The domain of requests to change something: the one called provisioning, unless the settings have none."""
        return PROVISIONING if PROVISIONING in self.domains else None

    def of_words(self, words: Collection[str]) -> str | None:
        """The domain that is named itself ("back to power"); None where none or several are."""
        named = [domain for domain in self.domains if domain in words]
        return named[0] if len(named) == 1 else None
