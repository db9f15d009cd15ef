"""The migrations say what the models say, and NetBox finds nothing to complain about."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command('makemigrations', 'netbox_chat_sessions', check_changes=True, dry_run=True, verbosity=1)


@pytest.mark.django_db
def test_every_migration_is_applied():
    call_command('migrate', check_unapplied=True, plan=False, verbosity=0)


def test_system_checks():
    call_command('check', fail_level='WARNING', verbosity=0)
