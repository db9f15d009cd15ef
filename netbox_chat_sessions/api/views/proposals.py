"""Proposed changes: read them, confirm or cancel them."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from netbox.api.viewsets import BaseViewSet
from rest_framework import mixins
from rest_framework.request import Request
from rest_framework.response import Response

from ...filtersets import ProposalFilterSet
from ...models import Proposal
from ...storage.withholding import withheld
from ...wiring import proposal_keeper
from ..schema import errors
from ..serializers import ProposalSerializer
from .base import ConversationView, RecordView

__all__ = ('ProposalCancelView', 'ProposalConfirmView', 'ProposalViewSet')

PROPOSAL_ID = OpenApiParameter('id', int, OpenApiParameter.PATH, description='ID of the proposal')
CHANGE = 'netbox_chat_sessions.change_proposal'


class ProposalViewSet(RecordView, mixins.ListModelMixin, mixins.RetrieveModelMixin, BaseViewSet):
    """The changes that the caller has asked for, and what became of them."""

    queryset = Proposal.objects.select_related('session', 'interaction', 'user', 'object_type')
    serializer_class = ProposalSerializer
    filterset_class = ProposalFilterSet
    http_method_names = ['get', 'head', 'options']
    ordering_fields = ('id', 'status', 'created', 'expires', 'decided')

    def get_serializer(self, *args: Any, **kwargs: Any) -> ProposalSerializer:
        """The serializer, told what it has to withhold."""
        serializer = super().get_serializer(*args, **kwargs)
        if args and args[0] is not None:
            shown = args[0] if kwargs.get('many') else [args[0]]
            serializer.context['withheld'] = withheld([row.interaction for row in shown], self.request.user)
        return serializer


class DecisionView(ConversationView):
    """Decides about a proposal, once."""

    required_permissions = {'POST': CHANGE}

    def answer(self, request: Request, row: Proposal) -> Response:
        """The proposal afterwards."""
        context = {'request': request, 'withheld': withheld([row.interaction], request.user)}
        return Response(ProposalSerializer(row, context=context).data)


class ProposalConfirmView(DecisionView):
    """Makes a proposed change: checked again, recorded in NetBox's change log under the caller."""

    @extend_schema(
        operation_id='plugins_chat_sessions_proposals_confirm_create',
        parameters=[PROPOSAL_ID],
        request=None,
        responses={200: ProposalSerializer, **errors(404, 409)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Confirm the change."""
        return self.answer(request, proposal_keeper(request.user).confirm(pk, request._request))


class ProposalCancelView(DecisionView):
    """Drops a proposed change."""

    @extend_schema(
        operation_id='plugins_chat_sessions_proposals_cancel_create',
        parameters=[PROPOSAL_ID],
        request=None,
        responses={200: ProposalSerializer, **errors(404, 409)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Cancel the change."""
        return self.answer(request, proposal_keeper(request.user).cancel(pk))
