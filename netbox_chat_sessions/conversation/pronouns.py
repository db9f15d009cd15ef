"""Phrases without a head: `it`, `their`, `there`, `those`; and whether they are bound within their own text."""

from dataclasses import replace

from .phrases import Phrase, PhraseKind
from .scanning import Found, Scan

__all__ = ('demonstrative', 'locative', 'personal', 'possessive')


def possessive(scan: Scan, at: int) -> Found | None:
    """`its devices`, `their serial numbers`; `in its rack` is a place of its own."""
    singular = scan.has(at, 'determiners', 'possessive_singular')
    plural = scan.has(at, 'determiners', 'possessive_plural')
    if not (singular or plural):
        return None
    if _is_bound(scan, at, plural):
        return None, at + 1
    token, noun = scan.tokens[at], scan.noun(at + 1)
    phrase = Phrase(PhraseKind.POSSESSIVE, token.start, token.end, plural=plural)
    if singular and noun and not noun.plural and scan.has(at - 1, 'prepositions', 'inside_or_at'):
        return replace(phrase, end=noun.end, noun=noun.noun), scan.behind(at + 1, noun.end)
    return phrase, at + 1


def personal(scan: Scan, at: int) -> Found | None:
    """`it`, `they`, `each of them`."""
    plural = not scan.match(at, 'pronouns', 'singular')
    size = scan.match(at, 'pronouns', 'plural' if plural else 'singular')
    if not size:
        return None
    if _is_expletive(scan, at) or _is_bound(scan, at, plural):
        return None, at + size
    party = scan.has(at - 1, 'prepositions', 'party')
    pair = 2 if scan.has(at, 'determiners', 'pair') else None
    phrase = Phrase(PhraseKind.PRONOUN, scan.tokens[at].start, scan.tokens[at + size - 1].end, plural=plural)
    owned = any(noun.end == scan.tokens[at - 1].end for noun in scan.annotations.nouns) if at else False
    inside = scan.has(at - 1, 'prepositions', 'inside')
    return replace(phrase, far=plural and party, inside=inside, owned=owned, number=pair), at + size


def locative(scan: Scan, at: int) -> Found | None:
    """`there`, `in here`, unless it only says that something exists ("are there any", "at X, how many are there?")."""
    size = scan.match(at, 'pronouns', 'locative')
    if not size:
        return None
    if size == 1 and (_is_existential(scan, at) or _is_said(scan, at)):
        return None, at + size
    phrase = Phrase(
        PhraseKind.LOCATIVE,
        scan.tokens[at].start,
        scan.tokens[at + size - 1].end,
        near=scan.has(at + size - 1, 'pronouns', 'near'),
        bound=size == 1 and (scan.has(at - 1, 'existential', 'idioms') or scan.has(at - 1, 'verbs', 'be')),
    )
    return phrase, at + size


def demonstrative(scan: Scan, at: int) -> Found | None:
    """`this`, `is that planned`; not `devices that are offline`."""
    near = scan.has(at, 'determiners', 'near')
    if not (near or scan.has(at, 'determiners', 'far')):
        return None
    token, last = scan.tokens[at], scan.pauses(at)
    ends = {span.end for span in scan.annotations.nouns}
    ends |= {span.end for span in scan.annotations.names} if not near else set()
    relative = at > 0 and scan.tokens[at - 1].end in ends
    asked = scan.has(at - 1, 'verbs', 'be') and not scan.has(at + 1, 'time', 'nouns') and not scan.noun(at + 1)
    if not last and (relative or not (asked or scan.has(at + 1, 'verbs', 'aux'))):
        return None
    plural = scan.has(at, 'determiners', 'plural')
    far = not (near or plural)
    return Phrase(PhraseKind.PRONOUN, token.start, token.end, plural=plural, near=near, far=far), at + 1


def _is_bound(scan: Scan, at: int, plural: bool) -> bool:
    """Whether the antecedent stands in the same text: a name, or a noun that refers to nothing said before."""
    start = scan.tokens[at].start
    if any(span.end <= start for span in scan.annotations.names):
        return True
    if not plural and any(phrase.kind is PhraseKind.TYPED and not phrase.plural for phrase in scan.found):
        return True
    if plural and any(p.kind is PhraseKind.TYPED and p.plural and _is_joined(scan, p.end, start) for p in scan.found):
        return True
    if plural and (_is_in_clause(scan, at) or _is_owned(scan, at)):
        return True
    for span in scan.annotations.nouns:
        if span.end > start or any(phrase.start <= span.start < phrase.end for phrase in scan.found):
            continue
        quantified = scan.vocabulary.has(scan.before(span.start), 'determiners', 'distributive')
        if quantified or (plural and span.plural and _is_joined(scan, span.end, start)):
            return True
    return False


def _is_in_clause(scan: Scan, at: int) -> bool:
    """`which clusters have VMs on them`: behind two kinds of things and a preposition, the first of them is meant."""
    before = [span for span in scan.annotations.nouns if span.end <= scan.tokens[at].start and span.plural]
    said = any(phrase.end <= scan.tokens[at].start for phrase in scan.found)
    return len(before) > 1 and not said and scan.has(at - 1, 'prepositions', 'inside_or_at')


def _is_owned(scan: Scan, at: int) -> bool:
    """`which devices would lose their feed`: what is asked for owns it."""
    asked = [span for span in scan.annotations.nouns if span.plural and span.end <= scan.tokens[at].start]
    asked = [span for span in asked if scan.vocabulary.has(scan.before(span.start), 'pronouns', 'asked')]
    return bool(asked) and scan.has(at, 'determiners', 'possessive_plural')


def _is_joined(scan: Scan, start: int, end: int) -> bool:
    """Whether "and", "with" or the like stands between: `sites and their racks`, not `which panels do they need`."""
    between = (token.folded for token in scan.tokens if start <= token.start < end)
    return any(scan.vocabulary.has(word, 'conjunctions') for word in between)


def _is_expletive(scan: Scan, at: int) -> bool:
    """`is it possible to …`, `it is time …`; `limit it to 20` speaks of what was shown."""
    if scan.has(at - 1, 'expletive', 'verbs'):
        return True
    verb = scan.has(at + 1, 'verbs', 'be')
    beside = verb or scan.has(at - 1, 'verbs', 'be') or scan.has(at, 'expletive', 'contracted')
    return beside and scan.has(at + 1 + verb, 'expletive', 'after')


def _is_existential(scan: Scan, at: int) -> bool:
    return not scan.pauses(at) and any(scan.has(place, 'existential', 'verbs') for place in (at - 1, at + 1))


def _is_said(scan: Scan, at: int) -> bool:
    """`in MDF, how many racks are there?`: the text itself says where."""
    before = [span for span in scan.annotations.names if span.end <= scan.tokens[at].start]
    said = any(scan.has(scan.behind(0, span.start) - 1, 'prepositions', 'in') for span in before)
    return said and scan.has(at - 1, 'verbs', 'be')
