"""Asks an action of an extension: whatever it raises or returns, NetBox answers."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import OperationalError, transaction
from django.db.models import Model
from django.utils.translation import gettext

from ...conversation.objects import ObjectRef
from ...conversation.reply import Choice, Reply, ReplyKind
from ..errors import NotApplicable, QueryError
from ..query import Action, InventoryQuery
from ..results import Result
from .registry import registry
from .request import ActionRequest
from .shape import Answer, ExtensionAction

__all__ = ('Broken', 'Told', 'action_of', 'answer_of')

# What asks back, proposes or controls is the conversation's own.
KINDS = (ReplyKind.ANSWER, ReplyKind.NOT_FOUND, ReplyKind.NOT_UNDERSTOOD)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Told(Result):
    """A reply of an extension; what it refers to has to be checked before it is shown.

    Attributes:
        package: Whose it is.
        objects: What the action was given, and may name.
    """

    package: str
    reply: Reply
    objects: tuple[Model, ...]


@dataclass(frozen=True)
class Broken(Result):
    """The action of a package failed."""

    package: str


def action_of(query: InventoryQuery) -> tuple[str, ExtensionAction]:
    """The package and the action that a query asks.

    Raises:
        NotApplicable: The package is no longer installed, or has no such action any more.
    """
    found = registry().action(query.extension or '')
    if found is None:
        raise NotApplicable(gettext('The extension that answered this is no longer installed.'))
    return found


def answer_of(package: str, action: ExtensionAction, request: ActionRequest) -> Answer | None:
    """What the action answers; None where it failed, which is logged with the package's name.

    Raises:
        QueryError: The action asked the inventory for something that it does not have.
        OperationalError: The database failed, or ran out of time.
    """
    try:
        # A statement of the action that fails leaves the turn's own transaction usable.
        with transaction.atomic():
            answer = action.answer(request)
    except (QueryError, OperationalError):
        raise
    # The action is another package's: whatever it raises, the question gets an answer.
    except Exception:
        logger.exception('Extension %s failed in its action %s.', package, action.name)
        return None
    if flaw := _flaw(answer):
        logger.error('Extension %s: its action %s %s.', package, action.name, flaw)
        return None
    return answer


def _flaw(answer: object) -> str:
    """Why something is no answer; empty for one."""
    if isinstance(answer, InventoryQuery):
        return 'answers with the question of an extension' if answer.action is Action.EXTENSION else ''
    if not isinstance(answer, Reply):
        return f'answers with a {type(answer).__name__}, not with a Reply or an InventoryQuery'
    if answer.kind not in KINDS:
        return f'answers with a reply of the kind {answer.kind}'
    if not all(isinstance(ref, ObjectRef) for ref in (*answer.objects, *answer.focus, *answer.mentions)):
        return 'refers to something else than what ActionRequest.describe returns'
    if not all(isinstance(choice, Choice) for choice in answer.choices):
        return 'offers something else than choices'
    blocks = all(isinstance(block, Mapping) and 'kind' in block for block in answer.blocks)
    return '' if blocks else 'has a block that is no text_block or Table.as_json'
