"""Tables of sessions and of the objects they have talked about."""

from copy import copy
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from netbox.tables import BaseTable, NetBoxTable, columns

from .models import ChatSession, EntityReference

__all__ = ('ChatSessionTable', 'EntityReferenceTable', 'MentioningSessionTable', 'WaitingSessionTable')


class PermittedActionsColumn(columns.ActionsColumn):
    """What the user may do with each row; NetBox's own column asks what they may do with any."""

    def render(self, record: Any, table: Any, **kwargs: Any) -> str:
        """The buttons of a row."""
        allowed = copy(self)
        allowed.actions = {
            name: action
            for name, action in self.actions.items()
            if record.pk in self._permitted(action.permission, table)
        }
        return super(PermittedActionsColumn, allowed).render(record, table, **kwargs)

    def _permitted(self, action: str, table: Any) -> set[int]:
        """The rows of the page with which the user may do `action`; one statement, whatever their number."""
        known = table.__dict__.setdefault('permitted_rows', {})
        if action not in known:
            shown = [row.record.pk for row in table.paginated_rows]
            objects = table.Meta.model.objects.restrict(table.context['request'].user, action)
            known[action] = set(objects.filter(pk__in=shown).values_list('pk', flat=True))
        return known[action]


class ChatSessionTable(NetBoxTable):
    """Sessions; never their texts, so that list and export hold none."""

    title = tables.Column(verbose_name=_('Title'), linkify=True, empty_values=())
    user = tables.Column(verbose_name=_('User'))
    status = columns.ChoiceFieldColumn(verbose_name=_('Status'))
    topic_domain = tables.Column(verbose_name=_('Topic domain'))
    interaction_count = tables.Column(verbose_name=_('Interactions'))
    last_interaction = columns.DateTimeColumn(verbose_name=_('Last interaction'), timespec='minutes')
    participants = columns.ManyToManyColumn(verbose_name=_('Participants'))
    handoff_requested = columns.DateTimeColumn(verbose_name=_('Person requested'), timespec='minutes')
    handoff_reason = tables.Column(verbose_name=_('Reason for a person'))
    ended = columns.DateTimeColumn(verbose_name=_('Ended'))
    created = columns.DateTimeColumn(verbose_name=_('Created'))
    last_updated = columns.DateTimeColumn(verbose_name=_('Last updated'))
    tags = columns.TagColumn(url_name='plugins:netbox_chat_sessions:chatsession_list')
    actions = PermittedActionsColumn(actions=('edit', 'delete'))

    class Meta(NetBoxTable.Meta):
        model = ChatSession
        fields = (
            'pk',
            'id',
            'title',
            'user',
            'status',
            'topic_domain',
            'active_agent',
            'interaction_count',
            'last_interaction',
            'participants',
            'handoff_requested',
            'handoff_reason',
            'ended',
            'created',
            'last_updated',
            'tags',
            'actions',
        )
        default_columns = (
            'pk',
            'title',
            'user',
            'status',
            'topic_domain',
            'interaction_count',
            'last_interaction',
            'handoff_requested',
            'tags',
        )

    def render_title(self, record: ChatSession) -> str:
        """The title, or what stands in for one."""
        return str(record)

    def value_title(self, record: ChatSession) -> str:
        """The same for the export."""
        return str(record)


class MentioningSessionTable(ChatSessionTable):
    """Sessions that have talked about one object, which the view annotates."""

    mention_count = tables.Column(verbose_name=_('Mentions'))
    last_mentioned = columns.DateTimeColumn(verbose_name=_('Last mentioned'))

    class Meta(ChatSessionTable.Meta):
        fields = (*ChatSessionTable.Meta.fields, 'mention_count', 'last_mentioned')
        default_columns = ('pk', 'title', 'user', 'status', 'mention_count', 'last_mentioned')


class WaitingSessionTable(ChatSessionTable):
    """Sessions that wait for a person; its columns and order are remembered apart from those of all sessions."""

    class Meta(ChatSessionTable.Meta):
        default_columns = (
            'title',
            'user',
            'handoff_requested',
            'handoff_reason',
            'interaction_count',
            'last_interaction',
        )
        order_by = ('handoff_requested',)
        empty_text = _('Nobody waits for a person.')


class EntityReferenceTable(BaseTable):
    """What a session remembers; an object that the reader may not see is withheld by the panel that fills the table."""

    object_repr = tables.TemplateColumn(
        template_name='netbox_chat_sessions/tables/entity.html', verbose_name=_('Object'), orderable=False
    )
    object_type = columns.ContentTypeColumn(verbose_name=_('Type'), orderable=False)
    mention_count = tables.Column(verbose_name=_('Mentions'), orderable=False)
    said_by = columns.ChoiceFieldColumn(verbose_name=_('Said by'), orderable=False)
    last_mentioned = columns.DateTimeColumn(verbose_name=_('Last mentioned'), orderable=False, timespec='minutes')

    class Meta(BaseTable.Meta):
        model = EntityReference
        fields = ('object_repr', 'object_type', 'mention_count', 'said_by', 'last_mentioned')
        empty_text = _('Nothing has been mentioned yet.')
