"""Where a word is found: in every column of every table, and behind every key of Redis."""

import zlib
from contextlib import suppress

from django.contrib.sessions.models import Session
from django.db import connection
from django_redis import get_redis_connection
from django_rq import get_queue

__all__ = ('keys_with', 'tables_with')

READ = {
    b'string': lambda redis, key: redis.get(key),
    b'hash': lambda redis, key: redis.hgetall(key),
    b'list': lambda redis, key: redis.lrange(key, 0, -1),
    b'set': lambda redis, key: redis.smembers(key),
    b'zset': lambda redis, key: redis.zrange(key, 0, -1),
    b'stream': lambda redis, key: redis.xrange(key),
}


def tables_with(word):
    """The tables that have the word in any column, of whatever type."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        one = '(SELECT \'{0}\' FROM "{0}" AS one WHERE one::text LIKE %s LIMIT 1)'
        found = ' UNION ALL '.join(one.format(name) for name in names)
        cursor.execute(found, [f'%{word}%'] * len(names))
        tables = {name for (name,) in cursor.fetchall()}
    # What Django keeps of people who are logged in is packed.
    if any(word in str(session.get_decoded()) for session in Session.objects.all()):
        tables.add(Session._meta.db_table)
    return tables


def keys_with(word):
    """Key → seconds that it lives on (-1: for ever), of those that have the word in their value."""
    found = {}
    for redis in (get_queue('default').connection, get_redis_connection('default')):
        for key in redis.scan_iter():
            if word.encode() in b' '.join(_parts(READ[redis.type(key)](redis, key))):
                found[key.decode()] = redis.ttl(key)
    return found


def _parts(value):
    """What a value consists of, unpacked; queued jobs are compressed."""
    if isinstance(value, dict):
        value = [part for pair in value.items() for part in pair]
    if isinstance(value, list | set | tuple):
        return [part for item in value for part in _parts(item)]
    value = value or b''
    with suppress(zlib.error):
        return [zlib.decompress(value)]
    return [value]
