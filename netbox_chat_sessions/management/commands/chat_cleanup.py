"""netbox chat_cleanup: the cleanup of chat sessions, once and now."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from ...storage.cleanup import describe
from ...wiring import cleanup_service


class Command(BaseCommand):
    """Expires idle chat sessions and deletes those whose retention is over."""

    help = 'Expire idle chat sessions and delete those whose retention is over.'

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take --dry-run and --fast."""
        parser.add_argument('--dry-run', action='store_true', help='only count what would be done')
        parser.add_argument('--fast', action='store_true', help='do not rest between batches; those who chat feel it')

    def handle(self, *args: Any, **options: Any) -> None:
        """Clean up, or only count, and say how much."""
        report = cleanup_service(fast=options['fast']).run(dry_run=options['dry_run'])
        self.stdout.write(describe(report))
        if options['dry_run']:
            self.stdout.write(_('Nothing was changed: this was a dry run.'))
