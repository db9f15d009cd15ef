"""What power ports draw, by the rule of `PowerPort.get_power_draw`, for many ports at a time.

A port with figures of its own draws these. One without draws what the ports draw that hang on its outlets, as the inlet
of a power distribution unit does. NetBox asks the database for each port anew; here every level of outlets costs two
statements, however many ports it has.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dcim.choices import CableEndChoices, PowerOutletFeedLegChoices
from dcim.models import PowerOutlet, PowerPort

from .visibility import User, restricted

__all__ = ('Draw', 'Draws', 'draws_of')

Figures = tuple[int | None, int | None]


@dataclass(frozen=True)
class Draw:
    """Watts, or volt-amperes where NetBox was given these."""

    allocated: int = 0
    maximum: int = 0

    def __add__(self, other: 'Draw') -> 'Draw':
        return Draw(self.allocated + other.allocated, self.maximum + other.maximum)


@dataclass
class Draws:
    """The draws of ports.

    Attributes:
        figures: By port, its own allocated and maximum draw.
        fed: By port and leg of an outlet, the ports that hang on it.
        outlets: By port and leg, how many outlets it has.
    """

    figures: dict[int, Figures] = field(default_factory=dict)
    fed: defaultdict[int, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))
    outlets: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    def automatic(self, port: int) -> bool:
        """Whether a port has no figures of its own."""
        return self.figures[port] == (None, None)

    def of(self, port: int) -> Draw:
        """What a port draws."""
        return self._of(port, frozenset())

    def by_leg(self, port: int) -> Iterator[tuple[str, Draw, int]]:
        """What hangs on each leg of a port without figures of its own: name of the leg, draw, number of outlets."""
        for leg, name in PowerOutletFeedLegChoices:
            fed = [child for own, child in self.fed[port] if own == leg]
            yield str(name), self._sum(fed, {port}), self.outlets[port].count(leg)

    def _of(self, port: int, seen: Iterable[int]) -> Draw:
        allocated, maximum = self.figures[port]
        if not self.automatic(port):
            return Draw(allocated or 0, maximum or 0)
        return self._sum([child for _, child in self.fed[port]], {*seen, port})

    def _sum(self, ports: Sequence[int], seen: set[int]) -> Draw:
        # Ports that feed each other in a circle are counted once.
        total = Draw()
        for port in ports:
            if port not in seen:
                seen.add(port)
                total += self._of(port, seen)
        return total


def draws_of(ports: Iterable[PowerPort], user: User) -> Draws:
    """The draws of `ports`; of what hangs on them, only ports that the user may view count.

    Two statements for each level of outlets between the ports and what they feed.
    """
    found = Draws({port.pk: (port.allocated_draw, port.maximum_draw) for port in ports})
    level = list(found.figures)
    while level:
        cabled: defaultdict[tuple[int, str], list[tuple[int, str]]] = defaultdict(list)
        outlets = PowerOutlet.objects.filter(power_port__in=level).order_by()
        for port, leg, cable, end in outlets.values_list('power_port_id', 'feed_leg', 'cable_id', 'cable_end'):
            found.outlets[port].append(leg or '')
            if cable and found.automatic(port):
                cabled[cable, _opposite(end)].append((port, leg or ''))
        level = list(_hang_on(found, cabled, user)) if cabled else []
    return found


def _hang_on(found: Draws, cabled: dict[tuple[int, str], list[tuple[int, str]]], user: User) -> Iterator[int]:
    ports = restricted(PowerPort.objects.filter(cable__in={cable for cable, _ in cabled}), user).order_by('pk')
    columns = ('pk', 'cable_id', 'cable_end', 'allocated_draw', 'maximum_draw')
    for pk, cable, end, allocated, maximum in ports.values_list(*columns):
        for port, leg in cabled.get((cable, end), ()):
            if (leg, pk) not in found.fed[port]:
                found.fed[port].append((leg, pk))
        if pk not in found.figures and (cable, end) in cabled:
            found.figures[pk] = (allocated, maximum)
            if (allocated, maximum) == (None, None):
                yield pk


def _opposite(end: str) -> str:
    return CableEndChoices.SIDE_A if end == CableEndChoices.SIDE_B else CableEndChoices.SIDE_B
