"""What a list is to tell of each object: `with their tenant and status`, `include the serial`."""

from collections.abc import Sequence

from .sentence import Sentence

__all__ = ('columns_at',)


def columns_at(sentence: Sentence, at: int) -> tuple[list[tuple[str, Sequence[str]]], int]:
    """The properties in a row from a place, each as its words and the fields that they may mean, and where they end."""
    found: list[tuple[str, Sequence[str]]] = []
    last = at
    while at < len(sentence.tokens):
        joins = sentence.is_one_of(at, 'joints', 'words') or sentence.is_one_of(at, 'conditions', 'determiners')
        if item := _column(sentence, at):
            words, fields, size = item
            found.append((words, fields))
            at = last = at + size
        elif joins:
            at += 1
        else:
            break
    return found, last


def _column(sentence: Sentence, at: int) -> tuple[str, Sequence[str], int] | None:
    if called := sentence.property(at):
        return called.words, called.fields, called.size
    noun = sentence.noun(at)
    if noun is None:
        return None
    words = sentence.text[noun.start : noun.end].casefold()
    last = sentence.behind(noun.end, at)
    known = sentence.lexicon.mapping('columns').get(words, ())
    models = [object_type.partition('.')[2] for object_type in noun.noun.object_types]
    return words, (*known, noun.noun.label.replace(' ', '_'), *models), last - at
