"""`netbox chat_sample_inventory`: a company to try the chat on."""

from argparse import ArgumentParser
from time import monotonic

from dcim.models import Cable, Device, Rack, Site
from django.core.management.base import BaseCommand, CommandError
from ipam.models import IPAddress, Prefix

from netbox_chat_sessions.management.sample_inventory.build import build_sample_inventory
from netbox_chat_sessions.management.sample_inventory.errors import SampleInventoryError

SUMMARY = (Site, Rack, Device, Prefix, IPAddress, Cable)


class Command(BaseCommand):
    """Writes the sample inventory into NetBox's database."""

    help = (
        'Fill an empty NetBox with the inventory of Nordwind Logistics, a fictional company with 7 sites, 42 racks and '
        'more than 300 devices, to try the chat on. The same objects are made on every run, all of them or none.'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the one option."""
        parser.add_argument(
            '--add-to-existing',
            '--force',
            action='store_true',
            dest='add_to_existing',
            help='Run on a database that already holds sites. Objects that are there are kept as they are; only what '
            'is missing of the sample inventory is added. Nothing is deleted.',
        )

    def handle(self, *args: object, **options: object) -> None:
        """Refuse or write, then say what was made.

        Raises:
            CommandError: The database holds sites and nobody said to add to them, or does not accept the inventory.
        """
        sites = Site.objects.count()
        if sites and not options['add_to_existing']:
            raise CommandError(
                f'This database already holds sites ({sites}), so nothing was added. Use an empty database, or run the '
                'command again with --add-to-existing to put the sample inventory next to what is there.'
            )
        started = monotonic()
        try:
            ledger = build_sample_inventory(lambda step: self.stdout.write(f'{step} ...'))
        except SampleInventoryError as error:
            raise CommandError(
                f'The sample inventory does not fit into this database, and nothing was changed. {error}. Rename or '
                'remove what is in its way, or use an empty database.'
            ) from error
        if ledger.cables_without_port:
            self.stderr.write(
                f'Cables left out: {ledger.cables_without_port}, because a port at one of their ends was removed or '
                'renamed. Delete the device and run the command again with --add-to-existing to get it back whole.'
            )
        made = ', '.join(f'{ledger.created[model]} {model._meta.verbose_name_plural}' for model in SUMMARY)
        self.stdout.write(
            self.style.SUCCESS(
                f'Made {ledger.created.total()} objects in {monotonic() - started:.0f} s ({made}); '
                f'{ledger.kept.total()} were there already.'
            )
        )
