"""The "Chats" tab on pages of NetBox objects: the sessions that have talked about the object."""

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from netbox.views import generic
from utilities.views import ViewTab, register_model_view

from ..filtersets import ChatSessionFilterSet
from ..models import ChatSession, EntityReference
from ..settings import get
from ..tables import MentioningSessionTable
from .parameters import CheckedParameters

__all__ = ('register_tabs',)


class ChatsView(CheckedParameters, generic.ObjectChildrenView):
    """Sessions, of those that the user may see, that have talked about one object."""

    child_model = ChatSession
    table = MentioningSessionTable
    filterset = ChatSessionFilterSet
    actions = ()
    additional_permissions = ('netbox_chat_sessions.view_chatsession', 'netbox_chat_sessions.view_entityreference')
    # Without a badge: it would count sessions of other people.
    tab = ViewTab(label=_('Chats'), permission='netbox_chat_sessions.view_chatsession', weight=9500)

    def get_children(self, request: HttpRequest, parent: Model) -> QuerySet[ChatSession]:
        """The sessions, the latest mention first."""
        mentions = EntityReference.objects.restrict(request.user, 'view').filter(
            object_type=ContentType.objects.get_for_model(parent), object_id=parent.pk
        )
        of_session = mentions.filter(session=OuterRef('pk')).order_by()
        return (
            ChatSession.objects.restrict(request.user, 'view')
            .filter(pk__in=mentions.values('session'))
            .select_related('user')
            .annotate(
                mention_count=Subquery(of_session.values('mention_count')[:1]),
                last_mentioned=Subquery(of_session.values('last_mentioned')[:1]),
            )
            .order_by('-last_mentioned', '-pk')
        )


def register_tabs() -> None:
    """Add the tab to the object types in `reference_tabs`; URLs are made once, so a change takes a restart."""
    for label in get().reference_tabs:
        try:
            model = apps.get_model(label)
        except (LookupError, ValueError):
            # The plugin it belongs to may have been removed; NetBox should start all the same.
            continue
        view = type(f'{model.__name__}ChatsView', (ChatsView,), {'queryset': model.objects.all()})
        register_model_view(model, 'chats', path='chats')(view)


register_tabs()
