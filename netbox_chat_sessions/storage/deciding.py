"""Confirming a proposed change, or cancelling it: by its author, once, in time."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..conversation.errors import (
    ChangeInvalid,
    ConversationError,
    ObjectChanged,
    ObjectNeeded,
    ProposalExpired,
    ProposalNotFound,
    ProposalsDisabled,
    ProposalUsed,
)
from ..conversation.memory import Mention
from ..conversation.proposals import ChangeAction, ProposalStatus
from ..conversation.session import SaidBy, SessionStatus
from ..inventory.catalogue import kind
from ..inventory.describe import describe
from ..inventory.writing.applying import Applier, Order
from ..models import ChatSession, Interaction, Proposal
from ..settings import get
from .access import OPEN, ended, missing
from .compat import event_tracking
from .mapping import packed
from .mentions import mention
from .withholding import withheld

__all__ = ('ProposalKeeper',)

# What is wrong with these does not go away by itself: the change has to be asked for once more.
FINAL = (ChangeInvalid, ObjectChanged, ObjectNeeded)


@dataclass(frozen=True)
class ProposalKeeper:
    """Decides about proposals for one user: only about those that this user asked for."""

    user: Any

    def confirm(self, pk: int, request: Any) -> Proposal:
        """Do what is proposed: checked again, in one transaction, logged by NetBox under the user and this request.

        Args:
            pk: Primary key.
            request: The user's request, which NetBox's change log, event rules and webhooks name.

        Raises:
            ProposalNotFound: There is none that the user asked for and may see.
            ProposalsDisabled: The settings switch changes off.
            ProposalUsed: It has been decided.
            ProposalExpired: Its time is over.
            SessionEnded: Its session takes no more.
            PermissionMissing: The user may not do this; it can be confirmed once he may.
            ObjectChanged: The object is no longer as it was. It is `failed` then, as with the next two.
            ObjectNeeded: Others need the object that would be deleted.
            ChangeInvalid: NetBox does not accept it any longer.
        """
        try:
            # Outside the transaction, so that events are sent once it is committed; where it fails there are none.
            with event_tracking(request), transaction.atomic():
                row = self._open(pk)
                obj = Applier(self.user, request)(_order(row))
                self._decided(row, ProposalStatus.CONFIRMED, self._result(row, obj))
        except FINAL as error:
            self._fail(pk, error)
            raise
        return row

    def cancel(self, pk: int) -> Proposal:
        """Drop what is proposed.

        Raises:
            ProposalNotFound: As `confirm`.
            ProposalUsed: As `confirm`.
            ProposalExpired: As `confirm`.
        """
        with transaction.atomic():
            row = self._locked(pk)
            self._decided(row, _next(row, ProposalStatus.CANCELLED))
        return row

    def _open(self, pk: int) -> Proposal:
        """The proposal, locked, if it can be confirmed now."""
        row = self._locked(pk)
        if not get().enable_proposals:
            raise ProposalsDisabled(_('Changes from the chat are switched off. Make this one in NetBox itself.'))
        _next(row, ProposalStatus.CONFIRMED)
        if row.session.status not in OPEN:
            raise ended(SessionStatus(row.session.status))
        if withheld([row.interaction], self.user):
            raise ObjectChanged(_('The change names something that you may no longer see. Ask once more.'))
        return row

    def _locked(self, pk: int) -> Proposal:
        own = Proposal.objects.restrict(self.user, 'view').filter(pk=pk, user=self.user)
        own = own.filter(session__in=ChatSession.objects.restrict(self.user, 'view'))
        row = own.select_for_update(of=('self',)).first()
        if row is None:
            raise ProposalNotFound(_('There is no such proposal.'))
        if not Proposal.objects.restrict(self.user, 'change').filter(pk=pk).exists():
            raise missing(Proposal, 'change')
        return row

    def _decided(self, row: Proposal, status: ProposalStatus, result: dict[str, Any] | None = None) -> None:
        row.status, row.result, row.decided = status.value, result or {}, timezone.now()
        row.save(update_fields=('status', 'result', 'decided'))

    def _result(self, row: Proposal, obj: Any) -> dict[str, Any]:
        """The object as it is now; from now on "it" means this one, and who may not see it does not read of it."""
        if row.action == ChangeAction.DELETE:
            return {}
        ref, asked = describe(obj, self.user), row.interaction
        reading = asked.reading | {'about': [*asked.reading.get('about', ()), list(ref.key)]}
        Interaction.objects.filter(pk=asked.pk).update(reading=reading)
        mention(row.session_id, asked.sequence, [Mention(ref, SaidBy.ANSWER)], timezone.now())
        ChatSession.objects.filter(pk=row.session_id).update(focus=packed([ref.key]))
        return {**ref.key._asdict(), 'display': ref.display, 'url': ref.url}

    def _fail(self, pk: int, error: ConversationError) -> None:
        result: dict[str, Any] = {'code': error.code, 'detail': error.detail}
        if isinstance(error, ChangeInvalid):
            result['errors'] = error.errors
        Proposal.objects.filter(pk=pk, status=ProposalStatus.PENDING.value).update(
            status=ProposalStatus.FAILED.value, result=result, decided=timezone.now()
        )


def _order(row: Proposal) -> Order:
    object_type = f'{row.object_type.app_label}.{row.object_type.model}'
    message = _('Chat session {session}, proposal {proposal}').format(session=row.session_id, proposal=row.pk)
    return Order(
        kind(object_type), ChangeAction(row.action), row.object_id, row.data, row.etag, row.dependents, message
    )


def _next(row: Proposal, target: ProposalStatus) -> ProposalStatus:
    """The status after a decision, or the error in words."""
    try:
        return row.standing.to(target)
    except ProposalExpired as error:
        raise ProposalExpired(_('The time to confirm this change is over. Ask for it once more.')) from error
    except ProposalUsed as error:
        status = row.get_status_display()
        text = _('This change has been decided already ({status}). Ask for it once more if it is still wanted.')
        raise ProposalUsed(text.format(status=status)) from error
