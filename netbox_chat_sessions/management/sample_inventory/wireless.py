"""Wireless networks of the offices and warehouses."""

from dcim.models import Interface, Site
from django.contrib.contenttypes.models import ContentType
from wireless.models import WirelessLAN, WirelessLANGroup

from .addressing import AddressPlan
from .cabling import CablePlant
from .devices import Fleet
from .ledger import Ledger
from .organisation import Organisation
from .plan import SITES

NETWORKS = (('Nordwind', 50, 'wpa-enterprise'), ('Nordwind Guest', 99, 'open'))


def write_wireless(
    ledger: Ledger, organisation: Organisation, addresses: AddressPlan, fleet: Fleet, plant: CablePlant
) -> None:
    """Write the networks of each site and let its new access points carry them."""
    group = ledger.put_named(WirelessLANGroup, 'Nordwind Logistics', {'parent': None})
    lans: dict[str, list[WirelessLAN]] = {}
    for site in SITES:
        for ssid, vid, security in NETWORKS:
            vlan = addresses.vlans.get((site.code, vid))
            if vlan is not None:
                scope = {
                    'scope_type': ContentType.objects.get_for_model(Site),
                    'scope_id': organisation.sites[site.code].pk,
                }
                lans.setdefault(site.code, []).append(
                    ledger.put(
                        WirelessLAN,
                        {'ssid': ssid, **scope},
                        group=group,
                        vlan=vlan,
                        auth_type=security,
                        status='reserved' if site.status == 'planned' else 'active',
                    )
                )
    for plan, _ in fleet.fresh_plans():
        radio = plant.port(Interface, plan.key, 'Dot11Radio0')
        if radio is not None:
            radio.wireless_lans.set(lans[plan.spot.site.code])
