"""The sample inventory as a whole, in the order in which its parts need each other."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from netbox.context import query_cache

from .addresses import write_addresses
from .addressing import write_addressing
from .cabling import CablePlant
from .circuits import write_circuits
from .devices import write_devices
from .equipment import write_equipment
from .errors import SampleInventoryError
from .history import write_history
from .interfaces import configure
from .ledger import Ledger
from .organisation import write_organisation
from .power import write_power
from .racks import write_racks
from .virtualization import write_virtualization
from .wireless import write_wireless
from .wiring import wire


def build_sample_inventory(progress: Callable[[str], None]) -> Ledger:
    """Write all that is missing of the sample inventory in one transaction; `progress` is told what comes next.

    Raises:
        SampleInventoryError: The database does not accept part of it; nothing has been written.
    """
    ledger = Ledger()
    try:
        with lookups_cached(), transaction.atomic():
            _write(ledger, progress)
    except IntegrityError as error:
        raise SampleInventoryError(str(error).strip()) from error
    return ledger


@contextmanager
def lookups_cached() -> Iterator[None]:
    """Let NetBox remember object types and custom fields between saves, as it does within a request.

    Without it, each object that is saved or indexed costs up to three queries more; the index is filled on commit.
    """
    token = query_cache.set(defaultdict(dict))
    try:
        yield
    finally:
        query_cache.reset(token)


def _write(ledger: Ledger, progress: Callable[[str], None]) -> None:
    progress('Sites, tenants and contacts')
    organisation = write_organisation(ledger)
    progress('VLANs and prefixes')
    addresses = write_addressing(ledger, organisation)
    progress('Device types and racks')
    equipment = write_equipment(ledger)
    racks = write_racks(ledger, organisation)
    progress('Devices')
    fleet = write_devices(ledger, organisation, equipment, racks)
    progress('Power, cables and circuits')
    plant = CablePlant(ledger, fleet)
    write_power(ledger, organisation, racks, fleet, plant)
    wire(plant, fleet)
    write_circuits(ledger, organisation, plant)
    plant.lay()
    progress('Interfaces and addresses')
    configure(plant, fleet, addresses)
    write_addresses(ledger, plant, fleet)
    write_wireless(ledger, organisation, addresses, fleet, plant)
    progress('Virtual machines')
    write_virtualization(ledger, organisation, equipment, addresses, fleet)
    progress('Journal and search index')
    write_history(ledger, organisation, racks, fleet)
    ledger.index()
