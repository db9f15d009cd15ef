"""An example of an extension: how people speak of circuits as contracts, and two questions about their end."""

from dataclasses import replace
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext

from netbox_chat_sessions.extending import (
    ActionRequest,
    Extension,
    ExtensionAction,
    InventoryQuery,
    Reply,
    Table,
)

NOTICE = timedelta(days=90)


def remaining(request: ActionRequest) -> Reply:
    """How long the contracts run, as a reply with a sentence and a table."""
    refs = request.describe(request.objects)
    rows = [(ref, _remaining(circuit.termination_date)) for ref, circuit in zip(refs, request.objects, strict=True)]
    text = ' '.join(gettext('%(name)s: %(time)s.') % {'name': ref.display, 'time': time} for ref, time in rows[:5])
    table = Table(
        (gettext('Circuit'), gettext('Runs')),
        tuple((ref.display, time) for ref, time in rows),
        tuple(ref.key for ref in refs),
    )
    blocks = (table.as_json(),) if len(rows) > 1 else ()
    focus = refs if len(refs) == 1 else ()
    return Reply(text, blocks=blocks, total=request.total, objects=refs, focus=focus)


def up_for_renewal(request: ActionRequest) -> InventoryQuery:
    """The circuits whose contract ends within the notice period, as a list that NetBox makes."""
    today = timezone.localdate()
    ending = {
        'termination_date__gte': (today.isoformat(),),
        'termination_date__lte': ((today + NOTICE).isoformat(),),
    }
    return replace(request.query, filters={**request.query.filters, **ending})


def _remaining(end) -> str:
    if end is None:
        return gettext('runs without an end')
    days = (end - timezone.localdate()).days
    return gettext('ended on %(end)s') % {'end': end} if days < 0 else gettext('%(days)s days') % {'days': days}


extension = Extension(
    nouns={'leased line': ('circuits.circuit',)},
    values={'lit': {'circuits.circuit': {'status': 'active'}}, 'unlit': {'circuits.circuit': {'status__n': 'active'}}},
    attributes={'handover date': ('install_date',), 'contract end': ('termination_date',)},
    contents={'circuits.circuittype': 'circuits.circuit'},
    actions=(
        ExtensionAction(
            'remaining', ('how long does the contract of', 'how long does'), ('circuits.circuit',), remaining
        ),
        ExtensionAction('renewal', ('up for renewal', 'due for renewal'), ('circuits.circuit',), up_for_renewal),
    ),
)
