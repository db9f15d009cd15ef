"""netbox chat_check: ask the language model of each profile once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from ...llm.checking import check
from ...llm_settings import Profile
from ...settings import Settings, get


class Command(BaseCommand):
    """Tests language model profiles with one real call each, which may cost some tokens."""

    help = 'Ask the language model of each profile once, and say what is wrong.'

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take names of profiles."""
        parser.add_argument('profiles', nargs='*', help='only these profiles')

    def handle(self, *args: Any, **options: Any) -> None:
        """Test the profiles.

        Raises:
            CommandError: A profile does not work, or there is none of that name.
        """
        settings = get()
        if unknown := sorted(set(options['profiles']) - set(settings.profiles)):
            raise CommandError(_('There is no profile {name}.').format(name=unknown[0]))
        names = options['profiles'] or list(settings.profiles)
        if not names:
            self.stdout.write(_('There are no profiles, and no language model is used.'))
        failed = [name for name in names if not self._works(settings.profiles[name], settings)]
        if failed:
            raise CommandError(_('Profiles that do not work: {names}.').format(names=', '.join(failed)))

    def _works(self, profile: Profile, settings: Settings) -> bool:
        result = check(profile, settings)
        style = self.style.SUCCESS if result.works else self.style.ERROR
        self.stdout.write(f'{style(profile.name)}: {result.sentence}')
        return result.works
