"""Picks the way in which a result is told."""

from functools import singledispatch

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext

from ...conversation.reply import Reply, ReplyKind
from ...inventory.changes import Changes
from ...inventory.extensions.answering import Broken, Told
from ...inventory.fitting import Fitting
from ...inventory.power import PowerUse
from ...inventory.ranking import Ranking
from ...inventory.results import (
    Availability,
    Comparison,
    Facts,
    Grouping,
    Listing,
    Missing,
    Placement,
    Result,
    Trace,
    Utilisation,
)
from ...inventory.summary import Summary
from .availability import availability_reply
from .changes import changes_reply
from .comparison import comparison_reply
from .extension import broken_reply, told_reply
from .facts import facts_reply
from .fitting import fitting_reply
from .grouping import grouping_reply
from .listing import listing_reply
from .placement import placement_reply
from .power import power_reply
from .ranking import ranking_reply
from .summary import summary_reply
from .tracing import trace_reply
from .utilisation import utilisation_reply

__all__ = ('render',)

User = AbstractBaseUser | AnonymousUser


@singledispatch
def render(result: Result, user: User) -> Reply:
    """The reply that tells a result to the user it was found for.

    Related objects are named only where they may be seen. All texts are plain: whoever shows them escapes them.
    """
    raise TypeError(f'No way to tell a {type(result).__name__}.')


@render.register
def _(result: Missing, user: User) -> Reply:
    text = gettext('That object no longer exists, or you may not see it.')
    return Reply(text, ReplyKind.NOT_FOUND, query=result.query.as_json())


render.register(Listing, listing_reply)
render.register(Facts, facts_reply)
render.register(Placement, placement_reply)
render.register(Utilisation, utilisation_reply)
render.register(Summary, summary_reply)
render.register(Ranking, ranking_reply)
render.register(Availability, availability_reply)
render.register(Fitting, fitting_reply)
render.register(PowerUse, power_reply)
render.register(Trace, trace_reply)
render.register(Comparison, comparison_reply)
render.register(Grouping, grouping_reply)
render.register(Changes, changes_reply)
render.register(Told, told_reply)
render.register(Broken, broken_reply)
