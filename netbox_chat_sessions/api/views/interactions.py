"""Interaction records."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from netbox.api.viewsets import HTTP_ACTIONS, BaseViewSet
from rest_framework import mixins, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from ...conversation.objects import ObjectKey
from ...conversation.records import Recorded
from ...filtersets import InteractionFilterSet
from ...models import Interaction
from ...storage.withholding import withheld
from ...wiring import object_finder, session_store
from ..parsers import BoundedJSONParser
from ..schema import SESSION_ID, errors
from ..serializers import InteractionSerializer, RecordedInteractionSerializer
from .base import OneRecord, RecordView, permitted

__all__ = ('InteractionViewSet', 'SessionInteractionViewSet')


class WithheldTexts(OneRecord, RecordView):
    """Mixin for views over interactions: the text of those that mention objects the reader may not see is withheld."""

    queryset = Interaction.objects.all()
    serializer_class = InteractionSerializer
    filterset_class = InteractionFilterSet
    # Not by what was said: the order would tell about texts that are withheld.
    ordering_fields = ('id', 'sequence', 'status', 'agent', 'rating', 'tokens', 'duration_ms', 'created', 'answered')

    def get_serializer(self, *args: Any, **kwargs: Any) -> InteractionSerializer:
        """The serializer, told what it has to withhold."""
        serializer = super().get_serializer(*args, **kwargs)
        if args and args[0] is not None:
            shown = args[0] if kwargs.get('many') else [args[0]]
            serializer.context['withheld'] = withheld(shown, self.request.user)
        return serializer


class InteractionViewSet(
    WithheldTexts, mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.UpdateModelMixin, BaseViewSet
):
    """What was said in the caller's sessions, and in those shared with them. Feedback is all that can be changed."""

    http_method_names = ['get', 'patch', 'head', 'options']

    def get_object(self) -> Interaction:
        """The interaction; who may see it but lacks the permission to rate it is told which one."""
        if self.request.method == 'PATCH':
            permitted(Interaction, self.request.user, HTTP_ACTIONS['PATCH'], pk=self.kwargs['pk'])
        return super().get_object()


class SessionInteractionViewSet(WithheldTexts, mixins.ListModelMixin, BaseViewSet):
    """The interactions of one session: read them, or record one that another agent answered."""

    parser_classes = [BoundedJSONParser]

    def get_queryset(self) -> QuerySet[Interaction]:
        """The session's interactions that the caller may see."""
        return super().get_queryset().filter(session=self.kwargs['pk'])

    @extend_schema(operation_id='plugins_chat_sessions_sessions_interactions_list', parameters=[SESSION_ID])
    def list(self, request: Request, pk: int) -> Response:
        """The interactions of the session."""
        session_store(request.user).find(pk)
        return super().list(request)

    @extend_schema(
        operation_id='plugins_chat_sessions_sessions_interactions_create',
        parameters=[SESSION_ID],
        request=RecordedInteractionSerializer,
        responses={201: InteractionSerializer, **errors(404, 409, 413)},
    )
    def create(self, request: Request, pk: int) -> Response:
        """Record an interaction that somebody else's agent answered."""
        sent = RecordedInteractionSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        recorded = sent.recorded()
        store = session_store(request.user)
        store.find(pk)
        refs = object_finder(request.user).look(named(recorded))
        check_visible(recorded, refs)
        stored = store.record(pk, recorded, refs)
        shown = Interaction.objects.restrict(request.user, 'view').get(pk=stored.id)
        return Response(self.get_serializer(shown).data, status=status.HTTP_201_CREATED)


def named(recorded: Recorded) -> tuple[ObjectKey, ...]:
    """Every object that an interaction names."""
    return (*(entity.key for entity in recorded.entities), *recorded.listed, *recorded.choices)


def check_visible(recorded: Recorded, visible: Iterable[ObjectKey]) -> None:
    """Check that the caller may see all that an interaction names.

    Raises:
        ValidationError: There are objects that do not exist for the caller; each is named by its position.
    """
    entities = [entity.key for entity in recorded.entities]
    positions = {'entities': entities, 'listed': recorded.listed, 'choices': recorded.choices}
    missing = {
        name: {
            str(position): {'object_id': [_('There is no such object.')]}
            for position, key in enumerate(keys)
            if key not in visible
        }
        for name, keys in positions.items()
    }
    if any(missing.values()):
        raise ValidationError({name: entries for name, entries in missing.items() if entries})
