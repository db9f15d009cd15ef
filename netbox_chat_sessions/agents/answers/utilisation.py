"""How full things are."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply, ReplyKind, Table
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration
from ...inventory.racks import runs_of
from ...inventory.results import Measure, Usage, Utilisation
from .cells import number, percent
from .looked_into import looked_into, only_what_is_seen
from .units import runs_in_words
from .wording import conditions, counted, heading, list_link, named, noun_of

__all__ = ('utilisation_reply',)

User = AbstractBaseUser | AnonymousUser
MAX_SENTENCES = 3
UNITS = {
    Measure.RACK_UNITS: 'U',
    Measure.ADDRESSES: gettext_lazy('addresses'),
    Measure.PREFIXES: gettext_lazy('prefixes'),
    Measure.VLANS: gettext_lazy('VLAN IDs'),
    Measure.POWER: 'W',
}


def utilisation_reply(result: Utilisation, user: User) -> Reply:
    """One sentence for each object, or a ranking with the fullest first."""
    refs = describe_all((usage.obj for usage in result.usages), user)
    links = list_link(result.selection) if result.selection else ()
    query = result.query.as_json()
    if not refs:
        text = gettext('Nothing found whose utilization could be told.')
        return Reply(text, ReplyKind.NOT_FOUND, total=0, query=query, links=links)
    if result.ranked and len(refs) > 1:
        text = _ranking(result, refs, user)
    else:
        pairs = list(zip(refs, result.usages, strict=True))
        text = ' '.join(_sentence(ref, usage) for ref, usage in pairs[:MAX_SENTENCES])
    partial = [usage for usage in result.usages if usage.partial]
    notes = only_what_is_seen(partial=bool(partial), free=any(usage.free is not None for usage in partial))
    if result.measured is not None:
        notes += looked_into(result.measured, result.total, result.usages[0].obj)
    text = ' '.join([text, *notes])
    blocks = [_table(result, refs).as_json()] if len(refs) > 1 else _details(result.usages[0])
    return Reply(
        text,
        blocks=tuple(blocks),
        total=result.total,
        objects=refs,
        query=query,
        links=links,
        focus=refs if len(refs) == 1 else (),
    )


def _sentence(ref: ObjectRef, usage: Usage) -> str:
    subject = capfirst(named(ref, noun_of(usage.obj)))
    amounts = _amounts(usage)
    if usage.percent is None:
        return gettext('%(subject)s: %(amounts)s.') % {
            'subject': subject,
            'amounts': amounts or gettext('no limit is set'),
        }
    words = {'subject': subject, 'percent': percent(usage.percent), 'amounts': amounts}
    text = (
        gettext('%(subject)s is %(percent)s full: %(amounts)s.')
        if amounts
        else gettext('%(subject)s is %(percent)s full.')
    )
    text %= words
    if usage.power is not None:
        text += ' ' + gettext('%(percent)s of its power is allocated.') % {'percent': percent(usage.power)}
    return text


def _amounts(usage: Usage) -> str:
    unit = UNITS.get(usage.measure, '')
    found = []
    if usage.used is not None and usage.total:
        found.append(
            gettext('%(used)s of %(total)s %(unit)s used')
            % {'used': number(usage.used), 'total': number(usage.total), 'unit': unit}
        )
    elif usage.used is not None:
        found.append(gettext('%(used)s %(unit)s used') % {'used': number(usage.used), 'unit': unit})
    if usage.reserved:
        found.append(gettext('%(count)s of them reserved') % {'count': number(usage.reserved)})
    if usage.free is not None:
        short = usage.measure in (Measure.RACK_UNITS, Measure.POWER)
        text = gettext('%(free)s %(unit)s free') if short else gettext('%(free)s free')
        found.append(text % {'free': number(usage.free), 'unit': unit})
    found += [f'{label} {value}' for label, value in usage.extra]
    return enumeration(found)


def _details(usage: Usage) -> list[dict[str, object]]:
    rows = [(gettext('Utilization'), percent(usage.percent))] if usage.percent is not None else []
    rows += [(gettext('Free units'), runs_in_words(runs_of(usage.free_units)))] if usage.free_units else []
    rows += list(usage.extra)
    if usage.power is not None:
        rows.append((gettext('Power utilization'), percent(usage.power)))
    return [Table((gettext('Field'), gettext('Value')), tuple(rows), (None,) * len(rows)).as_json()] if rows else []


def _ranking(result: Utilisation, refs: tuple[ObjectRef, ...], user: User) -> str:
    selection = result.selection
    said = counted(result.total, selection.kind) + conditions(selection, (), user) if selection else str(result.total)
    first = result.usages[0]
    name = named(refs[0]) if first.percent is None else f'{named(refs[0])} {percent(first.percent)}'
    return gettext('%(counted)s, the fullest first: %(name)s.') % {'counted': said, 'name': name}


def _table(result: Utilisation, refs: tuple[ObjectRef, ...]) -> Table:
    details = [ref.detail for ref in refs]
    columns = [heading(result.usages[0].obj), gettext('Utilization')]
    rows: list[tuple[str, ...]] = []
    for ref, usage in zip(refs, result.usages, strict=True):
        share = percent(usage.percent) if usage.percent is not None else ''
        rows.append((ref.display, share, _amounts(usage), ref.detail))
    keep_amounts, keep_details = any(row[2] for row in rows), any(details)
    columns += [gettext('Amounts')] if keep_amounts else []
    columns += [gettext('Where')] if keep_details else []
    shown = tuple(
        (*row[:2], *((row[2],) if keep_amounts else ()), *((row[3],) if keep_details else ())) for row in rows
    )
    return Table(tuple(columns), shown, tuple(ref.key for ref in refs))
