"""A proposed change as the templates show it: what it would do, and what has become of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ..choices import ProposalStatusChoices
from ..conversation.proposals import ChangeAction, ProposalStatus
from ..conversation.reply import ReplyKind
from ..models import Interaction, Proposal

__all__ = ('ShownProposal', 'proposals_of', 'shown_proposal')

PANEL = 'plugins:netbox_chat_sessions:panel_proposal'


@dataclass(frozen=True)
class ShownProposal:
    """A proposal.

    Attributes:
        title: What it would do, or has done, in a few words.
        name: What the object is called.
        url: Its page; empty where it has none, or is deleted.
        detail: The fact that tells it apart from others of that name.
        changes: Each field with its `label`, `before` and `after`.
        dependents: What is deleted along, each with `label`, `count` and `more`.
        open: It can be confirmed or cancelled by this reader.
        problems: Why it failed.
    """

    id: int
    title: str
    name: str
    url: str
    detail: str
    status: str
    status_label: str
    color: str
    expires: datetime
    changes: tuple[Mapping[str, Any], ...] = ()
    dependents: tuple[Mapping[str, Any], ...] = ()
    open: bool = False
    problems: tuple[str, ...] = ()
    card_url: str = ''
    confirm_url: str = ''
    cancel_url: str = ''


def proposals_of(rows: Iterable[Interaction], reader: Any) -> dict[int, ShownProposal]:
    """The proposals of interactions by their primary keys; no statement where there are none.

    What of them the reader may see is that of the interactions.
    """
    proposing = [row.pk for row in rows if row.reply.get('kind') == ReplyKind.PROPOSAL]
    if not proposing:
        return {}
    found = Proposal.objects.filter(interaction__in=proposing).select_related('object_type', 'interaction')
    return {row.interaction_id: shown_proposal(row, reader) for row in found}


def shown_proposal(row: Proposal, reader: Any) -> ShownProposal:
    """A proposal as it stands now."""
    status = row.standing
    urls = {
        name: reverse(f'{PANEL}{suffix}', args=[row.pk])
        for name, suffix in (('card_url', ''), ('confirm_url', '_confirm'), ('cancel_url', '_cancel'))
    }
    return ShownProposal(
        row.pk,
        _title(row),
        str(row.result.get('display') or row.object_repr),
        _url(row, status),
        str(_target(row).get('detail') or ''),
        status.value,
        str(dict(ProposalStatusChoices)[status.value]),
        row.get_status_color() or 'gray',
        row.expires,
        tuple(row.changes),
        tuple(row.dependents),
        open=status is ProposalStatus.PENDING and row.user_id == reader.pk,
        problems=tuple(_problems(row)) if status is ProposalStatus.FAILED else (),
        **urls,
    )


def _title(row: Proposal) -> str:
    model = row.object_type.model_class()
    noun = str(model._meta.verbose_name) if model else row.object_type.model
    titles = {
        ChangeAction.CREATE: _('Create {noun}'),
        ChangeAction.UPDATE: _('Change {noun}'),
        ChangeAction.DELETE: _('Delete {noun}'),
    }
    return titles[ChangeAction(row.action)].format(noun=noun)


def _url(row: Proposal, status: ProposalStatus) -> str:
    """The page of the object: of a new one once it exists, of a deleted one no longer."""
    if status is ProposalStatus.CONFIRMED:
        return str(row.result.get('url', ''))
    return str(_target(row).get('url') or '')


def _target(row: Proposal) -> Mapping[str, Any]:
    """The object as it was when the change was proposed."""
    return (row.interaction.reply.get('proposal') or {}).get('object') or {}


def _problems(row: Proposal) -> Iterable[str]:
    if row.result.get('detail'):
        yield str(row.result['detail'])
    labels = {change['field']: change['label'] for change in row.changes}
    for name, texts in (row.result.get('errors') or {}).items():
        said = ' '.join(map(str, texts if isinstance(texts, list) else [texts]))
        yield said if name == '__all__' else f'{labels.get(name, name)}: {said}'
