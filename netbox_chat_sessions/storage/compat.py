"""Every undocumented NetBox API that storage uses, each with its pointer; to be checked with a new NetBox version."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.http import HttpRequest, QueryDict

# extras/events.py: what NetBox's own signal handlers call at the end of a request; it looks up the event rules.
from extras.events import EventContext, flush_events

# extras/models/search.py: the rows of NetBox's global search.
from extras.models import CachedValue

# netbox/context.py: `current_request`, the request that NetBox's middleware is handling; None in workers, commands and
# streamed responses. `events_queue`, what event rules are told when it ends, by the key that extras/events.py gives an
# object. `query_cache`, the object types that it has looked up, for as long as it lasts (core/models/object_types.py).
from netbox.context import current_request, events_queue, query_cache

# netbox/context_managers.py: what NetBox's middleware wraps each request in: change log, event rules and webhooks of
# what is done inside, and nothing of it where it fails.
from netbox.context_managers import event_tracking

# netbox/search/backends.py: what NetBox's own signal handlers call when an object is saved; it waits for the commit.
from netbox.search.backends import search_backend

__all__ = ('emit', 'event_tracking', 'index', 'queued_event', 'request_of', 'types_remembered', 'unindex')


def emit(*, instance: Any, object_type: Any, event_type: str, user: Any, data: dict[str, Any]) -> None:
    """Let NetBox's event rules act upon an event.

    What was sent with the request is left out: NetBox keeps it with queued jobs, and scripts could read it.

    It does not go through NetBox's queue of the request, which keeps only the first event of an object. Without a
    request there is no `request` key at all: webhooks and scripts test for the key (extras/event_rules.py).
    """
    event = EventContext(
        object_type=object_type,
        object_id=instance.pk,
        object=instance,
        event_type=event_type,
        data=data,
        snapshots={'prechange': None, 'postchange': None},
        user=user,
    )
    if (request := current_request.get()) is not None:
        event['request'] = copy(request)
        event['request'].POST = QueryDict()
    flush_events([event])


def queued_event(instance: Model) -> EventContext | None:
    """What NetBox's event rules are told of an object when the request ends; None: nothing."""
    return events_queue.get().get(f'{instance._meta.app_label}.{instance._meta.model_name}:{instance.pk}')


def index(instance: Any) -> None:
    """Let NetBox's global search know of a change that `QuerySet.update()` has written."""
    search_backend.caching_handler(type(instance), instance, created=False)


def unindex(model: type[Model], ids: Sequence[int] | QuerySet[Model]) -> None:
    """Take rows out of NetBox's search now; its own receivers leave that to a background job."""
    found = CachedValue.objects.filter(object_type=ContentType.objects.get_for_model(model), object_id__in=ids)
    found._raw_delete(found.db)


@contextmanager
def types_remembered() -> Iterator[None]:
    """Let NetBox look up an object type once for all rows, as within a request, instead of twice for each row."""
    token = query_cache.set(defaultdict(dict))
    try:
        yield
    finally:
        query_cache.reset(token)


@contextmanager
def request_of(request: HttpRequest) -> Iterator[None]:
    """Let what is done in another thread count as done by a request, the passing on of events included."""
    with event_tracking(request):
        yield
