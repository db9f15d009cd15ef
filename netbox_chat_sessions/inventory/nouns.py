"""Which words stand for which kinds of objects: NetBox's own names for them, and what people call them."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from django.utils.translation import override

from ..conversation.objects import Noun, NounSpan, ObjectRef, Trait
from ..conversation.text import Token, fold
from ..conversation.vocabulary import vocabulary
from .catalogue import Kind, kinds
from .extensions.registry import registry

__all__ = ('ROLE_NOUNS', 'inventory_words', 'live_nouns', 'noun_index', 'nouns_in', 'singulars')

LONGEST = 4

# Whose rows are words for objects of other kinds: "the router", "that switch".
ROLE_NOUNS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    'dcim.devicerole': ('role', ('dcim.device', 'virtualization.virtualmachine')),
}


@lru_cache(maxsize=8)
def inventory_words(language: str = 'en') -> Mapping[str, Any]:
    """The data file of a language: synonyms, shared words, values, places, parties."""
    path = files(__package__) / 'words' / f'{language}.toml'
    return tomllib.loads(path.read_text(encoding='utf-8'))


def singulars(word: str) -> tuple[str, ...]:
    """What an English plural may be the plural of, the word itself first."""
    found = [word]
    if len(word) > 3 and word.endswith('ies'):
        found.append(f'{word[:-3]}y')
    if len(word) > 3 and word.endswith('es'):
        found.append(word[:-2])
    if len(word) > 2 and word.endswith('s') and not word.endswith('ss'):
        found.append(word[:-1])
    return tuple(found)


@dataclass(frozen=True)
class Entry:
    """A word for a kind of object, and whether it means several."""

    noun: Noun
    plural: bool


@lru_cache(maxsize=1)
def noun_index() -> Mapping[str, Entry]:
    """Folded word or words → what they stand for; NetBox's own names win over synonyms, both over extensions."""
    words = inventory_words()
    found: dict[str, Entry] = {}

    def add(text: str, types: tuple[str, ...], label: str, plural: bool) -> None:
        anchors = tuple(words['parts'].get(label, ()))
        found.setdefault(fold(text), Entry(Noun(types, label=label, anchors=anchors), plural))

    with override('en'):
        for object_type, kind in kinds().items():
            types = tuple(words['shared'].get(fold(kind.model._meta.verbose_name), (object_type,)))
            for text, plural in _own_names(kind):
                add(text, types, str(kind.model._meta.verbose_name), plural)
    for object_type, synonyms in words['synonyms'].items():
        if object_type not in kinds():
            continue
        for text in synonyms:
            types = tuple(words['shared'].get(text, (object_type,)))
            several = words['plurals'].get(text, _plural(text))
            # `the equipment` means all of it.
            add(text, types, text, text == several)
            add(several, types, text, True)
    for item in registry().installed:
        for text, types in item.extension.nouns.items():
            if known := _free(item.package, fold(text), tuple(types), found):
                add(text, known, text, False)
                add(item.extension.plurals.get(text, _plural(text)), known, text, True)
    return found


def _free(package: str, word: str, types: tuple[str, ...], taken: Mapping[str, Entry]) -> tuple[str, ...]:
    """The types that an extension's noun stands for; none where the word has a meaning already."""
    known = tuple(object_type for object_type in types if object_type in kinds())
    if not known:
        registry().refuse(package, f'the noun {word!r} is for {", ".join(types)}, which NetBox does not have.')
    elif word in taken and taken[word].noun.object_types != known:
        meant = ', '.join(taken[word].noun.object_types)
        registry().refuse(package, f'the noun {word!r} stands for {meant} already.')
    elif word in vocabulary().closed:
        registry().refuse(package, f'the noun {word!r} is a word of the language.')
    else:
        return known
    return ()


def _own_names(kind: Kind) -> Iterator[tuple[str, bool]]:
    meta = kind.model._meta
    yield str(meta.verbose_name), False
    yield str(meta.verbose_name_plural), True
    yield f'{meta.verbose_name}s', True


def _plural(text: str) -> str:
    if text.endswith(('s', 'x', 'ch', 'sh')):
        return f'{text}es'
    return f'{text[:-1]}ies' if text.endswith('y') and text[-2] not in 'aeiou' else f'{text}s'


def nouns_in(tokens: Sequence[Token], live: Mapping[str, Entry] | None = None) -> tuple[NounSpan, ...]:
    """The nouns among `tokens`, the longest that stand at each place; `live` are those of `live_nouns`."""
    spans, at = list[NounSpan](), 0
    while at < len(tokens):
        for size in range(min(LONGEST, len(tokens) - at), 0, -1):
            run = tokens[at : at + size]
            if any(token.closes for token in run[:-1]):
                continue
            words = ' '.join([*(token.folded for token in run[:-1]), run[-1].base])
            entry = (live or {}).get(words) or noun_index().get(words)
            if entry:
                spans.append(NounSpan(run[0].start, run[-1].end - _ending(run[-1]), entry.noun, entry.plural))
                at += size
                break
        else:
            at += 1
    return tuple(spans)


def _ending(token: Token) -> int:
    return len(token.folded) - len(token.base)


def live_nouns(roles: Sequence[ObjectRef]) -> Mapping[str, Entry]:
    """Words that roles give to the objects that have them: the whole name, and its last word ("that switch").

    Such a word keeps what it means beside ("the panel": a power panel, or a device of the role Patch Panel).
    """
    heads: dict[str, set[Trait]] = {}
    whole = {fold(ref.display) for ref in roles}
    types: dict[str, tuple[str, ...]] = {}
    for ref in roles:
        trait_name, of_types = ROLE_NOUNS[ref.key.object_type]
        name = fold(ref.display)
        for word in {name, name.split()[-1]} if name else ():
            if word != name and word in whole:
                # A role that is called so by itself; those below it in the tree come with it.
                continue
            heads.setdefault(word, set()).add(Trait(trait_name, *ref.key))
            types[word] = of_types
    found = {}
    for word, traits in heads.items():
        known = noun_index().get(word)
        others = tuple(t for t in (known.noun.object_types if known else ()) if t not in types[word])
        noun = Noun((*types[word], *others), frozenset(traits), types[word], word)
        found[word] = Entry(noun, False)
        found.setdefault(_plural(word), Entry(noun, True))
    return found
