"""NetBox's FilterSets with the filters that are asked for: for devices it has hundreds, which take long to make."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache

from django.db.models import QuerySet
from django.forms import Widget
from django.http import QueryDict
from django.utils.translation import gettext
from django_filters import Filter, FilterSet
from django_filters.widgets import SuffixedMultiWidget

from .catalogue import Kind
from .errors import InvalidFilterValue, UnknownFilter
from .query import FilterValues
from .visibility import is_credential

__all__ = ('filterset_of',)


def filterset_of(kind: Kind, filters: Mapping[str, FilterValues], base: QuerySet) -> FilterSet:
    """The FilterSet that chooses among `base`; its values are valid.

    Raises:
        UnknownFilter: The FilterSet has no such parameter, or it would compare with a credential.
        InvalidFilterValue: A value is refused by the filter.
    """
    data = QueryDict(mutable=True)
    for name, values in filters.items():
        data.setlist(name, [str(value) for value in values])
    filterset = _narrowed(kind.filterset, frozenset(filters))(data, base)
    widgets: dict[str, Widget] = {}
    asked = set()
    for name in filters:
        found = None if is_credential(name.partition('__')[0]) else _parameter(filterset, name)
        if found is None:
            raise UnknownFilter(kind.object_type, name, get_close_matches(name, _known(kind.filterset(data, base)), 3))
        taker, widgets[name] = found
        asked.add(taker)
    filterset.filters = {name: taken for name, taken in filterset.filters.items() if name in asked}
    for name, values in filters.items():
        if len(values) > 1 and not isinstance(widgets[name].value_from_datadict(data, {}, name), list):
            raise InvalidFilterValue(kind.object_type, name, gettext('takes one value only.'))
    if not filterset.is_valid():
        name, problems = next(iter(filterset.form.errors.items()))
        raise InvalidFilterValue(kind.object_type, name, ' '.join(str(problem) for problem in problems))
    return filterset


@lru_cache(maxsize=500)
def _narrowed(whole: type[FilterSet], asked: frozenset[str]) -> type[FilterSet]:
    """With the filters that parameters name or may be a half of; those of custom fields come by themselves."""
    near = {
        name: taken
        for name, taken in _filters(whole).items()
        if any(parameter == name or parameter.startswith(f'{name}_') for parameter in asked)
    }
    return type(whole.__name__, (whole,), {'get_filters': classmethod(lambda cls: near)})


@cache
def _filters(whole: type[FilterSet]) -> Mapping[str, Filter]:
    return whole.get_filters()


def _parameter(filterset: FilterSet, name: str) -> tuple[str, Widget] | None:
    """The filter that takes a parameter, and the part of its form that reads it."""
    if name in filterset.filters:
        return name, filterset.filters[name].field.widget
    near = (other for other in filterset.filters if name.startswith(f'{other}_'))
    return next(((other, half) for other in near for path, half in _halves(filterset, other) if path == name), None)


def _halves(filterset: FilterSet, name: str) -> Iterator[tuple[str, Widget]]:
    """Parameters that are one half of a filter: `time_after` and `time_before`, of `time`."""
    widget = filterset.filters[name].field.widget
    if isinstance(widget, SuffixedMultiWidget):
        yield from zip((widget.suffixed(name, suffix) for suffix in widget.suffixes), widget.widgets, strict=True)


def _known(filterset: FilterSet) -> list[str]:
    halves = [half for name in filterset.filters for half, _ in _halves(filterset, name)]
    return [name for name in (*filterset.filters, *halves) if not is_credential(name)]
