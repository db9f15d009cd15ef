"""Choice sets of the models, from the values of the conversation."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from utilities.choices import ChoiceSet

from .conversation.decisions import DecidedBy, DecisionKind
from .conversation.proposals import ChangeAction, ProposalStatus
from .conversation.session import InteractionStatus, SaidBy, SessionStatus

__all__ = (
    'ChangeActionChoices',
    'DecidedByChoices',
    'DecisionChoices',
    'InteractionStatusChoices',
    'ProposalStatusChoices',
    'RatingChoices',
    'SaidByChoices',
    'SessionStatusChoices',
)


class SessionStatusChoices(ChoiceSet):
    """Statuses of a session."""

    CHOICES = (
        (SessionStatus.ACTIVE.value, _('Active'), 'green'),
        (SessionStatus.HANDOFF.value, _('Waiting for a person'), 'orange'),
        (SessionStatus.ENDED.value, _('Ended'), 'gray'),
        (SessionStatus.EXPIRED.value, _('Expired'), 'gray'),
    )


class InteractionStatusChoices(ChoiceSet):
    """Statuses of an interaction."""

    CHOICES = (
        (InteractionStatus.PENDING.value, _('Pending'), 'cyan'),
        (InteractionStatus.ANSWERED.value, _('Answered'), 'green'),
        (InteractionStatus.STOPPED.value, _('Stopped'), 'yellow'),
        (InteractionStatus.FAILED.value, _('Failed'), 'red'),
        (InteractionStatus.INTERRUPTED.value, _('Interrupted'), 'orange'),
    )


class SaidByChoices(ChoiceSet):
    """Who brought an object into the conversation."""

    CHOICES = (
        (SaidBy.USER.value, _('User'), 'blue'),
        (SaidBy.PAGE.value, _('Page'), 'cyan'),
        (SaidBy.ANSWER.value, _('Answer'), 'gray'),
    )


class DecisionChoices(ChoiceSet):
    """Decisions about a turn."""

    CHOICES = (
        (DecisionKind.CONTINUE.value, _('Continue'), 'green'),
        (DecisionKind.ROUTE.value, _('Route'), 'blue'),
        (DecisionKind.HUMAN_HANDOFF.value, _('Human handoff'), 'orange'),
        (DecisionKind.END_SESSION.value, _('End session'), 'gray'),
    )


class DecidedByChoices(ChoiceSet):
    """Who decided about a turn."""

    CHOICES = (
        (DecidedBy.CLASSIFIER.value, _('Classifier'), 'blue'),
        (DecidedBy.FALLBACK.value, _('Fallback'), 'yellow'),
        (DecidedBy.DISABLED.value, pgettext_lazy('who decided', 'Disabled'), 'gray'),
        (DecidedBy.USER.value, _('User'), 'green'),
    )


class RatingChoices(ChoiceSet):
    """What a user thinks of an answer."""

    CHOICES = (
        ('up', _('Helpful'), 'green'),
        ('down', _('Not helpful'), 'red'),
    )


class ChangeActionChoices(ChoiceSet):
    """What a proposal would do."""

    CHOICES = (
        (ChangeAction.CREATE.value, _('Create'), 'green'),
        (ChangeAction.UPDATE.value, _('Change'), 'blue'),
        (ChangeAction.DELETE.value, _('Delete'), 'red'),
    )


class ProposalStatusChoices(ChoiceSet):
    """Statuses of a proposal."""

    CHOICES = (
        (ProposalStatus.PENDING.value, _('Waiting for confirmation'), 'cyan'),
        (ProposalStatus.CONFIRMED.value, _('Confirmed'), 'green'),
        (ProposalStatus.CANCELLED.value, _('Cancelled'), 'gray'),
        (ProposalStatus.EXPIRED.value, _('Expired'), 'gray'),
        (ProposalStatus.FAILED.value, _('Failed'), 'red'),
    )
