"""Runs the queries that a language model writes, as the user, and renders what they find."""

import logging
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import FieldError
from django.db import DataError
from django.utils.translation import gettext as _

from ...conversation.reply import Reply
from ...inventory.errors import NotApplicable
from ...inventory.execution import Inventory
from ...inventory.query import InventoryQuery
from ...inventory.visibility import naming
from ..answers import render
from .exclusions import Exclusions

__all__ = ('Queries', 'Ran')

logger = logging.getLogger(__name__)

# What a query that has the right form, and makes no sense, may still meet.
SENSELESS = (FieldError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, DataError)


@dataclass(frozen=True)
class Ran:
    """What a query found.

    Attributes:
        shown: For the user.
        told: For the model: without what never leaves the network.
    """

    shown: Reply
    told: Reply


@dataclass(frozen=True)
class Queries:
    """Queries of one user."""

    user: Any
    exclusions: Exclusions

    def __call__(self, query: InventoryQuery) -> Ran:
        """What the query finds.

        Raises:
            QueryError: It cannot be run, or asks for what never leaves the network.
        """
        self.exclusions.refuse(query)
        try:
            result = Inventory(self.user).run(query)
            with naming() as named:
                shown = render(result, self.user)
        except SENSELESS as error:
            # What it was chosen by are words of the user, which no log holds.
            what = f'{query.action.value} {query.object_type}'
            logger.warning('A query of a language model (%s) failed with %s.', what, type(error).__name__)
            raise NotApplicable(_('This query makes no sense to the inventory.')) from error
        shown = replace(shown, named=tuple(sorted(named)))
        return Ran(shown, self.exclusions.withhold(shown))
