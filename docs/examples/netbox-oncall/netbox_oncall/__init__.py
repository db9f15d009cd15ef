"""An example of an agent: it tells who is on call for a site, from the contacts that NetBox has for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dcim.models import Site
from django.utils.translation import gettext
from tenancy.models import ContactAssignment

from netbox_chat_sessions.extending import (
    AgentRequest,
    AgentType,
    Material,
    Reading,
    Reply,
    ReplyKind,
    Section,
    describe_all,
)

SITE = 'dcim.site'
# The contact role that says so.
ROLE = 'on-call'


def talked_about(material: Material) -> Sequence[int]:
    """Primary keys of the sites that the session talked about, the most recent first."""
    return [reference.key.object_id for reference in material.entities if reference.key.object_type == SITE]


# What agents of this type are given of a session: sites, in 400 characters at most.
ON_CALL = AgentType('on_call', (Section('sites', talked_about),), budget=400)


@dataclass(frozen=True)
class OnCallAgent:
    """Answers `who is on call?`, with the permissions of one user."""

    user: Any
    name: str = 'on-call'
    description: str = 'Tells who is on call for a site.'
    context_type: str = ON_CALL.name
    repeatable: bool = True

    def can_handle(self, reading: Reading) -> float:
        """Sure of what it is made for, and of nothing else."""
        return 0.9 if 'on call' in reading.question.casefold() else 0.0

    def answer(self, request: AgentRequest) -> Reply:
        """The contacts of the site that was named, else of the one that was talked about last."""
        named = [ref for reference in request.reading.bindings for ref in reference.objects]
        sites = [ref.key.object_id for ref in named if ref.key.object_type == SITE] or request.context()['sites']
        site = Site.objects.restrict(self.user, 'view').filter(pk__in=sites[:1]).first()
        if site is None:
            return Reply(gettext('Which site do you mean?'), ReplyKind.CLARIFICATION)
        assignments = ContactAssignment.objects.restrict(self.user, 'view').filter(
            object_type__app_label='dcim', object_type__model='site', object_id=site.pk, role__slug=ROLE
        )
        contacts = ', '.join(str(assignment.contact) for assignment in assignments.select_related('contact'))
        focus = describe_all([site], self.user)
        if not contacts:
            text = gettext('Nobody is on call for %(site)s.') % {'site': site}
            return Reply(text, ReplyKind.NOT_FOUND, focus=focus)
        return Reply(gettext('On call for %(site)s: %(contacts)s.') % {'site': site, 'contacts': contacts}, focus=focus)
