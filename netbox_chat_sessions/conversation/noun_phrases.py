"""Phrases with a head: `the rack`, `that other switch`, `the second one`, `number 2 and 3`."""

from dataclasses import replace

from .modifiers import Modifiers, ordinal_at
from .objects import Noun
from .phrases import Phrase, PhraseKind
from .scanning import Found, Scan

__all__ = ('bare_ordinal', 'bare_other', 'determined', 'index', 'which_one')

# A phrase has no more words between its determiner and its head.
LONGEST = 8


def index(scan: Scan, at: int) -> Found | None:
    """`#3`, `number 2 and 3`."""
    word = scan.word(at)
    if word.startswith('#') and word[1:].isdigit():
        return _places(scan, at, at + 1, (int(word[1:]),))
    if not scan.has(at, 'index') or scan.noun(at - 1):
        return None
    places, here = list[int](), at + 1
    while here < len(scan.tokens):
        word = scan.word(here).rstrip(',')
        if number := scan.vocabulary.numbers.get(word) or (int(word) if word.isdecimal() else 0):
            places.append(number)
        elif not (places and scan.has(here, 'index', 'joins')):
            break
        here += 1
    return _places(scan, at, here, tuple(places)) if places else None


def determined(scan: Scan, at: int) -> Found | None:
    """A determiner, its modifiers and a head: `the rack`, `that other switch`, `the second one`."""
    near, far = scan.has(at, 'determiners', 'near'), scan.has(at, 'determiners', 'far')
    plural = scan.has(at, 'determiners', 'plural')
    if not (near or far or plural or scan.has(at, 'determiners', 'definite')):
        return None
    if scan.has(at - 1, 'determiners', 'distributive') and not (near or far):
        return None, at + 1
    if _is_superlative(scan, at):
        return None, at + 1
    phrase, end = _head(scan, at, at + 1)
    if phrase is None:
        return None if near or far or end == at + 1 else (None, end)
    if (near or far) and not plural and phrase.kind is PhraseKind.TYPED and phrase.plural:
        # `cables that connect racks`: "that" is no determiner of several.
        return None
    pair = 2 if scan.has(at, 'determiners', 'pair') else phrase.number
    return replace(phrase, near=near, far=far, plural=phrase.plural or plural, number=pair), end


def bare_ordinal(scan: Scan, at: int) -> Found | None:
    """`first two`, `second one please`: an ordinal without a determiner, standing alone."""
    if _is_adverb(scan, at):
        return None, at + 1
    if not ordinal_at(scan, at) or (at and not scan.tokens[at - 1].closes and _belongs_before(scan, at - 1)):
        return None
    phrase, end = _head(scan, at, at)
    alone = phrase is not None and phrase.kind is PhraseKind.ORDINAL and phrase.noun is None
    return (phrase, end) if alone else None


def bare_other(scan: Scan, at: int) -> Found | None:
    """`any other rack`, `another one`."""
    if not (scan.has(at, 'other') or scan.has(at, 'other', 'another')):
        return None
    phrase, end = _head(scan, at, at + 1)
    if phrase is None:
        return None, max(end, at + 1)
    return replace(phrase, other=True, excluded=phrase.kind is PhraseKind.TYPED), end


def which_one(scan: Scan, at: int) -> Found | None:
    """`which one is taller?`: one of those spoken of."""
    if not scan.has(at, 'pronouns', 'asked'):
        return None
    if not (scan.has(at + 1, 'pronouns', 'one') or scan.has(at + 1, 'pronouns', 'ones')):
        return None
    start, end = scan.tokens[at].start, scan.tokens[at + 1].end
    return Phrase(PhraseKind.ONE, start, end, plural=True), at + 2


def _places(scan: Scan, at: int, end: int, places: tuple[int, ...]) -> Found:
    start, stop = scan.tokens[at].start, scan.tokens[end - 1].end
    return Phrase(PhraseKind.ORDINAL, start, stop, ordinals=places, plural=len(places) > 1), end


def _head(scan: Scan, at: int, here: int) -> Found:
    """The modifiers and the head from `here`; the phrase starts at token `at`."""
    modifiers = Modifiers()
    start = scan.tokens[at].start
    for _ in range(LONGEST):
        if here >= len(scan.tokens):
            break
        if scan.name(here):
            return None, here
        token = scan.tokens[here]
        if noun := scan.noun(here):
            made = Phrase(PhraseKind.TYPED, start, noun.end, noun.noun, noun.plural)
            return _finished(scan, at, scan.behind(here, noun.end), made, modifiers)
        if scan.vocabulary.has(token.base, 'pronouns', 'one') or scan.vocabulary.has(token.base, 'pronouns', 'ones'):
            plural = scan.vocabulary.has(token.base, 'pronouns', 'ones')
            return _finished(scan, at, here + 1, Phrase(PhraseKind.ONE, start, token.end, plural=plural), modifiers)
        if scan.has(here, 'list', 'nouns') and not modifiers.described:
            return Phrase(PhraseKind.LIST, start, token.end, plural=True), here + 1
        if scan.vocabulary.has(token.base, 'time', 'nouns') and token.base not in scan.vocabulary.ordinals:
            return None, here + 1
        size = modifiers.take_ordinal(scan, here) or modifiers.take(scan, here)
        if not size:
            break
        here += size
    return _headless(scan, at, here, modifiers)


def _headless(scan: Scan, at: int, here: int, modifiers: Modifiers) -> Found:
    """`the second`, `the first two`, `the others`, `those two`: the head is left out."""
    pointing = scan.has(at, 'determiners', 'plural') and modifiers.number is not None
    goes_on = scan.is_content(here) and not scan.tokens[here - 1].closes
    if not (modifiers.picks or pointing) or modifiers.described or goes_on:
        return None, here
    plural = pointing or (modifiers.other and not modifiers.ordinals)
    made = Phrase(PhraseKind.ONE, scan.tokens[at].start, scan.tokens[here - 1].end, plural=plural)
    return _finished(scan, at, here, made, modifiers)


def _finished(scan: Scan, at: int, end: int, phrase: Phrase, modifiers: Modifiers) -> Found:
    """The phrase with its modifiers and what stands behind it; None when it refers to nothing after all."""
    if phrase.noun and _is_told(scan, at, end, phrase.noun, modifiers):
        return None, end
    values = {scan.annotations.text[span.start : span.end].casefold() for span in scan.annotations.values}
    words = tuple(word for word in modifiers.described if word not in values)
    if phrase.kind is PhraseKind.ONE and not modifiers.ordinals:
        words += _described_behind(scan, end)
    made = replace(
        phrase,
        kind=PhraseKind.ORDINAL if modifiers.ordinals else phrase.kind,
        plural=phrase.plural or len(modifiers.ordinals) > 1 or (modifiers.number or 1) > 1,
        ordinals=modifiers.places,
        number=modifiers.number,
        recency=modifiers.recency,
        other=modifiers.other,
        words=words,
        mentioned=bool(scan.match(end, 'recency', 'clause')),
        returning=any(scan.match(at - size, 'returning') == size for size in (1, 2, 3) if at >= size),
        scoped=_is_scoped(scan, end),
        compound=_is_compound(scan, end),
    )
    return made, end


def _is_told(scan: Scan, at: int, end: int, noun: Noun, modifiers: Modifiers) -> bool:
    """Whether the text itself says which object a noun stands for, or that it stands for none."""
    if scan.has(at, 'determiners', 'definite') and _is_named(scan, noun):
        return True
    if scan.tokens[end - 1].closes or end >= len(scan.tokens):
        return False
    # `the rack R101`, and `the host it runs on`: what is asked for, told by a clause about something else.
    if scan.name(end) or scan.has(end, 'pronouns', 'singular') or scan.has(end, 'pronouns', 'subject'):
        return True
    # `the device count` is about no device; `the uplink of the router` is about the router.
    modifies = not scan.tokens[end - 1].possessive and bool(scan.match(end, 'compounds'))
    return modifies or (not modifiers.picks and scan.has(end, 'prepositions', 'of') and end + 1 < len(scan.tokens))


def _is_named(scan: Scan, noun: Noun) -> bool:
    """`the rack elevation for rack R101`."""
    return any(noun.fits(ref) for name in scan.annotations.names for ref in name.matches)


def _described_behind(scan: Scan, end: int) -> tuple[str, ...]:
    """`the one in Akron`: the words behind a head that stands for any kind of object."""
    words = []
    for at in range(end, min(end + 4, len(scan.tokens))):
        if scan.tokens[at - 1].closes or (at == end and not scan.has(at, 'prepositions', 'in')):
            break
        if scan.is_content(at):
            words.append(scan.tokens[at].base)
    return tuple(words)


def _is_scoped(scan: Scan, end: int) -> bool:
    """`the router at DM-Akron`."""
    return scan.has(end, 'prepositions', 'in') and any(scan.name(at) for at in (end + 1, end + 2))


def _is_compound(scan: Scan, end: int) -> bool:
    """`the rack elevation`, `the device with serial X`."""
    if scan.pauses(end - 1) or scan.tokens[end - 1].possessive:
        return False
    return scan.is_content(end) or scan.has(end, 'descriptions')


def _is_superlative(scan: Scan, at: int) -> bool:
    """`the fullest rack`, `the 3 largest prefixes`; not `the largest one`, which is one of those spoken of."""
    if not scan.has(at, 'determiners', 'definite'):
        return False
    here = at + 1 + (scan.word(at + 1) in scan.vocabulary.numbers or scan.word(at + 1).isdecimal())
    behind = (here + 1, here + 2)
    one = any(scan.has(place, 'pronouns', name) for place in behind for name in ('one', 'ones'))
    recent = scan.match(here, 'recency', 'latest')
    return scan.has(here, 'superlatives') and not (one or recent or scan.pauses(here))


def _is_adverb(scan: Scan, at: int) -> bool:
    """`who changed it last`: when, rather than which; `sorted by height, highest first`: in what order."""
    if scan.has(at - 1, 'superlatives') and scan.pauses(at):
        return True
    if scan.has(at, 'recency', 'adverb') and scan.has(at - 1, 'expletive', 'speakers'):
        # `since we last talked about it`.
        return True
    pronoun = scan.has(at - 1, 'pronouns', 'singular') or scan.has(at - 1, 'pronouns', 'plural')
    return scan.has(at, 'recency', 'adverb') and scan.pauses(at) and (pronoun or scan.has(at - 1, 'determiners', 'far'))


def _belongs_before(scan: Scan, at: int) -> bool:
    """Whether what follows belongs to the word at `at`, rather than standing alone behind "show me"."""
    return scan.has(at, 'determiners', 'single') or (scan.is_content(at) and not scan.match(at, 'filler'))
