"""The plugin's part of the OpenAPI document."""

from typing import Any

from drf_spectacular.generators import SchemaGenerator

BASE = '/api/plugins/chat-sessions/'


class OwnPaths(SchemaGenerator):
    """Looks at the plugin's paths alone."""

    def _get_paths_and_endpoints(self):
        return [endpoint for endpoint in super()._get_paths_and_endpoints() if endpoint[0].startswith(BASE)]


def document() -> dict[str, Any]:
    """The document, made anew."""
    return OwnPaths().get_schema(request=None, public=True)
