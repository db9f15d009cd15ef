"""What the pieces of a statement ask of each type, with slots where a text fills in its words.

Which indexes of NetBox 4.7 serve them, as EXPLAIN shows with 200,000 devices:

- devices by name: the unique index on `lower(name), site, tenant`, a probe for each form;
- virtual machines by name: the two unique indexes on `lower(name)`, each with the condition that it is limited to;
- IP addresses: the index on `host(address)::inet`; prefixes: the GiST index; MAC addresses and ASNs: their own;
- components: the index on `device, name`, within the devices in question alone;
- racks, VLANs, circuits and the small types have no index on the lower-case name: one pass over each table.

The planner has no statistics of lower-case names, not even where there is an index, for those are partial. It believes
each form to fit one row in 200, would read the whole table for forty forms, or for any with a LIMIT, and compile the
plan with LLVM for half a second. So the conditions say as well what is true of all names, that they lie within bounds
and have some length, which makes it think of few rows.

Serial numbers have no index either, so they are looked for only when no name explains a word that looks like one. Asset
tags have one, but not on their lower case.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Any

from django.db.models import BooleanField, Expression, F, Func, IntegerField, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Length, Lower
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from ipam.fields import IPAddressField
from ipam.lookups import Host

from ..sight import View
from ..sketches import sketch
from .named_types import ADDRESSED, IN_PART, NUMBERED, PARTIES
from .spelling import LONGEST_NAME

__all__ = ('Purpose', 'Slot', 'narrowed')

MOST_IN_PART = 100
MOST_IN_FULL = 200
MOST_COMPONENTS = 1000
MOST_NEAR = 200
# Types with an index on the lower-case name.
INDEXED = ('dcim.device', 'virtualization.virtualmachine')
# Unicode gives it the highest weight in every collation.
LAST_OF_ALL = '\uffff'


class Purpose(StrEnum):
    """What a piece of a statement is for."""

    NAMED = 'named'
    PART_OF_DEVICE = 'part_of_device'
    NEAR = 'near'
    SERIAL = 'serial'
    TAGGED = 'tagged'
    MEMBER = 'member'


class Slot(Enum):
    """The parts of a statement that change from turn to turn; the value is PostgreSQL's type."""

    FORMS = 'text[]', 'forms'
    SAID = 'text[]', 'said'
    WORDS = 'text', 'words'
    BEGINNINGS = 'text', 'beginnings'
    NUMBERS = 'bigint[]', 'numbers'
    UNNAMED = 'bigint[]', 'unnamed'
    HOSTS = 'inet[]', 'hosts'
    NETWORKS = 'inet[]', 'networks'
    MACS = 'macaddr[]', 'macs'
    DEVICES = 'bigint[]', 'devices'
    RACKS = 'bigint[]', 'racks'
    SITES = 'bigint[]', 'sites'
    ENDINGS = 'text', 'endings'
    SHORTEST = 'int', 'shortest'
    LONGEST = 'int', 'longest'

    @property
    def cast(self) -> str:
        """PostgreSQL's type of the value."""
        return str(self.value[0])

    @property
    def many(self) -> bool:
        """Whether the value is a list."""
        return self.cast.endswith('[]')


class _Given(Expression):
    def __init__(self, slot: Slot) -> None:
        super().__init__(output_field=BooleanField())
        self.slot = slot

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Slot]]:
        return f'%s::{self.slot.cast}', (self.slot,)


class _AtHand(Func):
    """How near a site is: 2 when the conversation is about it or its devices or racks, or the text says its name.

    1 when the text says a part of its name, 0 else.
    """

    output_field = IntegerField()
    known = (
        (Slot.SITES, '= ANY (%s::bigint[])'),
        (Slot.DEVICES, 'IN (SELECT site_id FROM dcim_device WHERE id = ANY (%s::bigint[]))'),
        (Slot.RACKS, 'IN (SELECT site_id FROM dcim_rack WHERE id = ANY (%s::bigint[]))'),
        (Slot.SAID, 'IN (SELECT id FROM dcim_site WHERE lower(name) = ANY (%s::text[]))'),
    )
    said = Slot.WORDS, 'IN (SELECT id FROM dcim_site WHERE name ~* %s::text)'

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, tuple[Any, ...]]:
        site, parameters = compiler.compile(self.source_expressions[0])
        known = ' OR '.join(f'{site} {found}' for _, found in self.known)
        values = [value for slot, _ in (*self.known, self.said) for value in (*parameters, slot)]
        return f'CASE WHEN {known} THEN 2 WHEN {site} {self.said[1]} THEN 1 ELSE 0 END', tuple(values)


class _WordsSaid(Func):
    """How many of the words of a text a name has; most have one, which takes no list of them to count."""

    template = (
        "CASE regexp_count(%(expressions)s, 1, 'i') WHEN 0 THEN 0 WHEN 1 THEN 1"
        " ELSE (SELECT count(DISTINCT lower(said[1])) FROM regexp_matches(%(expressions)s, 'gi') said) END"
    )
    output_field = IntegerField()

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, tuple[Any, ...]]:
        sql, parameters = super().as_sql(compiler, connection, **context)
        return sql, (*parameters, *parameters)


class _Lowered(Func):
    """As LOWER, at a third of its cost where all letters are plain ones, as in most names."""

    template = (
        'CASE WHEN OCTET_LENGTH(%(expressions)s) = LENGTH(%(expressions)s)'
        ' THEN LOWER(%(expressions)s COLLATE "C") ELSE LOWER(%(expressions)s) END'
    )
    output_field = TextField()


class _AnyOf(Func):
    template = '%(expressions)s)'
    arg_joiner = ' = ANY ('
    output_field = BooleanField()


class _Matches(Func):
    template = '%(expressions)s'
    arg_joiner = ' ~* '
    output_field = BooleanField()


def narrowed(purpose: Purpose, object_type: str, objects: QuerySet[Any], views: Mapping[str, View]) -> QuerySet[Any]:
    """The rows (`Sketch.rows`) of those `objects` of a type that a piece asks for."""
    shape = sketch(object_type)
    if purpose is Purpose.PART_OF_DEVICE:
        named = _in_full(object_type) | _matches(F(shape.name_field), Slot.ENDINGS)
        return shape.rows(objects.filter(_any_of(F('device_id'), Slot.DEVICES) & named), views)[:MOST_COMPONENTS]
    if purpose in (Purpose.SERIAL, Purpose.TAGGED):
        serial = purpose is Purpose.SERIAL
        marked = (
            _any_of(_Lowered('serial'), Slot.FORMS) & _usual('serial')
            if serial
            else _any_of(F('asset_tag'), Slot.FORMS)
        )
        return shape.rows(objects.filter(marked), views)[:MOST_NEAR]
    if purpose is Purpose.MEMBER:
        chassis = _any_of(_Lowered('virtual_chassis__name'), Slot.FORMS) & _any_of(F('vc_position'), Slot.NUMBERS)
        return shape.rows(objects.filter(chassis, name__isnull=True), views)[:MOST_NEAR]
    if purpose is Purpose.NEAR and object_type in IN_PART:
        alike = _matches(F(shape.name_field), Slot.WORDS)
        return shape.rows(objects.filter(alike), views).order_by('pk')[:MOST_NEAR]
    if purpose is Purpose.NEAR:
        return _limited(object_type, shape.rows(objects.filter(_nearly(object_type)), views))
    rows = shape.rows(objects.filter(_named(object_type)), views)
    if object_type not in IN_PART:
        return _limited(object_type, rows)
    # Names said in full come first, then those of which most is said, so that they are never cut off.
    in_full = _AnyOf(_Lowered(shape.name_field), _Given(Slot.FORMS))
    return rows.order_by(in_full.desc(), _WordsSaid(F(shape.name_field), _Given(Slot.WORDS)).desc(), 'pk')[
        :MOST_IN_PART
    ]


def _limited(object_type: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    """So many of them; of racks and the like, whose names repeat from site to site, first those of sites at hand."""
    if object_type in INDEXED:
        return rows
    if any(path == 'site_id' for _, path, _ in sketch(object_type).traits):
        rows = rows.order_by(_AtHand(F('site_id')).desc(), 'pk')
    return rows[:MOST_IN_FULL]


def _named(object_type: str) -> Q:
    if object_type == 'ipam.ipaddress':
        return _any_of(Cast(Host('address'), output_field=IPAddressField()), Slot.HOSTS)
    if object_type in ADDRESSED:
        return _any_of(F('prefix'), Slot.NETWORKS)
    if object_type == 'dcim.macaddress':
        return _any_of(F('mac_address'), Slot.MACS)
    number = NUMBERED.get(object_type)
    condition = _any_of(F(number), Slot.NUMBERS) if number else Q()
    if object_type in ('dcim.cable', 'ipam.asn'):
        return condition
    condition |= _in_full(object_type)
    if object_type in IN_PART:
        condition |= _matches(F(sketch(object_type).name_field), Slot.WORDS)
    if object_type in PARTIES:
        condition |= _matches(F(sketch(object_type).name_field), Slot.BEGINNINGS)
    if object_type == 'dcim.device':
        condition |= Q(name__isnull=True) & _any_of(F('pk'), Slot.UNNAMED)
    return condition


def _in_full(object_type: str) -> Q:
    field = sketch(object_type).name_field
    if object_type not in INDEXED:
        return _any_of(_Lowered(field), Slot.FORMS) & _usual(field)
    name = Lower(field)
    named = _any_of(name, Slot.FORMS) & _usual(field)
    named &= Q(GreaterThanOrEqual(name, Value(''))) & Q(LessThanOrEqual(name, Value(LAST_OF_ALL)))
    if object_type == 'virtualization.virtualmachine':
        # As the conditions of NetBox's unique indexes.
        clustered, hosted = Q(cluster__isnull=False), Q(cluster__isnull=True, device__isnull=False)
        alone = Q(cluster__isnull=True, device__isnull=True)
        return (named & clustered) | (named & hosted) | (named & alone)
    return named


def _nearly(object_type: str) -> Q:
    """By one of thousands of forms: the length sorts out most names, quicker than an index on virtual machines does."""
    if object_type == 'dcim.device':
        return _in_full(object_type)
    field = sketch(object_type).name_field
    length = Length(field)
    fits = Q(GreaterThanOrEqual(length, _Given(Slot.SHORTEST)), LessThanOrEqual(length, _Given(Slot.LONGEST)))
    return fits & _any_of(_Lowered(field), Slot.FORMS)


def _usual(field: str) -> Q:
    """True of all values, which the planner does not know."""
    return Q(GreaterThanOrEqual(Length(field), 1)) & Q(LessThanOrEqual(Length(field), LONGEST_NAME))


def _any_of(expression: Any, slot: Slot) -> Q:
    return Q(_AnyOf(expression, _Given(slot)))


def _matches(expression: Any, slot: Slot) -> Q:
    """Whether a regular expression matches, whatever the case; without one nothing does."""
    return Q(_Matches(expression, _Given(slot)))
