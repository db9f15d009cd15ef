"""Panels of our object pages."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from netbox.ui import attrs
from netbox.ui.panels import ObjectAttributesPanel, TemplatePanel

__all__ = ('HandoffPanel', 'InteractionPanel', 'SessionPanel')


class SessionPanel(ObjectAttributesPanel):
    """Whose session it is and where it stands."""

    title = _('Chat Session')

    user = attrs.RelatedObjectAttr('user', label=_('User'))
    participants = attrs.RelatedObjectListAttr('participants', label=_('Participants'))
    status = attrs.ChoiceAttr('status', label=_('Status'))
    topic_domain = attrs.TextAttr('topic_domain', label=_('Topic domain'))
    active_agent = attrs.TextAttr('active_agent', label=_('Active agent'))
    interaction_count = attrs.NumericAttr('interaction_count', label=_('Interactions'))
    last_interaction = attrs.DateTimeAttr('last_interaction', label=_('Last interaction'), spec='minutes')
    ended = attrs.DateTimeAttr('ended', label=_('Ended'), spec='minutes')


class HandoffPanel(TemplatePanel):
    """Who asked for a person and why, what it is about, and what can be done; not there when nobody ever asked."""

    title = _('Handoff')

    def __init__(self) -> None:
        super().__init__('netbox_chat_sessions/panels/handoff.html')

    def should_render(self, context: dict[str, Any]) -> bool:
        """Whether a person was asked for."""
        return context.get('handoff') is not None


class InteractionPanel(ObjectAttributesPanel):
    """What was decided about an interaction, and who answered."""

    title = _('Interaction')

    session = attrs.RelatedObjectAttr('session', label=_('Session'), linkify=True)
    author = attrs.RelatedObjectAttr('author', label=_('Author'))
    status = attrs.ChoiceAttr('status', label=_('Status'))
    agent = attrs.TextAttr('agent', label=_('Agent'))
    decision = attrs.ChoiceAttr('decision', label=_('Decision'))
    decided_by = attrs.ChoiceAttr('decided_by', label=_('Decided by'))
    confidence = attrs.NumericAttr('confidence', label=_('Confidence'))
    reason = attrs.TextAttr('reason', label=_('Reason'))
    classifier = attrs.NumericAttr('reading.classifier.latency_ms', label=_('Classifier (ms)'))
    classifier_tokens = attrs.NumericAttr('reading.classifier.tokens', label=_('Classifier tokens'))
    rating = attrs.ChoiceAttr('rating', label=_('Rating'))
    rating_comment = attrs.TextAttr('rating_comment', label=pgettext_lazy('rating', 'Comment'))
    tokens = attrs.NumericAttr('tokens', label=_('Tokens'))
    duration_ms = attrs.NumericAttr('duration_ms', label=_('Duration (ms)'))
    answered = attrs.DateTimeAttr('answered', label=_('Answered'), spec='seconds')
