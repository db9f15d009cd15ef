"""What a language model is shown of a conversation: what its user may see now, and no more."""

from collections.abc import Collection, Sequence

from ..conversation.naming import objects_named
from ..conversation.ports import ObjectFinder
from ..conversation.session import Interaction
from .excluded import may_tell

__all__ = ('visible',)


def visible(turns: Sequence[Interaction], finder: ObjectFinder, excluded: Collection[str] = ()) -> list[Interaction]:
    """Those of `turns` that name no object that is gone, or hidden from the finder's user.

    Args:
        turns: Of one conversation.
        finder: Live objects as the user may see them.
        excluded: What no language model is sent; an answer may tell any field of what it names.
    """
    named = {turn.sequence: set(objects_named(turn.reading, turn.reply, turn.listed)) for turn in turns}
    seen = finder.look(sorted({key for keys in named.values() for key in keys}))
    return [turn for turn in turns if named[turn.sequence] <= seen.keys() and not may_tell(excluded, turn)]
