"""Where Celery finds its broker: the Redis that NetBox keeps its own tasks in, unless another one is set."""

import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from redis.connection import SSLConnection, UnixDomainSocketConnection, parse_url

__all__ = ('KEY_PREFIX', 'Broker', 'find_broker')

# Every key of ours starts with it, beside those of NetBox's own queues in the same database.
KEY_PREFIX = 'netbox_chat_sessions:'

REDIS_SCHEMES = ('redis', 'rediss', 'redis+socket', 'sentinel')

# Arguments of a Redis client that Celery's transport takes as well (kombu.transport.redis.Channel).
CLIENT_OPTIONS = (
    'client_name',
    'health_check_interval',
    'max_connections',
    'retry_on_timeout',
    'socket_connect_timeout',
    'socket_keepalive',
    'socket_keepalive_options',
    'socket_timeout',
)


@dataclass(frozen=True)
class Broker:
    """What Celery has to know to reach its broker.

    Attributes:
        url: For `broker_url`; passwords in it are percent-encoded.
        transport_options: For `broker_transport_options`.
        use_ssl: For `broker_use_ssl`; None: the URL says it all.
    """

    url: str
    transport_options: Mapping[str, Any] = field(default_factory=dict)
    use_ssl: Mapping[str, Any] | None = None


def find_broker(tasks: Mapping[str, Any], url: str | None = None) -> Broker:
    """The broker for `REDIS['tasks']` of NetBox's configuration, or for a `url` that was set for us.

    It reaches what NetBox's own workers reach with the same parameters (netbox/settings.py, RQ_PARAMS). Certificates
    of a TLS connection are checked unless it is said that they must not be.

    Raises:
        ValueError: A Redis URL is wrong.
    """
    if url:
        return _given(url)
    if tasks.get('SENTINELS'):
        return _sentinel(tasks)
    if tasks.get('URL'):
        return _client(_tls_options(tasks) | {'db': tasks.get('DATABASE', 0)} | parse_url(tasks['URL']))
    client = {
        'host': tasks.get('HOST', 'localhost'),
        'port': tasks.get('PORT', 6379),
        'username': tasks.get('USERNAME'),
        'password': tasks.get('PASSWORD'),
        'db': tasks.get('DATABASE', 0),
    }
    if tasks.get('SSL'):
        client['connection_class'] = SSLConnection
    return _client(client | _tls_options(tasks) | dict(tasks.get('KWARGS') or {}))


def _given(url: str) -> Broker:
    scheme = urlsplit(url).scheme
    if scheme in ('redis', 'rediss', 'unix') and ';' not in url:
        return _client({'db': 0} | parse_url(url))
    return Broker(url, {'global_keyprefix': KEY_PREFIX} if scheme in REDIS_SCHEMES else {})


def _sentinel(tasks: Mapping[str, Any]) -> Broker:
    """NetBox speaks to Sentinels without TLS, and so do we."""
    login, database = _login(tasks.get('USERNAME'), tasks.get('PASSWORD')), tasks.get('DATABASE', 0)
    nodes: Sequence[tuple[str, int]] = tasks['SENTINELS']
    return Broker(
        url=';'.join(f'sentinel://{login}{_bracketed(host)}:{port}/{database}' for host, port in nodes),
        transport_options={
            'global_keyprefix': KEY_PREFIX,
            'master_name': tasks.get('SENTINEL_SERVICE', 'default'),
            'socket_connect_timeout': tasks.get('SENTINEL_TIMEOUT', 10),
        },
    )


def _client(client: Mapping[str, Any]) -> Broker:
    """The broker that a Redis client with these arguments talks to."""
    login = _login(client.get('username'), client.get('password'))
    options = {'global_keyprefix': KEY_PREFIX}
    options |= {name: client[name] for name in CLIENT_OPTIONS if client.get(name) is not None}
    connection = client.get('connection_class')
    if connection is UnixDomainSocketConnection:
        query = urlencode({'virtual_host': client['db']})
        return Broker(f'redis+socket://{login}{quote(client["path"])}?{query}', options)
    address = f'{login}{_bracketed(client.get("host", "localhost"))}:{client.get("port", 6379)}/{client["db"]}'
    if connection is not SSLConnection:
        return Broker(f'redis://{address}', options)
    tls = {name: value for name, value in client.items() if name.startswith('ssl_')}
    return Broker(f'rediss://{address}', options, {'ssl_cert_reqs': ssl.CERT_REQUIRED} | tls)


def _tls_options(tasks: Mapping[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if tasks.get('INSECURE_SKIP_TLS_VERIFY'):
        options['ssl_cert_reqs'] = ssl.CERT_NONE
    if tasks.get('CA_CERT_PATH'):
        options['ssl_ca_certs'] = tasks['CA_CERT_PATH']
    return options


def _login(username: str | None, password: str | None) -> str:
    if not username and not password:
        return ''
    return f'{quote(username or "", safe="")}:{quote(password or "", safe="")}@'


def _bracketed(host: str) -> str:
    return f'[{host}]' if ':' in host else host
