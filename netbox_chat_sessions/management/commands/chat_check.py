"""netbox chat_check: whether every part works, which agents there are, and what each language model answers."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from users.models import User

from ...agents.roster import roster
from ...health import examine
from ...llm.checking import check
from ...llm_settings import Profile
from ...settings import Settings, get


class Command(BaseCommand):
    """Looks at every part, names the agents, and asks each language model once, which may cost some tokens."""

    help = 'Look at every part, name the agents, ask the model of each profile once, and say what is wrong.'

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take names of profiles, and the name of a user."""
        parser.add_argument('profiles', nargs='*', help='only these profiles, and nothing else')
        parser.add_argument('--user', help='the agents as this user is offered them, and no profiles')

    def handle(self, *args: Any, **options: Any) -> None:
        """Test the profiles, name the agents and look at the parts.

        Raises:
            CommandError: A part, an agent or a profile does not work, or there is no profile or user of that name.
        """
        settings = get()
        if options['user'] is not None:
            self._agents(_user(options['user']))
            return
        if unknown := sorted(set(options['profiles']) - set(settings.profiles)):
            raise CommandError(_('There is no profile {name}.').format(name=unknown[0]))
        names = options['profiles'] or list(settings.profiles)
        if not names:
            self.stdout.write(_('There are no profiles, and no language model is used.'))
        failed = [name for name in names if not self._works(settings.profiles[name], settings)]
        broken = () if options['profiles'] else self._agents()
        faults = () if options['profiles'] else self._parts()
        wrong = [_('Profiles that do not work: {names}.').format(names=', '.join(failed))] if failed else []
        wrong += [_('Agents that cannot be used: {names}.').format(names=', '.join(broken))] if broken else []
        wrong += [_('Parts that do not work: {names}.').format(names=', '.join(faults))] if faults else []
        if wrong:
            raise CommandError(' '.join(wrong))

    def _agents(self, user: User | None = None) -> tuple[str, ...]:
        """Name the agents; those that cannot be used though somebody wants them to."""
        listed = roster(user)
        for one in listed:
            style = self.style.ERROR if one.broken else self.style.WARNING if one.refusal else self.style.SUCCESS
            self.stdout.write(f'{style(one.name)}: {one.refusal or one.description}')
        return tuple(one.name for one in listed if one.broken)

    def _parts(self) -> tuple[str, ...]:
        """Say of each part whether it works; those that do not."""
        parts = examine()
        for part in parts:
            style = self.style.SUCCESS if part.works else self.style.ERROR
            self.stdout.write(f'{style(part.name)}: {part.sentence}')
        return tuple(part.name for part in parts if not part.works)

    def _works(self, profile: Profile, settings: Settings) -> bool:
        result = check(profile, settings)
        style = self.style.SUCCESS if result.works else self.style.ERROR
        self.stdout.write(f'{style(profile.name)}: {result.sentence}')
        return result.works


def _user(name: str) -> User:
    found = User.objects.filter(username=name).first()
    if found is None:
        raise CommandError(_('There is no user {name}.').format(name=name))
    return found
