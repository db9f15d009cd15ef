"""The objects that a reply names."""

from collections.abc import Iterator

from ...conversation.objects import ObjectKey
from ...conversation.reply import Reply

__all__ = ('keys_of',)


def keys_of(reply: Reply) -> Iterator[ObjectKey]:
    """Each object that is shown in a reply, or whose name may stand in it; some more than once."""
    yield from (ref.key for ref in (*reply.objects, *reply.focus, *reply.mentions))
    yield from reply.named
    for block in reply.blocks:
        yield from (ObjectKey(*pair) for pair in block.get('object_refs', ()) if pair)
    yield from (ObjectKey(*pair) for pair in (reply.query or {}).get('subjects', ()))
