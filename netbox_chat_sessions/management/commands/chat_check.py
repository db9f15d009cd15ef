"""netbox chat_check: which agents there are, and whether the language model of each profile answers."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from users.models import User

from ...agents.roster import roster
from ...llm.checking import check
from ...llm_settings import Profile
from ...settings import Settings, get


class Command(BaseCommand):
    """Names the agents, and tests language model profiles with one real call each, which may cost some tokens."""

    help = 'Name the agents, ask the language model of each profile once, and say what is wrong.'

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take names of profiles, and the name of a user."""
        parser.add_argument('profiles', nargs='*', help='only these profiles, and no agents')
        parser.add_argument('--user', help='the agents as this user is offered them, and no profiles')

    def handle(self, *args: Any, **options: Any) -> None:
        """Name the agents and test the profiles.

        Raises:
            CommandError: An agent or a profile does not work, or there is no profile or user of that name.
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
        wrong = [_('Profiles that do not work: {names}.').format(names=', '.join(failed))] if failed else []
        wrong += [_('Agents that cannot be used: {names}.').format(names=', '.join(broken))] if broken else []
        if wrong:
            raise CommandError(' '.join(wrong))

    def _agents(self, user: User | None = None) -> tuple[str, ...]:
        """Name the agents; those that cannot be used though somebody wants them to."""
        listed = roster(user)
        for one in listed:
            style = self.style.ERROR if one.broken else self.style.WARNING if one.refusal else self.style.SUCCESS
            self.stdout.write(f'{style(one.name)}: {one.refusal or one.description}')
        return tuple(one.name for one in listed if one.broken)

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
