"""Filters of the lists of sessions, interactions and entity references."""

from typing import Any

import django_filters
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from netbox.filtersets import BaseFilterSet, NetBoxModelFilterSet
from users.models import User
from utilities.filters import MultiValueBigNumberFilter, MultiValueContentTypeFilter
from utilities.filtersets import register_filterset

from .choices import (
    ChangeActionChoices,
    DecidedByChoices,
    DecisionChoices,
    InteractionStatusChoices,
    ProposalStatusChoices,
    RatingChoices,
    SaidByChoices,
    SessionStatusChoices,
)
from .conversation.session import SessionStatus
from .models import ChatSession, EntityReference, Interaction, Proposal
from .storage.withholding import withheld

__all__ = (
    'ChatSessionFilterSet',
    'EntityReferenceFilterSet',
    'InteractionFilterSet',
    'ProposalFilterSet',
    'visible_users',
)

# A search looks at the newest interactions whose text fits; each has to be checked for what it mentions.
SEARCHED = 500


def visible_sessions(request: HttpRequest | None) -> QuerySet[ChatSession]:
    """The sessions that a filter may name: of a hidden one it says the same as of one that does not exist."""
    return ChatSession.objects.restrict(request.user, 'view') if request else ChatSession.objects.all()


def visible_users(request: HttpRequest | None) -> QuerySet[User]:
    """The users that a filter may name: whom the reader may see, and who takes part in what the reader may see.

    Of others it says the same as of users that do not exist.
    """
    if request is None:
        return User.objects.all()
    reader = request.user
    sessions = ChatSession.objects.restrict(reader, 'view').order_by()
    authors = Interaction.objects.restrict(reader, 'view').order_by().exclude(author=None)
    known = Q(pk=reader.pk) | Q(pk__in=User.objects.restrict(reader, 'view').values('pk'))
    known |= Q(pk__in=sessions.values('user')) | Q(pk__in=sessions.exclude(participants=None).values('participants'))
    return User.objects.filter(known | Q(pk__in=authors.values('author')))


class NullIsText:
    """Takes `null` for a text where texts are compared: NetBox's lookups other than "equal" fail on no value at all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for found in self.filters.values():  # type: ignore[attr-defined]
            if found.lookup_expr not in ('exact', 'in'):
                found.null_value = None


@register_filterset
class ChatSessionFilterSet(NullIsText, NetBoxModelFilterSet):
    """Filters of sessions."""

    # Sessions are not change-logged.
    created_by_request = None
    updated_by_request = None
    modified_by_request = None

    user_id = django_filters.ModelMultipleChoiceFilter(queryset=visible_users, label=_('Owner (ID)'))
    user = django_filters.ModelMultipleChoiceFilter(
        field_name='user__username', queryset=visible_users, to_field_name='username', label=_('Owner (name)')
    )
    participant_id = django_filters.ModelMultipleChoiceFilter(
        field_name='participants', queryset=visible_users, label=_('Participant (ID)')
    )
    status = django_filters.MultipleChoiceFilter(choices=SessionStatusChoices)
    waiting = django_filters.BooleanFilter(method='find_waiting', label=_('Waiting for a person'))

    class Meta:
        model = ChatSession
        fields = (
            'id',
            'title',
            'title_is_manual',
            'topic_domain',
            'active_agent',
            'interaction_count',
            'last_interaction',
            'handoff_requested',
            'handoff_reason',
            'ended',
        )

    def search(self, queryset: QuerySet[ChatSession], name: str, value: str) -> QuerySet[ChatSession]:
        """Sessions with these words in their title."""
        return queryset.filter(title__icontains=value.strip())

    def find_waiting(self, queryset: QuerySet[ChatSession], name: str, value: bool) -> QuerySet[ChatSession]:
        """Sessions that wait for a person, the one that has waited longest first; or those that do not."""
        if not value:
            return queryset.exclude(status=SessionStatus.HANDOFF.value)
        return queryset.filter(status=SessionStatus.HANDOFF.value).order_by('handoff_requested', 'pk')


@register_filterset
class InteractionFilterSet(NullIsText, BaseFilterSet):
    """Filters of interactions.

    What was said has no filters of its own: they would tell about texts that are withheld from the reader.
    """

    q = django_filters.CharFilter(method='search', label=_('Search'))
    session_id = django_filters.ModelMultipleChoiceFilter(queryset=visible_sessions, label=_('Session (ID)'))
    user_id = django_filters.ModelMultipleChoiceFilter(
        field_name='session__user', queryset=visible_users, label=_('Owner of the session (ID)')
    )
    author_id = django_filters.ModelMultipleChoiceFilter(queryset=visible_users, label=_('Author (ID)'))
    status = django_filters.MultipleChoiceFilter(choices=InteractionStatusChoices)
    decision = django_filters.MultipleChoiceFilter(choices=DecisionChoices)
    decided_by = django_filters.MultipleChoiceFilter(choices=DecidedByChoices)
    rating = django_filters.MultipleChoiceFilter(choices=RatingChoices)

    class Meta:
        model = Interaction
        fields = (
            'id',
            'sequence',
            'turn_id',
            'confidence',
            'reason',
            'agent',
            'tokens',
            'duration_ms',
            'created',
            'answered',
        )

    def search(self, queryset: QuerySet[Interaction], name: str, value: str) -> QuerySet[Interaction]:
        """The newest interactions with these words in question or answer, as far as the reader may see them."""
        if not (words := value.strip()):
            return queryset
        said = queryset.filter(query__icontains=words) | queryset.filter(response__icontains=words)
        found = list(said.order_by('-pk')[:SEARCHED])
        hidden = withheld(found, self.reader)
        return queryset.filter(pk__in=[interaction.pk for interaction in found if interaction.pk not in hidden])

    @property
    def reader(self) -> Any:
        """Who reads; nobody in particular where there is no request."""
        return self.request.user if self.request else AnonymousUser()


@register_filterset
class EntityReferenceFilterSet(NullIsText, BaseFilterSet):
    """Filters of entity references."""

    q = django_filters.CharFilter(method='search', label=_('Search'))
    session_id = django_filters.ModelMultipleChoiceFilter(queryset=visible_sessions, label=_('Session (ID)'))
    user_id = django_filters.ModelMultipleChoiceFilter(
        field_name='session__user', queryset=visible_users, label=_('Owner of the session (ID)')
    )
    object_type = MultiValueContentTypeFilter(label=_('Object type'))
    object_id = MultiValueBigNumberFilter(label=_('Object ID'))
    said_by = django_filters.MultipleChoiceFilter(choices=SaidByChoices)

    class Meta:
        model = EntityReference
        fields = (
            'id',
            'object_repr',
            'first_mentioned',
            'last_mentioned',
            'last_sequence',
            'mention_count',
            'pinned',
        )

    def search(self, queryset: QuerySet[EntityReference], name: str, value: str) -> QuerySet[EntityReference]:
        """References to objects with these words in their name."""
        return queryset.filter(object_repr__icontains=value.strip())


@register_filterset
class ProposalFilterSet(NullIsText, BaseFilterSet):
    """Filters of proposals. What is proposed has none: they would tell about changes that are withheld."""

    session_id = django_filters.ModelMultipleChoiceFilter(queryset=visible_sessions, label=_('Session (ID)'))
    user_id = django_filters.ModelMultipleChoiceFilter(queryset=visible_users, label=_('User (ID)'))
    action = django_filters.MultipleChoiceFilter(choices=ChangeActionChoices)
    status = django_filters.MultipleChoiceFilter(choices=ProposalStatusChoices)

    class Meta:
        model = Proposal
        fields = ('id', 'created', 'expires', 'decided')
