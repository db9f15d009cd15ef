"""What ties the objects of one kind to those of another, and conditions on how many are tied to each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, Expression, IntegerField, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from django.utils.translation import gettext

from .bridges import Bridge, bridges
from .catalogue import Kind
from .errors import NotApplicable
from .links import closeness, forward_paths, several_valued
from .relations import generic_keys, pointed_types
from .selection import Selection
from .visibility import User, Visibility, restricted
from .ways import AnyWay, Way, beyond, strong_ways, weak_ways

__all__ = ('Tie', 'number_tied', 'some_tied', 'ties_between', 'tied_between')


@dataclass(frozen=True)
class Tie:
    """Rows, each of which ties one related object to one object of the target.

    Attributes:
        rows: The related objects themselves, the target's own objects, or what stands in between.
        ways: How they lead to the target; one of them is enough.
        related: Path to the key of the related object.
    """

    rows: QuerySet
    ways: tuple[AnyWay, ...]
    related: str = 'pk'

    def near(self, depth: int = 1) -> QuerySet:
        """Keys of the related objects that are tied to the object `depth` statements further out."""
        condition = Q()
        for way in self.ways:
            condition |= way.near(depth)
        return self.rows.filter(condition).order_by().values(self.related)

    @property
    def once(self) -> bool:
        """Whether a related object is at most once among what is near."""
        joined = [way.steps for way in self.ways if way.steps]
        return self.related == 'pk' and not any(several_valued(self.rows.model, path) for path in joined)

    @property
    def plain(self) -> Way | None:
        """The only way, where it is a path that ends at one object."""
        way = self.ways[0]
        return way if len(self.ways) == 1 and isinstance(way, Way) and not way.tree else None


@dataclass(frozen=True)
class _Tied:
    """The way of what stands in between, where it is tied to the target itself and not by a path."""

    tie: Tie
    steps: str = ''

    def near(self, depth: int = 1) -> Q:
        return Q(pk__in=self.tie.near(depth + 1))


class _Counted(Subquery):
    template = '(SELECT COUNT(*) FROM (%(subquery)s) AS tied)'
    output_field = IntegerField()
    empty_result_set_value = 0


def ties_between(target: Kind, related: Selection, user: User) -> tuple[Tie, ...]:
    """What ties the related objects that the user may view to the target; in the order of `related_filters`.

    Raises:
        NotApplicable: The two kinds have nothing to do with each other, or the user may view none of the related.
    """
    if Visibility(user).whole(related.kind.model) is False:
        raise NotApplicable(gettext('You may not view %(nouns)s.') % {'nouns': related.kind.nouns})
    found = _ties(target, related, user)
    if not found:
        words = {'nouns': target.nouns, 'others': related.kind.nouns}
        raise NotApplicable(gettext('NetBox does not relate %(nouns)s to %(others)s.') % words)
    return found


def _ties(target: Kind, related: Selection, user: User) -> tuple[Tie, ...]:
    of = related.kind
    objects = _plain_rows(related, user)
    if ways := strong_ways(of, target.object_type):
        return (Tie(objects, ways),)
    paths = forward_paths(target.object_type, of.object_type)
    close = any(closeness(path.rpartition('__')[2], of.model) for path in paths)
    weak = weak_ways(of, target.object_type)
    if paths and (close or not weak):
        return tuple(_backwards(target, path, objects) for path in paths)
    if weak:
        return (Tie(objects, weak),)
    if paths := _pointed_paths(target, of):
        return tuple(_backwards(target, path, objects) for path in paths)
    return tuple(
        tie for bridge in bridges(of.object_type, target.object_type) for tie in _over(bridge, target, related, user)
    )


def _plain_rows(related: Selection, user: User) -> QuerySet:
    """The related objects without joins or orderings of their own, which would multiply or collapse rows."""
    if not (related.filters or related.having):
        return related.queryset.order_by()
    rows = restricted(related.kind.model._default_manager.all(), user)
    return rows.filter(pk__in=related.queryset.order_by().values('pk'))


def _backwards(target: Kind, path: str, objects: QuerySet) -> Tie:
    rows = target.model._default_manager.filter(**{f'{path}__in': objects.values('pk')})
    return Tie(rows, (Way('pk'),), path)


def _pointed_paths(target: Kind, related: Kind) -> tuple[str, ...]:
    """From what points at objects of any type to what those belong to: the site of an address's interface."""
    found = []
    for field in generic_keys(target.model):
        for pointed in pointed_types(target.object_type):
            for relation in _relations_to(pointed, target, field.fk_field):
                if pointed == related.object_type:
                    found.append(relation)
                else:
                    found += [f'{relation}__{path}' for path in forward_paths(pointed, related.object_type)]
    return tuple(found)


def _relations_to(pointed: str, target: Kind, key: str) -> list[str]:
    return [
        field.name
        for field in target.model._meta.get_fields()
        if field.auto_created
        and field.related_model is not None
        and field.related_model._meta.label_lower == pointed
        and getattr(getattr(field, 'remote_field', None), 'object_id_field_name', None) == key
    ]


def _over(bridge: Bridge, target: Kind, related: Selection, user: User) -> list[Tie]:
    middle = restricted(bridge.kind.model._default_manager.all(), user)
    first = _ties(target, Selection(bridge.kind, {}, middle), user)
    direct = len(first) == 1 and first[0].related == 'pk' and first[0].rows.model is bridge.kind.model
    ways = first[0].ways if direct else tuple(_Tied(tie) for tie in first)
    if not ways:
        return []
    objects = _plain_rows(related, user)
    if bridge.paths:
        return [Tie(middle.filter(**{f'{path}__in': objects.values('pk')}), ways, path) for path in bridge.paths]
    down = [beyond(way, middle, ways) for way in strong_ways(related.kind, bridge.kind.object_type)]
    found = tuple(way for way in down if way is not None)
    return [Tie(objects, found)] if found else []


def some_tied(ties: Sequence[Tie]) -> Q:
    """Whether at least one related object is tied to an object."""
    found = Q()
    for tie in ties:
        if way := tie.plain:
            keys = tie.rows.filter(way.only, **{f'{way.path}__isnull': False}).order_by()
            found |= Q(pk__in=keys.values(way.path))
        else:
            found |= Q(Exists(tie.near()))
    return found


def tied_between(ties: Sequence[Tie], objects: QuerySet, minimum: int, maximum: int | None) -> Q:
    """Whether so many different related objects are tied to an object.

    Args:
        ties: What ties them.
        objects: All related objects.
        minimum: At least so many.
        maximum: At most so many; None: any number.
    """
    if maximum is not None and maximum < max(minimum, 0):
        return Q(pk__in=())
    if minimum <= 0:
        return Q() if maximum is None else ~tied_between(ties, objects, maximum + 1, None)
    if minimum == 1 and maximum is None:
        return some_tied(ties)
    if len(ties) == 1 and (way := ties[0].plain):
        counted = ties[0].rows.filter(way.only, **{f'{way.path}__isnull': False}).order_by().values(way.path)
        counted = counted.annotate(tied=Count(ties[0].related, distinct=True)).filter(tied__gte=minimum)
        counted = counted if maximum is None else counted.filter(tied__lte=maximum)
        return Q(pk__in=counted.values(way.path))
    number = number_tied(ties, objects)
    found = Q(GreaterThanOrEqual(number, minimum))
    return found if maximum is None else found & Q(LessThanOrEqual(number, maximum))


def number_tied(ties: Sequence[Tie], objects: QuerySet) -> Expression:
    """How many different related objects are tied to an object."""
    if len(ties) == 1:
        near = ties[0].near() if ties[0].once else ties[0].near().distinct()
        return Coalesce(_Counted(near), 0)
    condition = Q()
    for tie in ties:
        condition |= Q(pk__in=tie.near(2))
    return Coalesce(_Counted(objects.filter(condition).order_by().values('pk')), 0)
