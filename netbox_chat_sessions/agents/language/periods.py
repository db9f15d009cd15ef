"""Times in words: `yesterday`, `last week`, `in the past 7 days`, `since 2026-11-01`, `within the next 90 days`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from dateutil.parser import ParserError, parse
from dateutil.relativedelta import relativedelta

from ...conversation.text import Token, match_words
from ...conversation.vocabulary import vocabulary
from .lexicon import Lexicon

__all__ = ('Period', 'period_at')

DATE_WORDS = 3


@dataclass(frozen=True)
class Period:
    """A stretch of time, in the time zone of the moment that it was said at.

    Attributes:
        after: From then on; None: from the beginning.
        before: Until then, itself left out; None: until now and on.
    """

    after: datetime | None = None
    before: datetime | None = None


def period_at(tokens: Sequence[Token], at: int, now: datetime, lexicon: Lexicon) -> tuple[Period, int] | None:
    """The time that the words from `at` tell, and how many words tell it; None: they tell none."""
    start = at
    lead = next((name for name in ('since', 'before', 'until', 'after') if _lead(tokens, at, name, lexicon)), None)
    at += _lead(tokens, at, lead or 'during', lexicon)
    rolling = at < len(tokens) and tokens[at].folded in lexicon.words('times', 'the')
    at += rolling
    found = _span(tokens, at, now, lexicon, rolling=rolling)
    if found is None or (at == start and _needs_lead(tokens[at : at + found[1]], lexicon)):
        return None
    span, size = found
    size += at - start
    if lead == 'since':
        return Period(span.after, None), size
    if lead == 'before':
        return Period(None, span.after), size
    if lead == 'until':
        return Period(None, span.before), size
    return (Period(span.before, None) if lead == 'after' else span), size


def _needs_lead(words: Sequence[Token], lexicon: Lexicon) -> bool:
    """`may` and `2025` are times only behind a word such as `in`."""
    return len(words) == 1 and (words[0].base in lexicon.words('times', 'months') or words[0].base.isdecimal())


def _lead(tokens: Sequence[Token], at: int, name: str, lexicon: Lexicon) -> int:
    return match_words(tokens, at, lexicon.words('times', name))


def _span(
    tokens: Sequence[Token], at: int, now: datetime, lexicon: Lexicon, *, rolling: bool
) -> tuple[Period, int] | None:
    for read in (_named_day, _ago, _relative, _weekday, _date):
        if found := read(tokens, at, now, lexicon):
            span, size = found
            return (_rolled(tokens[at : at + size], span, now, lexicon) if rolling else span), size
    return None


def _named_day(tokens: Sequence[Token], at: int, now: datetime, lexicon: Lexicon) -> tuple[Period, int] | None:
    """`today`, `yesterday`, `recently`."""
    word = _word(tokens, at)
    if word in lexicon.mapping('times', 'days'):
        day = _midnight(now) + timedelta(days=lexicon.mapping('times', 'days')[word])
        return Period(day, day + timedelta(days=1)), 1
    if word in lexicon.words('times', 'recently'):
        return Period(now - timedelta(days=7)), 1
    return None


def _ago(tokens: Sequence[Token], at: int, now: datetime, lexicon: Lexicon) -> tuple[Period, int] | None:
    """`3 days ago`: that day, or that minute or hour."""
    number, unit = _number(tokens, at), _unit(tokens, at + 1, lexicon)
    if number is None or unit is None or _word(tokens, at + 2) not in lexicon.words('times', 'ago'):
        return None
    then = now - _length(unit, number)
    if unit in ('minutes', 'hours'):
        return Period(then, then + _length(unit, 1)), 3
    return Period(_midnight(then), _midnight(then) + timedelta(days=1)), 3


def _relative(tokens: Sequence[Token], at: int, now: datetime, lexicon: Lexicon) -> tuple[Period, int] | None:
    """`last week`, `this month`, `past 7 days`, `next 90 days`."""
    which = next((name for name in ('last', 'this', 'next') if _word(tokens, at) in lexicon.words('times', name)), None)
    if which is None:
        return None
    number = _number(tokens, at + 1)
    unit = _unit(tokens, at + (2 if number is not None else 1), lexicon)
    if unit is None:
        return None
    if number is not None:
        length = _length(unit, number)
        return (Period(now - length, None) if which == 'last' else Period(now, now + length)), 3
    if unit in ('minutes', 'hours'):
        return Period(now - _length(unit, 1), None), 2
    begin = _beginning(now, unit) + _length(unit, {'last': -1, 'this': 0, 'next': 1}[which])
    return Period(begin, begin + _length(unit, 1)), 2


def _rolled(words: Sequence[Token], span: Period, now: datetime, lexicon: Lexicon) -> Period:
    """`over the last week`: the seven days before now rather than the week from Monday on."""
    unit = _unit(words, len(words) - 1, lexicon)
    if len(words) != 2 or unit is None:
        return span
    if words[0].folded in lexicon.words('times', 'last'):
        return Period(now - _length(unit, 1), None)
    return Period(now, now + _length(unit, 1)) if words[0].folded in lexicon.words('times', 'next') else span


def _weekday(tokens: Sequence[Token], at: int, now: datetime, lexicon: Lexicon) -> tuple[Period, int] | None:
    """`Monday`, `last Monday`: the latest one before today."""
    skip = int(_word(tokens, at) in (*lexicon.words('times', 'last'), *lexicon.words('times', 'on')))
    days = lexicon.words('times', 'weekdays')
    if (word := _word(tokens, at + skip)) not in days:
        return None
    day = _midnight(now)
    back = (day.weekday() - list(days).index(word)) % 7 or 7
    return Period(day - timedelta(days=back), day - timedelta(days=back - 1)), skip + 1


def _date(tokens: Sequence[Token], at: int, now: datetime, lexicon: Lexicon) -> tuple[Period, int] | None:
    """`2026-11-01`, `5 March 2026`, `March`, `March 2026`, `2025`; months without a year are the latest such."""
    skip = int(_word(tokens, at) in lexicon.words('times', 'on'))
    for size in range(DATE_WORDS, 0, -1):
        words = [token.base.strip(',') for token in tokens[at + skip : at + skip + size]]
        if len(words) < size or not _is_date(words, lexicon):
            continue
        try:
            found = parse(' '.join(words), default=_midnight(now).replace(month=1, day=1))
        except (ParserError, OverflowError):
            continue
        unit = _precision(words, lexicon)
        if not any(len(word) == 4 and word.isdecimal() for word in words) and '-' not in words[0] and found > now:
            found -= relativedelta(years=1)
        return Period(found, found + _length(unit, 1)), size + skip
    return None


def _is_date(words: Sequence[str], lexicon: Lexicon) -> bool:
    months = lexicon.words('times', 'months')
    if len(words) == 1 and words[0] not in months:
        iso = len(words[0]) == 10 and words[0].replace('-', '').isdecimal() and words[0].count('-') == 2
        return iso or (len(words[0]) == 4 and words[0].isdecimal() and words[0].startswith(('19', '20')))
    rest = [word for word in words if word not in months]
    return len(rest) == len(words) - 1 and all(_day(word, lexicon).isdecimal() for word in rest)


def _precision(words: Sequence[str], lexicon: Lexicon) -> str:
    numbers = [_day(word, lexicon) for word in words if word not in lexicon.words('times', 'months')]
    if any('-' in word or len(word) < 3 for word in numbers):
        return 'days'
    return 'years' if len(numbers) == len(words) else 'months'


def _day(word: str, lexicon: Lexicon) -> str:
    """`5` of `5th`."""
    return next((word.removesuffix(end) for end in lexicon.words('times', 'ordinal') if word.endswith(end)), word)


def _word(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].base if 0 <= at < len(tokens) else ''


def _number(tokens: Sequence[Token], at: int) -> int | None:
    word = _word(tokens, at)
    return int(word) if word.isdecimal() and len(word) < 5 else vocabulary().numbers.get(word)


def _unit(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> str | None:
    found: str | None = lexicon.mapping('times', 'units').get(_word(tokens, at))
    return found


def _length(unit: str, number: int) -> relativedelta:
    if unit == 'quarters':
        return relativedelta(months=3 * number)
    return relativedelta(**{unit: number})  # type: ignore[arg-type]


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _beginning(now: datetime, unit: str) -> datetime:
    day = _midnight(now)
    if unit == 'weeks':
        return day - timedelta(days=day.weekday())
    if unit == 'months':
        return day.replace(day=1)
    if unit == 'quarters':
        return day.replace(month=3 * ((day.month - 1) // 3) + 1, day=1)
    return day.replace(month=1, day=1) if unit == 'years' else day
