"""The turns that are timed, and what has to come of each."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ('OPENING', 'TURNS', 'Turn')


@dataclass(frozen=True)
class Turn:
    """One kind of turn.

    Attributes:
        name: What it stands for, in the tables.
        message: What is said, with the names of `inventory.Landmarks` in braces.
        status: How its references have to come out.
        resolution: False: what it costs is the answer's own work, such as counting, and not finding what is meant.
    """

    name: str
    message: str
    status: str = 'resolved'
    resolution: bool = True

    def fault(self, turn: Mapping[str, Any]) -> str:
        """What is wrong with the `turn` object of the REST contract that came of it; empty when nothing is."""
        found = [(reference['phrase'], reference['status']) for reference in turn['references']]
        if {status for _, status in found} == {self.status}:
            return ''
        return f'{", ".join(f"{phrase} is {status}" for phrase, status in found) or "nothing"}, not {self.status}'


# What a session consists of, again and again with other devices.
OPENING: Collection[str] = (
    'show {device}',
    'how full is its rack?',
    'which devices are in it?',
    'what is the status of {neighbour}?',
    'which devices are in the rack?',
)

TURNS: Collection[Turn] = (
    Turn('a device by its full name', 'show {other}'),
    Turn('"the rack"', 'how full is the rack?'),
    Turn('"it"', 'where is it?'),
    Turn('"the second one"', 'show the second one'),
    Turn('a site by its full name', 'how many devices are at {site}?'),
    Turn("a part of a site's name", 'which racks are at {place}?'),
    Turn('a name that nothing has', 'where is {unknown}?', 'unresolved'),
    Turn('a typing error in a name', 'where is {misspelled}?', 'ambiguous'),
    Turn("a rack's name that each site has", 'how full is {repeated}?'),
    Turn('an IP address', 'show {address}'),
    Turn('counting at the large site', 'how many devices are at {hub}?', resolution=False),
    Turn('listing at the large site', 'which devices are at {hub}?', resolution=False),
)
