"""Addresses in a text: IP addresses and networks in any notation, and MAC addresses."""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...conversation.objects import ObjectRef
from .named_types import ADDRESSED

__all__ = ('Address', 'address_in', 'at_address', 'mac_in')

_MAC = re.compile(r'(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}[.:-]){2}[0-9a-f]{4}', re.IGNORECASE)
_BARE_MAC = re.compile(r'(?=.*[a-f])[0-9a-f]{12}', re.IGNORECASE)


@dataclass(frozen=True)
class Address:
    """An address as it was written: `10.1.2.3`, `10.1.2.3/24`, `2001:DB8::/32`.

    Attributes:
        masked: A mask was written, shorter than the whole address.
    """

    interface: ipaddress.IPv4Interface | ipaddress.IPv6Interface
    masked: bool

    @property
    def host(self) -> str:
        """The address without its mask."""
        return str(self.interface.ip)

    @property
    def network(self) -> str:
        """The network that it is, or is in; empty without a mask."""
        return str(self.interface.network) if self.masked else ''


def address_in(word: str) -> Address | None:
    """The IP address or network that a word is; a zone (`fe80::1%eth0`) is left out, NetBox keeps none."""
    if '.' not in word and ':' not in word:
        return None
    address, slash, mask = word.strip('[]').partition('/')
    try:
        interface = ipaddress.ip_interface(f'{address.partition("%")[0]}{slash}{mask}')
    except ValueError:
        return None
    return Address(interface, interface.network.num_addresses > 1)


def mac_in(word: str) -> str | None:
    """The MAC address that a word is, in PostgreSQL's notation: `aa:bb:cc:dd:ee:ff`."""
    if not (_MAC.fullmatch(word) or _BARE_MAC.fullmatch(word)):
        return None
    digits = re.sub('[^0-9a-f]', '', word.lower())
    return ':'.join(digits[at : at + 2] for at in range(0, 12, 2))


def at_address(refs: Sequence[ObjectRef], address: Address) -> tuple[ObjectRef, ...]:
    """Those of `refs` that an address stands for.

    `10.1.2.0/24` is the prefix, else the aggregate; `10.1.2.3/24` is the IP address, with another mask if need be, and
    the network where there is no such address.
    """
    own = [(ref, found.interface) for ref in refs if (found := address_in(ref.display))]
    hosts = [(ref, its) for ref, its in own if ref.key.object_type == 'ipam.ipaddress']
    networks = [(ref, its) for ref, its in own if ref.key.object_type != 'ipam.ipaddress']
    exact = [ref for ref, its in hosts if its == address.interface]
    same_host = [ref for ref, its in hosts if its.ip == address.interface.ip]
    within = [ref for ref, its in networks if address.masked and its.network == address.interface.network]
    if not address.masked:
        # A prefix may be as small as one address.
        single = [ref for ref, its in networks if its.network == address.interface.network]
        return tuple(same_host or single)
    if address.interface.ip == address.interface.network.network_address:
        order = {object_type: place for place, object_type in enumerate(ADDRESSED)}
        foremost = min((order[ref.key.object_type] for ref in within), default=None)
        return tuple([ref for ref in within if order[ref.key.object_type] == foremost] or exact)
    return tuple(exact or same_host or within)
