"""HTML for a proposed change: its card, in the panel and on the page of its session."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ..conversation.errors import ConversationError, ProposalNotFound
from ..models import ChatSession, Proposal
from ..storage.withholding import withheld
from ..ui.proposals import shown_proposal
from ..wiring import proposal_keeper
from .panel import PanelView

__all__ = ('CancelView', 'CardView', 'ConfirmView')


class CardView(PanelView):
    """The card as it stands now."""

    def get(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show it to whoever asked for the change."""
        return self.card(pk)

    def card(self, pk: int, notice: str = '') -> HttpResponse:
        """The card, with why it could not be decided.

        Raises:
            ProposalNotFound: There is none that the user asked for and may see.
        """
        user = self.request.user
        own = Proposal.objects.restrict(user, 'view').filter(user=user)
        own = own.filter(session__in=ChatSession.objects.restrict(user, 'view'))
        row = own.select_related('object_type', 'interaction').filter(pk=pk).first()
        if row is None or withheld([row.interaction], user):
            raise ProposalNotFound(_('There is no such proposal.'))
        context = {'proposal': shown_proposal(row, user), 'notice': notice}
        return render(self.request, 'netbox_chat_sessions/transcript/proposal.html', context)


class ConfirmView(CardView):
    """Makes the change."""

    http_method_names = ['post']

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Confirm it, and show what became of it; a refusal stands in the card."""
        return self.decided(pk)

    def decided(self, pk: int) -> HttpResponse:
        """The card after the decision."""
        try:
            self.decide(pk)
        except ProposalNotFound:
            raise
        except ConversationError as error:
            return self.card(pk, error.detail)
        return self.card(pk)

    def decide(self, pk: int) -> None:
        """Do what the button says."""
        proposal_keeper(self.request.user).confirm(pk, self.request)


class CancelView(ConfirmView):
    """Drops the change."""

    def decide(self, pk: int) -> None:
        """Cancel it."""
        proposal_keeper(self.request.user).cancel(pk)
