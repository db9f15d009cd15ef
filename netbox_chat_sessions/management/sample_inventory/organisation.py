"""Who owns, runs and looks after the inventory: users, tenants, tags, custom fields, contacts, and the sites."""

from dataclasses import dataclass
from decimal import Decimal

from core.models import ObjectType
from dcim.models import Device, Location, Rack, Region, Site, SiteGroup
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Model
from extras.models import CustomField, CustomFieldChoiceSet, Tag
from tenancy.models import Contact, ContactAssignment, ContactGroup, ContactRole, Tenant, TenantGroup

from .ledger import Ledger
from .plan import SITES, SitePlan

USERS = (('anna.petersen', 'Anna', 'Petersen'), ('marc.dubois', 'Marc', 'Dubois'))
TENANTS = {
    'Network Operations': 'Nordwind IT',
    'Data Science': 'Nordwind IT',
    'Customer Portal': 'Nordwind Business',
    'Warehouse Systems': 'Nordwind Business',
    'Finance': 'Nordwind Business',
}
TAGS = {
    'Critical': 'f44336',
    'Monitored': '4caf50',
    'PCI DSS': 'ff9800',
    'Lab': '2196f3',
    'End of life': '9e9e9e',
}
CONTACTS = (
    ('Anna Petersen', 'Network engineer', '+49 40 5550 1201', 'anna.petersen@nordwind.example'),
    ('Marc Dubois', 'Site technician', '+33 4 7255 0134', 'marc.dubois@nordwind.example'),
    ("Siobhán O'Brien", 'Facility manager', '+353 1 555 0177', 'siobhan.obrien@nordwind.example'),
    ('Jürg Müller', 'Facility manager', '+41 44 555 01 22', 'juerg.mueller@nordwind.example'),
    ('Latisha Warren', 'Warehouse manager', '+1 973 555 0143', 'latisha.warren@nordwind.example'),
    ('Carrier service desk', 'Provider hotline', '+49 800 555 0199', 'noc@carrier.example'),
)
SITE_CONTACTS = {
    'ham': 'Anna Petersen',
    'rtm': 'Anna Petersen',
    'zrh': 'Jürg Müller',
    'dub': "Siobhán O'Brien",
    'lys': 'Marc Dubois',
    'ewr': 'Latisha Warren',
}


@dataclass(frozen=True)
class Organisation:
    """What the rest of the inventory refers to, by the name used in the plans."""

    users: dict[str, AbstractBaseUser]
    tenants: dict[str, Tenant]
    tags: dict[str, Tag]
    contacts: dict[str, Contact]
    contact_roles: dict[str, ContactRole]
    sites: dict[str, Site]
    locations: dict[tuple[str, str], Location]

    def assign(self, ledger: Ledger, target: Model, contact: str, role: str, priority: str = 'primary') -> None:
        """Make a contact responsible for an object."""
        lookup = {
            'object_type': ObjectType.objects.get_for_model(target),
            'object_id': target.pk,
            'contact': self.contacts[contact],
            'role': self.contact_roles[role],
        }
        ledger.put(ContactAssignment, lookup, priority=priority)


def write_organisation(ledger: Ledger) -> Organisation:
    """Write everything that has no place in a rack."""
    tags = {name: ledger.put_named(Tag, name, color=color) for name, color in TAGS.items()}
    tenants = {
        name: ledger.put_named(Tenant, name, {'group': ledger.put_named(TenantGroup, group)})
        for name, group in TENANTS.items()
    }
    write_custom_fields(ledger)
    contacts, roles = write_contacts(ledger)
    sites: dict[str, Site] = {}
    locations: dict[tuple[str, str], Location] = {}
    for plan in SITES:
        sites[plan.code] = site = write_site(ledger, plan, tags)
        for room in plan.rooms:
            parent = None
            if room.inside:
                parent = ledger.put_named(Location, room.inside, {'site': site, 'parent': None}, status=plan.status)
            status = 'planned' if all(rack.status == 'planned' for rack in room.racks) else 'active'
            locations[plan.code, room.code] = ledger.put_named(
                Location,
                room.name,
                {'site': site, 'parent': parent},
                status=status,
                facility=f'{plan.facility}-{room.code.upper()}',
            )
    organisation = Organisation(write_users(ledger), tenants, tags, contacts, roles, sites, locations)
    for code, name in SITE_CONTACTS.items():
        organisation.assign(ledger, sites[code], name, 'On site')
        organisation.assign(ledger, sites[code], 'Anna Petersen', 'Escalation', 'secondary')
    return organisation


def write_users(ledger: Ledger) -> dict[str, AbstractBaseUser]:
    """Two colleagues who reserved racks and wrote in journals; they have no password, so nobody can log in as them."""
    model = get_user_model()
    users: dict[str, AbstractBaseUser] = {}
    for username, first, last in USERS:
        user = model.objects.filter(username=username).first()
        if user is None:
            user = model(username=username, first_name=first, last_name=last, email=f'{username}@nordwind.example')
            user.set_unusable_password()
            user.save()
            ledger.created[model] += 1
        else:
            ledger.kept[model] += 1
        users[username] = user
    return users


def write_custom_fields(ledger: Ledger) -> None:
    """A cost center for sites, racks and devices; a service level and the end of the support contract for devices."""
    levels = ledger.put(
        CustomFieldChoiceSet,
        {'name': 'Nordwind service levels'},
        extra_choices=[['gold', 'Gold'], ['silver', 'Silver'], ['bronze', 'Bronze']],
    )
    for name, label, kind, models, extra in (
        ('cost_center', 'Cost center', 'text', (Site, Rack, Device), {'description': 'Account that pays for it'}),
        ('service_level', 'Service level', 'select', (Device,), {'choice_set': levels}),
        ('support_until', 'Support until', 'date', (Device,), {'description': 'End of the support contract'}),
    ):
        field = ledger.put(CustomField, {'name': name}, label=label, type=kind, **extra)
        field.object_types.add(*(ObjectType.objects.get_for_model(model) for model in models))
    CustomField.objects.clear_cache()


def write_contacts(ledger: Ledger) -> tuple[dict[str, Contact], dict[str, ContactRole]]:
    """People to call, by name, and the roles that they can have."""
    group = ledger.put_named(ContactGroup, 'Nordwind Logistics', {'parent': None})
    contacts: dict[str, Contact] = {}
    for name, title, phone, email in CONTACTS:
        contacts[name] = contact = ledger.put(Contact, {'name': name}, title=title, phone=phone, email=email)
        contact.groups.add(group)
    roles = {name: ledger.put_named(ContactRole, name) for name in ('On site', 'Escalation', 'Service desk')}
    return contacts, roles


def write_site(ledger: Ledger, plan: SitePlan, tags: dict[str, Tag]) -> Site:
    """A site with its region, country and continent."""
    region = None
    for name in plan.region:
        region = ledger.put_named(Region, name, {'parent': region})
    kind = ledger.put_named(SiteGroup, plan.group, {'parent': None})
    found = Site.objects.filter(slug=plan.slug).first()
    site = ledger.put_named(
        Site,
        plan.name,
        slug=plan.slug,
        status=plan.status,
        region=region,
        group=kind,
        facility=plan.facility,
        time_zone=plan.time_zone,
        physical_address=plan.address,
        latitude=Decimal(plan.latitude),
        longitude=Decimal(plan.longitude),
        custom_field_data={'cost_center': f'NWL-{plan.number}000'},
        description=f'Nordwind Logistics, {plan.group.lower()}',
    )
    if found is None and plan.is_data_center:
        site.tags.set([tags['Critical'], tags['Monitored']])
    return site
