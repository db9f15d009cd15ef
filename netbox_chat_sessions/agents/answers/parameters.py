"""How one parameter of a FilterSet is said in words: `without a description`, `where height over 40`."""

from collections.abc import Iterable
from datetime import date, datetime

from django.conf import settings
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext, gettext_noop

from ...inventory.catalogue import Kind
from ...inventory.enumerating import either
from ...inventory.model_fields import field_of, words_of
from ...inventory.query import FilterValues
from .cells import moment

__all__ = ('parameter',)

OPERATORS = {
    'n': gettext_noop('%(label)s is not %(value)s'),
    'ie': gettext_noop('%(label)s is %(value)s'),
    'ic': gettext_noop('%(label)s contains %(value)s'),
    'nic': gettext_noop('%(label)s does not contain %(value)s'),
    'isw': gettext_noop('%(label)s starts with %(value)s'),
    'iew': gettext_noop('%(label)s ends with %(value)s'),
    'regex': gettext_noop('%(label)s matches %(value)s'),
    'iregex': gettext_noop('%(label)s matches %(value)s'),
    'gt': gettext_noop('%(label)s over %(value)s'),
    'gte': gettext_noop('%(label)s at least %(value)s'),
    'lt': gettext_noop('%(label)s under %(value)s'),
    'lte': gettext_noop('%(label)s at most %(value)s'),
}
TIMES = {
    'gt': gettext_noop('%(label)s after %(value)s'),
    'gte': gettext_noop('%(label)s since %(value)s'),
    'lt': gettext_noop('%(label)s before %(value)s'),
    'lte': gettext_noop('%(label)s until %(value)s'),
}
WITHOUT = {
    'occupied': gettext_noop('without a connection'),
    'cabled': gettext_noop('without a cable'),
    'assigned_to_interface': gettext_noop('without an interface'),
}
WITH = {
    'occupied': gettext_noop('with a connection'),
    'cabled': gettext_noop('with a cable'),
    'assigned_to_interface': gettext_noop('with an interface'),
}
YES = ('true', '1')


def parameter(of: Kind, name: str, values: FilterValues) -> str:
    """One parameter with its values, as it stands behind the noun of the kind."""
    base, _, lookup = name.partition('__')
    texts = [_label_of(of, base, value) for value in values]
    if name == 'q':
        return gettext('matching “%(text)s”') % {'text': either(texts)}
    if name in ('parent', 'within', 'within_include', 'contains'):
        template = gettext('that contain %(text)s') if name == 'contains' else gettext('in %(text)s')
        return template % {'text': either(texts)}
    label = _label(of, base)
    if (is_there := _is_there(name, base, lookup, values)) is not None:
        if name in WITHOUT:
            return gettext((WITH if is_there else WITHOUT)[name])
        if base == 'vrf_id' and not is_there:
            return gettext('in the global table')
        return _there(label, is_there=is_there)
    words = {'label': label, 'value': either(texts)}
    if lookup:
        operators = TIMES if any(_moment(value) for value in values) else OPERATORS
        operator = operators.get(lookup) or OPERATORS.get(lookup, '%(label)s %(value)s')
        return gettext('where %(condition)s') % {'condition': gettext(operator) % words}
    return gettext('with %(label)s %(value)s') % words


def _there(label: str, *, is_there: bool) -> str:
    """`with an asset tag`; other languages need not care how the label begins."""
    if label[:1].lower() in 'aeio':
        text = gettext('with an %(label)s') if is_there else gettext('without an %(label)s')
    else:
        text = gettext('with a %(label)s') if is_there else gettext('without a %(label)s')
    return text % {'label': label}


def _label(of: Kind, base: str) -> str:
    bare = base.removeprefix('has_').removeprefix('cf_').removesuffix('_id')
    field = field_of(of.model, bare)
    label = str(getattr(field, 'verbose_name', None) or bare.replace('_', ' '))
    return label if field is not None else words_of(label)[:1].lower() + words_of(label)[1:]


def _is_there(name: str, base: str, lookup: str, values: FilterValues) -> bool | None:
    """Whether the parameter wants a value to be there at all; None: it says more than that."""
    value = str(values[0]).lower() if len(values) == 1 else ''
    if value == settings.FILTERS_NULL_CHOICE_VALUE:
        return lookup == 'n'
    if lookup == 'empty':
        return value not in YES
    if base.startswith('has_') or name in WITHOUT:
        return value in YES
    return None


def _moment(value: str | int) -> date | datetime | None:
    try:
        return parse_datetime(str(value)) if 'T' in str(value) else parse_date(str(value))
    except ValueError:
        return None


def _label_of(of: Kind, name: str, value: str | int) -> str:
    if (said := _moment(value)) is not None:
        return moment(said)
    field = field_of(of.model, name)
    labels = dict(getattr(field, 'flatchoices', None) or ())
    if not labels and name in of.filterset.base_filters:
        labels = dict(_flat_choices(of.filterset.base_filters[name].extra.get('choices') or ()))
    if str(value).lower() in ('true', 'false'):
        return gettext('yes') if str(value).lower() == 'true' else gettext('no')
    return str(labels.get(value, value))


def _flat_choices(choices: Iterable[object]) -> Iterable[tuple[object, object]]:
    for choice in choices() if callable(choices) else choices:
        if isinstance(choice[1], list | tuple):
            yield from choice[1]
        else:
            yield choice[0], choice[1]
