"""The database and NetBox's cache, and whether what stands in the database can be used."""

from time import monotonic

from core.models import ObjectType
from django.core.cache import cache as netbox_cache
from django.core.exceptions import FieldError, ValidationError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from users.constants import CONSTRAINT_TOKEN_USER
from users.models import ObjectPermission
from utilities.permissions import qs_filter_from_constraints

from ..models import ChatSession

__all__ = ('cache', 'database', 'migrations', 'permissions')

APP = ChatSession._meta.app_label
KEY = f'{APP}:health'


def database() -> tuple[bool, str]:
    """Whether it answers, and how fast."""
    began = monotonic()
    with connection.cursor() as cursor:
        cursor.execute('SELECT 1')
    milliseconds = round((monotonic() - began) * 1000)
    return True, _('The database answers in {milliseconds} ms.').format(milliseconds=milliseconds)


def migrations() -> tuple[bool, str]:
    """Whether the tables are those of this version."""
    executor = MigrationExecutor(connection)
    targets = [node for node in executor.loader.graph.leaf_nodes() if node[0] == APP]
    planned = (migration for migration, _backwards in executor.migration_plan(targets))
    missing = [migration.name for migration in planned if migration.app_label == APP]
    if missing:
        sentence = _('Migrations are not applied: {names}. Run "netbox migrate".')
        return False, sentence.format(names=', '.join(missing))
    return True, _('All migrations are applied.')


def cache() -> tuple[bool, str]:
    """Whether NetBox's cache keeps what it is given: turns are counted there."""
    netbox_cache.set(KEY, 'works', timeout=10)
    if netbox_cache.get(KEY) != 'works':
        return False, _("NetBox's cache does not keep what it is given.")
    return True, _("NetBox's cache (Redis) answers.")


def permissions() -> tuple[bool, str]:
    """Whether the constraints that administrators gave permissions on chats can be applied."""
    types = ObjectType.objects.filter(app_label=APP)
    given = ObjectPermission.objects.filter(enabled=True, object_types__in=types).distinct()
    broken = sorted(permission.name for permission in given if not _applicable(permission))
    if broken:
        sentence = _('Constraints that cannot be applied, in the permissions {names}: whoever has them gets errors.')
        return False, sentence.format(names=', '.join(broken))
    return True, _('All permissions on chats can be applied.')


def _applicable(permission: ObjectPermission) -> bool:
    """Whether every constraint fits every model of ours that the permission is about."""
    constraints = permission.constraints or []
    each = constraints if isinstance(constraints, list) else [constraints]
    try:
        for model in (found.model_class() for found in permission.object_types.filter(app_label=APP)):
            # Looked up for a user who is not there, so that nothing is read.
            filters = qs_filter_from_constraints(each, {CONSTRAINT_TOKEN_USER: 0})
            model._default_manager.filter(filters).filter(pk=0).exists()
    except (FieldError, ValidationError, TypeError, ValueError):
        return False
    return True
