"""Lists and counts."""

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext

from ...conversation.reply import Reply, ReplyKind, Table
from ...inventory.attributes import Attribute
from ...inventory.describe import describe_all
from ...inventory.enumerating import sentence_list
from ...inventory.query import Action
from ...inventory.results import Listing
from ...inventory.selection import Selection
from ...inventory.visibility import key_of
from .cells import Cells
from .wording import conditions, counted, list_link, named, page

__all__ = ('listing_reply',)

MAX_COLUMNS = 7
FEW = 3


def listing_reply(result: Listing, user: AbstractBaseUser | AnonymousUser) -> Reply:
    """The exact count in a sentence, the page as a table, and the link to the same list in NetBox."""
    chosen_by = conditions(result.selection, result.subjects, user)
    query = result.query.as_json()
    if not result.total:
        text = gettext('No %(nouns)s found%(conditions)s.') % {'nouns': result.kind.nouns, 'conditions': chosen_by}
        return Reply(text, ReplyKind.NOT_FOUND, total=0, query=query, links=list_link(result.selection))
    said = counted(result.total, result.kind) + chosen_by
    refs = describe_all(result.objects, user)
    counting = result.query.action is Action.COUNT
    if result.total <= FEW and refs and not counting:
        names = sentence_list(ref.display if result.total == 1 else named(ref) for ref in refs)
        text = gettext('%(counted)s: %(names)s.') % {'counted': said, 'names': names}
    else:
        shown = '' if counting else page(result.query, len(result.objects), result.total)
        text = gettext('%(counted)s%(page)s.') % {'counted': said, 'page': shown}
    table = object_table(result.objects, result.columns, user, asked=bool(result.query.attributes), by=result.selection)
    return Reply(
        text,
        blocks=(table.as_json(),) if refs else (),
        total=result.total,
        objects=refs,
        query=query,
        links=list_link(result.selection),
        focus=refs if result.total == 1 else (),
    )


def object_table(
    objects: Sequence[Model],
    columns: Sequence[Attribute],
    user: AbstractBaseUser | AnonymousUser,
    *,
    asked: bool = False,
    by: Selection | None = None,
) -> Table:
    """Objects of one kind with some attributes.

    Args:
        objects: The rows.
        columns: What to tell of each.
        user: Who reads it.
        asked: The columns were asked for, so they are shown even when they are empty or say the same in all rows.
        by: How the objects were chosen; what the filters say is not repeated in each row.
    """
    cells = Cells.of((column.value(obj) for obj in objects for column in columns), user)
    grid = [[cells.of_attribute(column, obj) for column in columns] for obj in objects]
    names = [str(obj) for obj in objects]
    shown = [
        index
        for index, column in enumerate(columns)
        if asked or (_says_more(names, [row[index] for row in grid]) and not (by and _said_by(by, column)))
    ]
    shown = shown if asked else shown[:MAX_COLUMNS]
    noun = capfirst(str(objects[0]._meta.verbose_name)) if objects else ''
    return Table(
        (noun, *(columns[index].label for index in shown)),
        tuple((name, *(row[index] for index in shown)) for name, row in zip(names, grid, strict=True)),
        tuple(key_of(obj) for obj in objects),
    )


def _says_more(names: Sequence[str], column: Sequence[str]) -> bool:
    return any(text and text not in name for name, text in zip(names, column, strict=True))


def _said_by(selection: Selection, column: Attribute) -> bool:
    names = (column.name, f'{column.name}_id', column.steps[0], f'{column.steps[0]}_id')
    return len(column.steps) == 1 and any(len(selection.filters.get(name, ())) == 1 for name in names)
