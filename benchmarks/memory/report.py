"""Takes the measurements inside NetBox and prints them as Markdown. Started by `benchmarks.memory`."""

import argparse
import os
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django

from benchmarks.resolution.figures import table

USER = 'benchmark'
# What is good enough: of the figures that the project promises.
MOST_INTENT_TOKENS, LEAST_SAVED, MOST_STATE = 150, 0.8, 5 * 1024
MOST_STATEMENTS, MOST_TIMES_PLAIN, MOST_GROWTH = 12, 6.0, 1.1


@dataclass
class Report:
    """What is printed, and what is not good enough."""

    failures: list[str] = field(default_factory=list)

    def show(self, title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table."""
        print(f'\n{title}\n\n{table(head, rows)}', flush=True)

    def hold(self, said: str, good: bool) -> None:
        """Remember a promise that is not kept."""
        if not good:
            self.failures.append(said)


def main(arguments: Sequence[str]) -> int:
    """Measure; the exit status says whether all promises are kept."""
    django.setup()
    options = parse_arguments(arguments)
    report = Report()
    if options.dialogues:
        dialogues(report, _root(), options.dialogues)
    long_sessions(report, _root(), options.turns)
    storing(report, _reader(), options)
    print('', *(f'Not kept: {said}' for said in report.failures or ['nothing']), sep='\n')
    return int(bool(report.failures))


def dialogues(report: Report, user: Any, path: Path) -> None:
    """How often follow-ups succeed in each way."""
    from .dialogues import read_dialogues
    from .ways import WAYS

    rows = []
    for way, begin in WAYS.items():
        counts: dict[str, list[bool]] = {name: [] for name in ('follow-ups', 'unnamed', 'answers', 'wrong')}
        for dialogue in read_dialogues(path):
            conversation = begin(user)
            for turn in dialogue.turns:
                result = conversation.say(turn.said)
                bound, right = turn.bound(result.turn), turn.right(result.reply)
                counts['answers'].append(right)
                counts['wrong'].append(not right and result.reply['kind'] == 'answer')
                if turn.follows:
                    counts['follow-ups'].append(bound and right)
                if turn.implicit:
                    counts['unnamed'].append(bound)
        rows.append((way, *(_share(counts[name]) for name in counts)))
    head = ('with', 'follow-ups that succeed', 'unnamed references bound', 'right answers', 'wrong answers')
    report.show(f'Dialogues ({path.name})', head, rows)


def long_sessions(report: Report, user: Any, turns: int) -> None:
    """One long conversation in each way that has a session: what is understood, handed on, used and kept."""
    from netbox_chat_sessions.models import Interaction

    from .contexts import context_of, sizes_of, state_bytes, used_of
    from .long_conversation import long_conversation
    from .ways import WAYS

    said = long_conversation(turns)
    quality = []
    for way, begin in WAYS.items():
        conversation, held = begin(user), _Held()
        for place, message in enumerate(said):
            session = conversation.session_id
            context = context_of(user, session, 'response_generation') if session else {}
            result = conversation.say(message.text)
            held.take(message, result, used_of(context, result.turn) if context else None)
            if conversation.stored:
                held.measure(sizes_of(user, result.session.id), state_bytes(result.session.id))
                stray = _stray(user, result.session.id, said, place)
                held.stray.append(stray)
        quality.append((way, *held.quality()))
        if way == 'a session':
            _sizes(report, held)
        if conversation.session_id:
            Interaction.objects.filter(session_id=conversation.session_id).delete()
    head = (
        'with',
        'follow-ups bound',
        'topic changes found',
        'topic changes that are none',
        'interactions of other topics',
    )
    report.show(f'A generated conversation of {turns} turns', head, quality)


class _Held:
    """What became of one long conversation."""

    def __init__(self) -> None:
        self.bound: list[bool] = []
        self.changes: list[tuple[bool, bool]] = []
        self.sizes: list[Any] = []
        self.uses: list[Any] = []
        self.states: list[int] = []
        self.stray: list[tuple[int, int]] = []
        self.before: Any = None

    def take(self, message: Any, result: Any, use: Any) -> None:
        """Hold a turn against its truth."""
        found = {
            (item['object_type'], item['object_id']) for ref in result.turn['references'] for item in ref['objects']
        }
        if message.follows and message.means:
            self.bound.append(message.means <= found)
        if self.before is not None and message.domain:
            self.changes.append((message.domain != self.before.domain, result.turn['topic']['changed']))
        self.before = message if message.domain else self.before
        if use and message.follows:
            self.uses.append(use)

    def measure(self, sizes: Any, state: int) -> None:
        """Keep the sizes after a turn."""
        self.sizes.append(sizes)
        self.states.append(state)

    def quality(self) -> Iterator[str]:
        """The cells of a row."""
        yield _share(self.bound)
        yield _share([told for truth, told in self.changes if truth])
        yield _share([told for truth, told in self.changes if not truth])
        strays, shown = (sum(part) for part in zip(*self.stray, strict=True)) if self.stray else (0, 0)
        yield _ratio(strays, shown) if shown else 'no context'


def _stray(user: Any, session_id: int, said: Sequence[Any], place: int) -> tuple[int, int]:
    """Of the interactions that an agent would be given after a turn, how many belong to other topics."""
    from netbox_chat_sessions.wiring import session_store

    store = session_store(user)
    window = store.recall(store.find(session_id)).window
    domains = {turn.sequence: said[turn.sequence - 1].domain for turn in window}
    now = next(message.domain for message in reversed(said[: place + 1]) if message.domain)
    return sum(domain not in (now, None) for domain in domains.values()), len(window)


def _sizes(report: Report, held: _Held) -> None:
    rows, averages = [], {}
    names = list(held.sizes[0].contexts)
    for sizes in held.sizes:
        if sizes.interactions in (5, 10, 20, 50, 100, 200):
            rows.append(
                (
                    str(sizes.interactions),
                    *(str(sizes.contexts[name]) for name in names),
                    str(sizes.texts),
                    str(sizes.shown),
                )
            )
        if sizes.interactions == 20:
            less = 1 - sizes.contexts['response_generation'] / sizes.texts
            report.hold(f'response_generation is {less:.0%} less than unbounded at 20', less >= LEAST_SAVED)
    averages = {name: statistics.mean(sizes.contexts[name] for sizes in held.sizes) for name in names}
    texts = statistics.mean(sizes.texts for sizes in held.sizes)
    shown = statistics.mean(sizes.shown for sizes in held.sizes)
    rows.append(('mean', *(f'{averages[name]:.0f}' for name in names), f'{texts:.0f}', f'{shown:.0f}'))
    head = ('interactions', *names, 'unbounded: texts', 'unbounded: texts and tables')
    report.show('Tokens (characters / 4) of a context, and of all that was said with all references', head, rows)
    average = averages['intent_recognition']
    report.hold(f'{average:.0f} tokens for intent recognition', average <= MOST_INTENT_TOKENS)
    report.hold(f'{max(held.states)} bytes of state', max(held.states) <= MOST_STATE)
    uses = held.uses
    report.show(
        'What follow-ups used of the context of response_generation, and what they needed of it',
        (
            'items held',
            'used by the turn',
            'needed by the turn',
            'of those needed, held',
            'bytes of state: mean',
            'most',
        ),
        [
            (
                f'{statistics.mean(use.held for use in uses):.1f}',
                _ratio(sum(use.used for use in uses), sum(use.held for use in uses)),
                f'{statistics.mean(use.needed for use in uses):.1f}',
                _ratio(sum(use.found for use in uses), sum(use.needed for use in uses)),
                f'{statistics.mean(held.states):.0f}',
                str(max(held.states)),
            )
        ],
    )


def storing(report: Report, user: Any, options: argparse.Namespace) -> None:
    """What the store costs beside plain SQL, by length and beside other sessions."""
    from .storing import measure_storing

    found = measure_storing(user, options.interactions, options.sessions, options.repeat)
    first = found[0]
    rows = []
    for one in found:
        times, growth = one.store / one.plain, one.store / first.store
        rows.append(
            (
                f'{one.interactions:,}', f'{one.others:,}', f'{one.store:.1f} ({growth:.2f})', f'{one.plain:.1f}',
                f'{times:.1f}', str(one.statements), str(one.loading),
            )
        )  # fmt: skip
        where = f'{one.interactions} interactions beside {one.others} sessions'
        report.hold(f'{times:.1f} times plain SQL at {where}', times <= MOST_TIMES_PLAIN)
        report.hold(f'{growth:.2f} times the shortest at {where}', growth <= MOST_GROWTH)
        report.hold(f'{one.statements} statements at {where}', one.statements <= MOST_STATEMENTS)
        report.hold(f'{one.loading} statements for loading at {where}', one.loading == first.loading)
    head = (
        'interactions', 'other sessions', 'store: ms (to the first)', 'plain: ms', 'times plain', 'statements',
        'of these to load',
    )  # fmt: skip
    report.show('Storing one interaction with five entity references, and loading the next context', head, rows)


def _share(tests: Sequence[bool]) -> str:
    return _ratio(sum(tests), len(tests))


def _ratio(part: int, whole: int) -> str:
    return f'{part / whole:.1%} ({part}/{whole})' if whole else 'none'


def _reader() -> Any:
    """Who may view the inventory, by a permission as most users have it."""
    from users.models import User

    from devtools.accounts import allow_viewing

    user, new = User.objects.get_or_create(username=USER)
    if new:
        allow_viewing(user)
    return user


def _root() -> Any:
    """Who may view everything, as the truth of dialogues has it."""
    from users.models import User

    return User.objects.filter(is_superuser=True).earliest('pk')


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog='python -m benchmarks.memory', description=__doc__)
    add_arguments(parser)
    return parser.parse_args(arguments)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is measured."""
    lengths = {'type': int, 'nargs': '+', 'metavar': 'N'}
    parser.add_argument(
        '--dialogues', type=Path, metavar='FILE.jsonl', help='dialogues with their truth; see dialogues.py'
    )
    parser.add_argument('--turns', type=int, default=200, help='length of the generated conversation (%(default)s)')
    parser.add_argument('--interactions', **lengths, default=[10, 1000, 5000], help='lengths, the shortest first')
    parser.add_argument('--sessions', type=int, default=20_000, help='how many other sessions (%(default)s)')
    parser.add_argument('--repeat', type=int, default=100, help='how often storing is timed (%(default)s)')


if __name__ == '__main__':
    os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'netbox.settings')
    sys.exit(main(sys.argv[1:]))
