"""What has the most, is the highest or the fullest."""

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply, ReplyKind, Table
from ...inventory.comparables import Basis
from ...inventory.describe import describe_all
from ...inventory.enumerating import enumeration, inside, sentence_list
from ...inventory.ranking import Ranking
from .cells import Cells, number, percent
from .wording import conditions, counted, heading, list_link, named, noun_of, page

__all__ = ('ranking_reply',)

User = AbstractBaseUser | AnonymousUser
MAX_NAMED = 5
MAX_SAID = 3
# By what, and whether the most come first: one object, several equals, and what comes first of several.
WORDS = {
    (Basis.NUMBER, True): (
        gettext_noop('%(subject)s has the most %(what)s%(scope)s: %(value)s.'),
        gettext_noop('%(counted)s have the most %(what)s%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('those with the most %(what)s first'),
    ),
    (Basis.NUMBER, False): (
        gettext_noop('%(subject)s has the fewest %(what)s%(scope)s: %(value)s.'),
        gettext_noop('%(counted)s have the fewest %(what)s%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('those with the fewest %(what)s first'),
    ),
    (Basis.VALUE, True): (
        gettext_noop('%(subject)s has the highest %(what)s%(scope)s: %(value)s.'),
        gettext_noop('%(counted)s have the highest %(what)s%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('those with the highest %(what)s first'),
    ),
    (Basis.VALUE, False): (
        gettext_noop('%(subject)s has the lowest %(what)s%(scope)s: %(value)s.'),
        gettext_noop('%(counted)s have the lowest %(what)s%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('those with the lowest %(what)s first'),
    ),
    (Basis.TIME, True): (
        gettext_noop('The latest %(noun)s by %(what)s%(scope)s is %(name)s: %(value)s.'),
        gettext_noop('%(counted)s are the latest by %(what)s%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('the latest by %(what)s first'),
    ),
    (Basis.TIME, False): (
        gettext_noop('The earliest %(noun)s by %(what)s%(scope)s is %(name)s: %(value)s.'),
        gettext_noop('%(counted)s are the earliest by %(what)s%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('the earliest by %(what)s first'),
    ),
    (Basis.SIZE, True): (
        gettext_noop('The largest %(noun)s%(scope)s is %(name)s.'),
        gettext_noop('%(counted)s are the largest%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('the largest first'),
    ),
    (Basis.SIZE, False): (
        gettext_noop('The smallest %(noun)s%(scope)s is %(name)s.'),
        gettext_noop('%(counted)s are the smallest%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('the smallest first'),
    ),
    (Basis.UTILISATION, True): (
        gettext_noop('The fullest %(noun)s%(scope)s is %(name)s: %(value)s.'),
        gettext_noop('%(counted)s are the fullest%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('the fullest first'),
    ),
    (Basis.UTILISATION, False): (
        gettext_noop('The emptiest %(noun)s%(scope)s is %(name)s: %(value)s.'),
        gettext_noop('%(counted)s are the emptiest%(scope)s, %(value)s each: %(names)s.'),
        gettext_noop('the emptiest first'),
    ),
}


def ranking_reply(result: Ranking, user: User) -> Reply:
    """Who comes first in a sentence; more than one in a table, in their order."""
    of = result.selection.kind
    refs = describe_all((obj for obj, _ in result.rows), user)
    query, chosen_by = result.query.as_json(), conditions(result.selection, result.subjects, user)
    if not refs:
        text = gettext('No %(nouns)s found%(conditions)s.') % {'nouns': of.nouns, 'conditions': chosen_by}
        return Reply(text, ReplyKind.NOT_FOUND, total=0, query=query, links=list_link(result.selection))
    cells = Cells.of((), user)
    values = [_value(result, row, cells) for row in result.rows]
    if _nothing_to_compare(result):
        return Reply(_nothing(result, chosen_by, user), total=0, query=query)
    text = ' '.join((_sentence(result, refs, values, chosen_by, user), *_notes(result)))
    blocks = (_table(result, refs, values, user).as_json(),) if len(refs) > 1 else ()
    return Reply(
        text,
        blocks=blocks,
        total=result.total if result.asked is None else len(refs) + result.ties,
        objects=refs,
        query=query,
        links=list_link(result.selection),
        focus=refs if len(refs) == 1 else (),
    )


def _value(result: Ranking, row: tuple, cells: Cells) -> str:
    obj, value = row
    if value is None:
        return ''
    if result.basis is Basis.UTILISATION:
        return percent(value)
    if result.basis is Basis.SIZE:
        return f'/{obj.prefix.prefixlen}'
    return cells.of_attribute(result.attribute, obj) if result.attribute else number(value)


def _nothing_to_compare(result: Ranking) -> bool:
    first = result.rows[0][1]
    most = result.query.rank is None or result.query.rank.descending
    return first is None or (result.basis is Basis.NUMBER and most and first == 0 and not result.query.offset)


def _nothing(result: Ranking, chosen_by: str, user: User) -> str:
    words = {'counted': counted(result.total, result.selection.kind) + chosen_by, 'what': _what(result, user)}
    return gettext('%(counted)s, none with %(what)s.') % words


def _what(result: Ranking, user: User) -> str:
    if result.counted:
        return result.counted.kind.nouns + conditions(result.counted, (), user)
    if result.attribute:
        return inside(result.attribute.label)
    return gettext('a percentage')


def _sentence(result: Ranking, refs: Sequence[ObjectRef], values: Sequence[str], chosen_by: str, user: User) -> str:
    most = result.query.rank is None or result.query.rank.descending
    one, equals, first = WORDS[result.basis, most]
    of, what = result.selection.kind, _what(result, user)
    scope = gettext(' of the %(counted)s') % {'counted': counted(result.total, of) + chosen_by} if chosen_by else ''
    noun = noun_of(result.rows[0][0])
    words = {'noun': noun, 'what': what, 'scope': scope, 'value': values[0], 'name': named(refs[0])}
    if len(refs) == 1:
        return gettext(one) % {**words, 'subject': capfirst(named(refs[0], noun))}
    if result.asked is not None and len({value for _, value in result.rows}) == 1:
        number_of = len(refs) + result.ties
        names = [named(ref) for ref in refs[:MAX_NAMED]]
        names += [gettext('%(count)s more') % {'count': number(number_of - len(names))}] * (number_of > len(names))
        return gettext(equals) % {**words, 'counted': counted(number_of, of), 'names': sentence_list(names)}
    told = enumeration(f'{named(ref)} {value}' for ref, value in list(zip(refs, values, strict=True))[:MAX_SAID])
    return gettext('%(counted)s, %(first)s%(page)s: %(told)s.') % {
        'counted': _how_many(result, len(refs), chosen_by),
        'first': gettext(first) % words,
        'page': _page(result),
        'told': told,
    }


def _how_many(result: Ranking, told: int, chosen_by: str) -> str:
    everything = counted(result.total, result.selection.kind) + chosen_by
    if result.asked is None or told == result.total:
        return everything
    return gettext('%(told)s of %(counted)s') % {'told': number(told + result.ties), 'counted': everything}


def _page(result: Ranking) -> str:
    return '' if result.asked is not None else page(result.query, len(result.rows), result.total)


def _notes(result: Ranking) -> list[str]:
    found = []
    if result.measured is not None:
        text = gettext('Only the first %(count)s of %(total)s were measured; ask about fewer to have all compared.')
        found.append(text % {'count': number(result.measured), 'total': number(result.total)})
    if result.unvalued and result.rows[0][1] is not None:
        text = gettext('%(counted)s without a value were not compared.')
        if result.unvalued == 1:
            text = gettext('%(counted)s without a value was not compared.')
        found.append(text % {'counted': counted(result.unvalued, result.selection.kind)})
    return found


def _table(result: Ranking, refs: Sequence[ObjectRef], values: Sequence[str], user: User) -> Table:
    what = _what(result, user)
    if result.basis is Basis.UTILISATION:
        what = gettext('Utilization')
    elif result.basis is Basis.SIZE:
        what = gettext('Prefix length')
    detailed = any(ref.detail for ref in refs)
    columns = (heading(result.rows[0][0]), capfirst(what), *((gettext('Where'),) if detailed else ()))
    rows = tuple(
        (ref.display, value, *((ref.detail,) if detailed else ())) for ref, value in zip(refs, values, strict=True)
    )
    return Table(columns, rows, tuple(ref.key for ref in refs))
