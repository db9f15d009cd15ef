"""Every URL of the plugin, read from the URL configuration, and how its parameters are filled."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.admindocs.views import simplify_regex
from django.urls import URLPattern, URLResolver, get_resolver

__all__ = ('Url', 'all_urls')

PACKAGE = 'netbox_chat_sessions'
# `<int:pk>`, which only NetBox's `path()` routes have.
CONVERTER = re.compile(r'<\w+:(\w+)>')
PARAMETER = re.compile(r'<(\w+)>')
# What stands before a parameter tells what it is the ID of.
RECORDS = {
    'sessions': 'session',
    'interactions': 'interaction',
    'entity-references': 'reference',
    'memory': 'reference',
    'proposals': 'proposal',
    'turns': 'turn',
    # Which of the phrases of a message, by its number.
    'references': 'place',
    'sites': 'site',
    'locations': 'location',
    'racks': 'rack',
    'devices': 'device',
}
FORMAT = 'json'


@dataclass(frozen=True)
class Url:
    """A URL with parameters such as `<pk>`.

    Attributes:
        view: Class of the view.
    """

    route: str
    view: type

    @property
    def records(self) -> tuple[str, ...]:
        """What it takes the IDs of, in order.

        Raises:
            LookupError: It has a parameter of which nothing is known; add it to `RECORDS`.
        """
        return tuple(name for _, name in self._parameters() if name != 'format')

    @property
    def is_api(self) -> bool:
        """Whether it belongs to the REST API."""
        return self.route.startswith('/api/')

    def path(self, ids: Mapping[str, Any]) -> str:
        """The path with these IDs."""
        path = self.route
        for parameter, name in self._parameters():
            path = path.replace(parameter, FORMAT if name == 'format' else str(ids[name]), 1)
        return path

    def _parameters(self) -> Iterator[tuple[str, str]]:
        for match in PARAMETER.finditer(self.route):
            if match[1] == 'format':
                yield match[0], 'format'
                continue
            before = self.route[: match.start()].rstrip('/').rpartition('/')[2]
            if before not in RECORDS:
                raise LookupError(f'Nothing is known of {match[0]} in {self.route}')
            yield match[0], RECORDS[before]


def walk(resolver: URLResolver, prefix: str = '', namespaces: str = '') -> Iterator[Url]:
    """Every URL that the plugin's code answers, or that stands in its namespaces."""
    for pattern in resolver.url_patterns:
        route = f'{prefix}{pattern.pattern}'
        if isinstance(pattern, URLPattern):
            view = view_class(pattern.callback)
            if PACKAGE in namespaces or view.__module__.startswith(f'{PACKAGE}.'):
                yield Url(simple(route), view)
        else:
            yield from walk(pattern, route, f'{namespaces}:{pattern.namespace or ""}')


def view_class(callback: Any) -> type:
    """The class of a view; what is no class is returned as it is."""
    return getattr(callback, 'view_class', None) or getattr(callback, 'cls', callback)


def simple(route: str) -> str:
    """A route or regular expression with `<name>` for each parameter."""
    plain = CONVERTER.sub(r'<\1>', route).replace(r'\.', '.')
    # The suffix of a format is optional, and its last slash as well.
    return simplify_regex(plain.replace('/?$', '/').replace('/<format>', '/.<format>/'))


def all_urls() -> tuple[Url, ...]:
    """All of them; the URL configuration is complete once Django is set up."""
    return tuple(dict.fromkeys(walk(get_resolver())))
