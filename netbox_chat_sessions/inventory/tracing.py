"""What ports are connected to: the other end of the cable, and the far end of the whole path."""

from collections import defaultdict
from collections.abc import Sequence

from circuits.models import Circuit, CircuitTermination
from dcim.models import Cable, CableTermination, Device, Interface, Rack
from dcim.models.device_components import CabledObjectModel
from django.db.models import Model, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext

from .catalogue import kind, kinds
from .errors import NotApplicable
from .loading import parent_field, settle, shown_paths
from .query import InventoryQuery
from .results import PortTrace, Trace
from .selection import select
from .visibility import User, Visibility, key_of, restricted

__all__ = ('traced',)


def traced(query: InventoryQuery, objects: tuple[Model, ...], user: User) -> Trace:
    """What the connected ports of the objects lead to.

    An object is a port, a device (all of its ports), a cable, or a circuit (its terminations). `query.object_type`
    narrows a device's ports to one type, `query.filters` further.

    Raises:
        NotApplicable: Such an object has no ports.
    """
    ports = [port for obj in objects for port in _ports(obj, query, user)]
    page = ports[query.offset : query.offset + query.limit]
    traces = tuple(_traced(port) for port in page)
    settle(end for trace in traces for end in (*trace.peers, *trace.ends))
    return Trace(query, objects, _visible(traces, user), len(ports))


def _ports(obj: Model, query: InventoryQuery, user: User) -> list[Model]:
    """The connected ports of an object."""
    if isinstance(obj, CabledObjectModel):
        linked = obj.cable_id is not None or getattr(obj, 'wireless_link_id', None) is not None
        settle((obj,))
        return [obj] if linked else []
    if isinstance(obj, Cable):
        return _cabled(obj.terminations.filter(cable_end='A'), query, user)
    if isinstance(obj, Circuit):
        return _loaded(restricted(CircuitTermination.objects.filter(circuit=obj, cable__isnull=False), user))
    if isinstance(obj, Device):
        ports = _cabled(CableTermination.objects.filter(_device=obj), query, user)
        return ports + _wireless(Interface.objects.filter(device=obj), query, user)
    if isinstance(obj, Rack):
        return _cabled(CableTermination.objects.filter(_rack=obj), query, user)
    nouns = capfirst(str(obj._meta.verbose_name_plural))
    raise NotApplicable(gettext('%(nouns)s have no ports that cables could end at.') % {'nouns': nouns})


def _cabled(terminations: QuerySet, query: InventoryQuery, user: User) -> list[Model]:
    by_type: defaultdict[str, set[int]] = defaultdict(set)
    names = ('termination_type__app_label', 'termination_type__model', 'termination_id')
    for app_label, model, port_id in terminations.order_by().values_list(*names):
        by_type[f'{app_label}.{model}'].add(port_id)
    ports: list[Model] = []
    for object_type, ids in sorted(by_type.items(), key=lambda item: (item[0] != 'dcim.interface', item[0])):
        if object_type in kinds() and _wanted(object_type, query):
            chosen = select(kind(object_type), query.filters, user).queryset if query.filters else None
            every = restricted(kind(object_type).model._default_manager.all(), user) if chosen is None else chosen
            ports += _loaded(every.filter(pk__in=ids))
    return ports


def _wanted(object_type: str, query: InventoryQuery) -> bool:
    asked = query.object_type
    about_ports = asked in kinds() and issubclass(kind(asked).model, CabledObjectModel)
    return not about_ports or asked == object_type


def _wireless(interfaces: QuerySet, query: InventoryQuery, user: User) -> list[Model]:
    if not _wanted('dcim.interface', query):
        return []
    return _loaded(restricted(interfaces.filter(wireless_link__isnull=False, cable__isnull=True), user))


def _loaded(ports: QuerySet) -> list[Model]:
    names = {field.name for field in ports.model._meta.concrete_fields}
    joined = ['cable', *({'_path', 'wireless_link'} & names), *shown_paths(ports.model)]
    if (parent := parent_field(ports.model)) is not None:
        joined += [parent, *shown_paths(ports.model._meta.get_field(parent).related_model, f'{parent}__')]
    return list(ports.select_related(*joined).prefetch_related('cable__terminations__termination'))


def _traced(port: Model) -> PortTrace:
    peers = tuple(peer for peer in port.link_peers if peer is not None)
    ends = tuple(end for end in _far_ends(port) if end is not None and end not in peers)
    return PortTrace(port, peers, port.cable, ends)


def _far_ends(port: Model) -> Sequence[Model]:
    path = getattr(port, '_path', None)
    if path is not None:
        # A path of one cable ends at the peers: port, cable, peer.
        return port.connected_endpoints if len(path.path) > 3 else ()
    if isinstance(port, CircuitTermination):
        other = port.get_peer_termination()
        return (other.termination,) if other is not None and other.termination is not None else ()
    return ()


def _visible(traces: Sequence[PortTrace], user: User) -> tuple[PortTrace, ...]:
    told = [item for trace in traces for item in (trace.cable, *trace.peers, *trace.ends) if item is not None]
    seen = Visibility(user).visible(told)
    return tuple(
        PortTrace(
            trace.port,
            tuple(peer for peer in trace.peers if key_of(peer) in seen),
            trace.cable if trace.cable is not None and key_of(trace.cable) in seen else None,
            tuple(end for end in trace.ends if key_of(end) in seen),
        )
        for trace in traces
    )
