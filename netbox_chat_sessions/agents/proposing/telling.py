"""A draft in words, for the person who asked for it."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...conversation.objects import ObjectKey
from ...conversation.proposals import ChangeAction, Dependents, Draft, FieldChange
from ...conversation.reply import Reply, ReplyKind
from ...inventory.catalogue import kind
from ...settings import get

__all__ = ('proposal_reply',)

FEW = 8


def proposal_reply(draft: Draft, named: Collection[ObjectKey]) -> Reply:
    """The reply that proposes a change.

    Args:
        draft: The change.
        named: The objects whose names stand in it.
    """
    return Reply(
        f'{_what(draft)} {_how()}',
        ReplyKind.PROPOSAL,
        proposal=draft,
        named=tuple(sorted(named)),
    )


def _what(draft: Draft) -> str:
    noun = kind(draft.object_type).noun
    detail = f' ({draft.ref.detail})' if draft.ref and draft.ref.detail else ''
    values = {'noun': noun, 'name': f'{draft.display}{detail}'}
    if draft.action is ChangeAction.DELETE:
        text = _('This would delete the {noun} {name}').format(**values)
        return f'{text}{_along(draft.dependents)}.'
    changes = '; '.join(_change(change) for change in draft.changes[:FEW])
    more = '; …' if len(draft.changes) > FEW else ''
    if draft.action is ChangeAction.CREATE:
        text = _('This would create the {noun} {name}').format(**values)
    else:
        text = _('This would change the {noun} {name}').format(**values)
    return f'{text}: {changes}{more}.'


def _change(change: FieldChange) -> str:
    if not change.before:
        return _('{field}: “{after}”').format(field=change.label, after=change.after)
    if not change.after:
        return _('{field}: “{before}” would be removed').format(field=change.label, before=change.before)
    return _('{field}: from “{before}” to “{after}”').format(
        field=change.label, before=change.before, after=change.after
    )


def _along(dependents: tuple[Dependents, ...]) -> str:
    if not dependents:
        return ''
    told = ', '.join(f'{item.count} {item.label}' for item in dependents[:FEW] if item.count)
    told = told or _('objects that you may not see')
    if any(item.more for item in dependents):
        told = _('{objects}, and others that you may not see').format(objects=told)
    return _(', and with it {objects}').format(objects=told)


def _how() -> str:
    minutes = max(1, round(get().proposal_timeout / 60))
    text = ngettext(
        'Nothing has been done yet: confirm it within {count} minute, or cancel it.',
        'Nothing has been done yet: confirm it within {count} minutes, or cancel it.',
        minutes,
    )
    return text.format(count=minutes)
