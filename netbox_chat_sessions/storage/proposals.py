"""Proposed changes in the database: stored with their interaction, dropped, expired."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from ..conversation.proposals import ProposalStatus
from ..conversation.reply import Reply
from ..conversation.session import Interaction as Asked
from ..models import ChatSession, Proposal
from ..settings import get

__all__ = ('drop_proposals', 'expire_proposals', 'open_proposal', 'propose')

LONGEST_NAME = Proposal._meta.get_field('object_repr').max_length
PATH = 'plugins-api:netbox_chat_sessions-api:proposal-detail'


def propose(user: Any, session: ChatSession, asked: Asked, reply: Reply) -> dict[str, Any]:
    """Store the change that a reply proposes; the reply as JSON, with where it can be confirmed.

    Call it in the transaction that stores the reply.
    """
    draft = reply.proposal
    if draft is None:
        return reply.as_json()
    app, model = draft.object_type.split('.')
    row = Proposal.objects.create(
        session=session,
        interaction_id=asked.id,
        user=user,
        action=draft.action.value,
        object_type=ContentType.objects.get_by_natural_key(app, model),
        object_id=draft.ref.key.object_id if draft.ref else None,
        object_repr=draft.display[:LONGEST_NAME],
        data=dict(draft.data),
        changes=[change.as_json() for change in draft.changes],
        dependents=[item.as_json() for item in draft.dependents],
        etag=draft.etag,
        expires=timezone.now() + timedelta(seconds=get().proposal_timeout),
    )
    where = {'id': row.pk, 'url': reverse(PATH, args=[row.pk]), 'expires': row.expires.isoformat()}
    return replace(reply, proposal=None).as_json() | {'proposal': where | draft.as_json()}


def open_proposal(user: Any, session_id: int | None) -> int | None:
    """The user's latest change in a session that waits for confirmation; not looked for where changes are off."""
    if not get().enable_proposals:
        return None
    waiting = _waiting(user, session_id).filter(expires__gt=timezone.now())
    return waiting.order_by('-pk').values_list('pk', flat=True).first()


def drop_proposals(user: Any, session_id: int) -> None:
    """Cancel what waits for the user in a session ("never mind")."""
    if get().enable_proposals:
        _waiting(user, session_id).update(status=ProposalStatus.CANCELLED.value, decided=timezone.now())


def _waiting(user: Any, session_id: int | None) -> QuerySet[Proposal]:
    return Proposal.objects.filter(session_id=session_id, user=user, status=ProposalStatus.PENDING.value)


def expire_proposals(now: datetime) -> None:
    """Note of proposals that nobody decided in time."""
    due = Proposal.objects.filter(status=ProposalStatus.PENDING.value, expires__lte=now)
    due.update(status=ProposalStatus.EXPIRED.value)
