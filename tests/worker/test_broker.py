"""What NetBox can be told about its Redis, Celery is told as well."""

import ssl
from contextlib import ExitStack, contextmanager

import pytest
import redis
from kombu import Connection
from kombu.exceptions import OperationalError

from devtools.processes import stop
from devtools.valkey import free_port
from netbox_chat_sessions.worker.broker import KEY_PREFIX, find_broker

from .tls import certificate, tls
from .valkey import start_server, valkey

ODD = "p@ss:w/o?r#d%;&=+ ü'"
REQUIRED, NONE = {'ssl_cert_reqs': ssl.CERT_REQUIRED}, {'ssl_cert_reqs': ssl.CERT_NONE}


def connection(broker):
    return Connection(
        broker.url, ssl=dict(broker.use_ssl or {}) or False, transport_options=dict(broker.transport_options)
    )


# REDIS['tasks'] → what kombu makes of the broker: host, port, user, password, database, TLS
CASES = [
    ({}, ('localhost', 6379, None, None, '0', False)),
    ({'HOST': 'redis.example', 'PORT': 6380, 'DATABASE': 3}, ('redis.example', 6380, None, None, '3', False)),
    ({'HOST': '2001:db8::1'}, ('2001:db8::1', 6379, None, None, '0', False)),
    ({'USERNAME': '', 'PASSWORD': ''}, ('localhost', 6379, None, None, '0', False)),
    ({'PASSWORD': ODD}, ('localhost', 6379, None, ODD, '0', False)),
    ({'USERNAME': 'net:box@x', 'PASSWORD': ODD}, ('localhost', 6379, 'net:box@x', ODD, '0', False)),
    ({'SSL': True}, ('localhost', 6379, None, None, '0', REQUIRED)),
    ({'SSL': True, 'INSECURE_SKIP_TLS_VERIFY': True}, ('localhost', 6379, None, None, '0', NONE)),
    (
        {'SSL': True, 'CA_CERT_PATH': '/etc/ca.pem', 'KWARGS': {'ssl_certfile': '/etc/me.pem'}},
        (
            'localhost', 6379, None, None, '0',
            REQUIRED | {'ssl_ca_certs': '/etc/ca.pem', 'ssl_certfile': '/etc/me.pem'},
        ),
    ),
    # Certificates mean nothing without TLS.
    ({'SSL': False, 'CA_CERT_PATH': '/etc/ca.pem'}, ('localhost', 6379, None, None, '0', False)),
    ({'URL': 'redis://redis.example:6380/4', 'HOST': 'other'}, ('redis.example', 6380, None, None, '4', False)),
    ({'URL': 'redis://redis.example', 'DATABASE': 5}, ('redis.example', 6379, None, None, '5', False)),
    ({'URL': 'redis://redis.example?db=6'}, ('redis.example', 6379, None, None, '6', False)),
    ({'URL': 'redis://:p%40ss%3B@redis.example/0'}, ('redis.example', 6379, None, 'p@ss;', '0', False)),
    ({'URL': 'rediss://u:p@redis.example/1'}, ('redis.example', 6379, 'u', 'p', '1', REQUIRED)),
    (
        {'URL': 'rediss://redis.example/1', 'INSECURE_SKIP_TLS_VERIFY': True},
        ('redis.example', 6379, None, None, '1', NONE),
    ),
]  # fmt: skip


@pytest.mark.parametrize(('tasks', 'expected'), CASES)
def test_redis_of_netbox(tasks, expected):
    made = connection(find_broker(tasks))
    assert (made.hostname, made.port, made.userid, made.password, made.virtual_host, made.ssl) == expected
    assert made.transport_options['global_keyprefix'] == KEY_PREFIX


@pytest.mark.parametrize(
    ('tasks', 'options'),
    [
        ({'KWARGS': {'socket_timeout': 7, 'retry_on_timeout': True}}, {'socket_timeout': 7, 'retry_on_timeout': True}),
        ({'URL': 'redis://localhost/0?socket_connect_timeout=3'}, {'socket_connect_timeout': 3.0}),
        ({'SENTINELS': [('a', 1)], 'SENTINEL_TIMEOUT': 2}, {'socket_connect_timeout': 2, 'master_name': 'default'}),
        ({'SENTINELS': [('a', 1)], 'SENTINEL_SERVICE': 'netbox'}, {'master_name': 'netbox'}),
    ],
)
def test_options_of_the_client(tasks, options):
    assert find_broker(tasks).transport_options.items() >= options.items()


def test_all_sentinels_are_known():
    made = connection(
        find_broker({'SENTINELS': [('a', 26379), ('2001:db8::2', 26380)], 'PASSWORD': ODD, 'DATABASE': 2})
    )
    assert len(made.alt) == 2
    assert (made.hostname, made.port, made.password, made.virtual_host) == ('a', 26379, ODD, '2')
    made.switch(made.alt[1])
    assert (made.hostname, made.port, made.password) == ('2001:db8::2', 26380, ODD)


@pytest.mark.parametrize(
    ('url', 'expected'),
    [
        ('redis://other.example:7000/9', ('other.example', 7000, None, '9', False)),
        ('rediss://other.example/9', ('other.example', 6379, None, '9', REQUIRED)),
        ('rediss://other.example/9?ssl_cert_reqs=none', ('other.example', 6379, None, '9', {'ssl_cert_reqs': 'none'})),
        ('amqp://u:p%2F@rabbit.example:5672/vhost', ('rabbit.example', 5672, 'p/', 'vhost', False)),
    ],
)
def test_a_broker_of_our_own_wins(url, expected):
    broker = find_broker({'HOST': 'redis.example', 'SENTINELS': [('a', 1)], 'SSL': True, 'PASSWORD': 'x'}, url)
    made = connection(broker)
    assert (made.hostname, made.port, made.password, made.virtual_host, made.ssl) == expected
    assert ('global_keyprefix' in broker.transport_options) is url.startswith('redis')


@contextmanager
def plain(folder):
    with valkey() as port:
        yield {'HOST': '127.0.0.1', 'PORT': port, 'DATABASE': 2}, redis.Redis(port=port, db=2)


@contextmanager
def password(folder):
    with valkey(password=ODD) as port:
        yield {'HOST': '127.0.0.1', 'PORT': port, 'PASSWORD': ODD}, redis.Redis(port=port, password=ODD)


@contextmanager
def user(folder):
    with valkey() as port:
        client = redis.Redis(port=port, db=1)
        client.acl_setuser(
            'net:box', enabled=True, passwords=[f'+{ODD}'], keys=['*'], channels=['*'], commands=['+@all']
        )
        client.acl_setuser('default', enabled=True, reset_passwords=True, passwords=['+other'])
        login = {'USERNAME': 'net:box', 'PASSWORD': ODD}
        yield {'HOST': '127.0.0.1', 'PORT': port, 'DATABASE': 1} | login, client


@contextmanager
def unix_socket(folder):
    path = folder / 'val key.sock'
    with valkey('--unixsocket', str(path), password=ODD) as port:
        url = f'unix://:{ODD.encode().hex()}@{path}?db=3'
        client = redis.Redis(port=port, db=3, password=ODD)
        client.config_set('requirepass', ODD.encode().hex())
        yield {'URL': url}, client


@contextmanager
def sentinel(folder):
    with ExitStack() as stack:
        port = stack.enter_context(valkey())
        configuration = folder / 'sentinel.conf'
        configuration.write_text(f'sentinel monitor netbox 127.0.0.1 {port} 1\n')
        watcher_port = free_port()
        stack.callback(stop, start_server(watcher_port, str(configuration), '--sentinel'))
        nodes = [('127.0.0.1', watcher_port), ('127.0.0.1', free_port())]
        yield {'SENTINELS': nodes, 'SENTINEL_SERVICE': 'netbox', 'DATABASE': 4}, redis.Redis(port=port, db=4)


@contextmanager
def encrypted(folder):
    pem = certificate(folder)
    with valkey(password=ODD) as port, tls(port, pem) as front:
        tasks = {'HOST': '127.0.0.1', 'PORT': front, 'PASSWORD': ODD, 'SSL': True, 'CA_CERT_PATH': str(pem)}
        yield tasks, redis.Redis(port=port, password=ODD)


@contextmanager
def encrypted_by_url(folder):
    with valkey() as port, tls(port, certificate(folder)) as front:
        url = f'rediss://127.0.0.1:{front}/1?ssl_cert_reqs=none'
        yield {'URL': url, 'DATABASE': 1}, redis.Redis(port=port, db=1)


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path):
    with valkey() as port, tls(port, certificate(tmp_path)) as front:
        made = connection(find_broker({'HOST': '127.0.0.1', 'PORT': front, 'SSL': True}))
        with pytest.raises(OperationalError, match='certificate verify failed'):
            made.ensure_connection(max_retries=1)


@pytest.mark.parametrize('server', [plain, password, user, unix_socket, sentinel, encrypted, encrypted_by_url])
def test_real_servers_are_reached(server, tmp_path):
    with server(tmp_path) as (tasks, client), connection(find_broker(tasks)) as made:
        queue = made.SimpleQueue('netbox_chat_sessions')
        queue.put({'hello': 'broker'})
        keys = {key.decode() for key in client.scan_iter()}
        assert f'{KEY_PREFIX}netbox_chat_sessions' in keys
        assert all(key.startswith(KEY_PREFIX) for key in keys), keys
        message = queue.get(timeout=5)
        assert message.payload == {'hello': 'broker'}
        message.ack()
        queue.close()
