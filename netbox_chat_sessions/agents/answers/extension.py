"""What an extension answers, once it is sure that the user may see it; and that one failed."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext

from ...conversation.objects import ObjectKey, ObjectRef
from ...conversation.reply import Reply, ReplyKind
from ...inventory.describe import describe_all
from ...inventory.enumerating import sentence_list
from ...inventory.extensions.answering import Broken, Told
from ...inventory.extensions.registry import registry
from ...inventory.loading import fetch
from ...inventory.visibility import Visibility

__all__ = ('beside_failures', 'broken_reply', 'told_reply')

User = AbstractBaseUser | AnonymousUser

logger = logging.getLogger(__name__)


def told_reply(result: Told, user: User) -> Reply:
    """The extension's reply with its objects as NetBox shows them to the user.

    A reply that refers to an object which the user may not view is not shown at all: its text may name it as well.
    """
    reply = result.reply
    keys = _keys(reply)
    objects = fetch(keys, user)
    seen = {ref.key: ref for ref in describe_all(objects, user)}
    if len(seen) < len(set(keys)):
        logger.error('Extension %s refers to objects that are not there or not to be seen.', result.package)
        return broken_reply(Broken(result.query, result.package), user)
    # Whoever may not see one of these later on is not shown the answer.
    Visibility(user).visible((*objects, *result.objects))
    return replace(
        reply,
        objects=_as_seen(reply.objects, seen),
        focus=_as_seen(reply.focus, seen),
        mentions=_as_seen(reply.mentions, seen),
        choices=tuple(replace(choice, ref=seen[choice.ref.key]) for choice in reply.choices),
        query=result.query.as_json(),
    )


def broken_reply(result: Broken, user: User) -> Reply:
    """That the extension failed, and whom to tell."""
    text = gettext('The extension %(package)s failed to answer this. What went wrong is in the log of NetBox.')
    return Reply(text % {'package': result.package}, ReplyKind.ERROR, query=result.query.as_json())


def beside_failures(reply: Reply) -> Reply:
    """The reply; where nothing was understood, with the extensions that might have understood it."""
    failed = registry().failed
    if reply.kind is not ReplyKind.NOT_UNDERSTOOD or not failed:
        return reply
    text = gettext('The extension %(packages)s could not be loaded, and might have understood it.')
    return replace(reply, text=f'{reply.text} {text % {"packages": sentence_list(failed)}}')


def _keys(reply: Reply) -> list[ObjectKey]:
    refs = (*reply.objects, *reply.focus, *reply.mentions, *(choice.ref for choice in reply.choices))
    in_rows = [pair for block in reply.blocks for pair in block.get('object_refs', ()) if pair]
    return [*(ref.key for ref in refs), *reply.named, *(ObjectKey(*pair) for pair in in_rows)]


def _as_seen(refs: Sequence[ObjectRef], seen: dict[ObjectKey, ObjectRef]) -> tuple[ObjectRef, ...]:
    return tuple(seen[ref.key] for ref in refs)
