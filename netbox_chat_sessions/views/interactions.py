"""The page of one interaction."""

from typing import Any

from django.http import HttpRequest
from netbox.views import generic
from utilities.views import register_model_view

from ..models import Interaction
from ..ui.layouts import INTERACTION_LAYOUT
from ..ui.transcripts import exchanges_of

__all__ = ('InteractionView',)


@register_model_view(Interaction)
class InteractionView(generic.ObjectView):
    """One question and its answer, how it was read and what was decided."""

    queryset = Interaction.objects.select_related('session__user', 'author')
    template_name = 'generic/object.html'
    layout = INTERACTION_LAYOUT
    actions = ()

    def get_extra_context(self, request: HttpRequest, instance: Interaction) -> dict[str, Any]:
        """The exchange as this user may see it."""
        exchanges = exchanges_of([instance], request.user)
        if exchanges[0].withheld:
            instance.rating_comment = ''
        return {'exchanges': exchanges}
