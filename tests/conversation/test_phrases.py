"""Phrases that refer, and words that only look like some."""

import tomllib
from pathlib import Path

import pytest

from netbox_chat_sessions.conversation.objects import Annotations, NameSpan, Noun, NounSpan, ObjectKey, ObjectRef
from netbox_chat_sessions.conversation.referring import REFERRING
from netbox_chat_sessions.conversation.scanning import find_phrases
from netbox_chat_sessions.conversation.text import tokenise
from netbox_chat_sessions.conversation.vocabulary import vocabulary

CASES = tomllib.loads((Path(__file__).parent / 'phrases.toml').read_text())['case']
NOUNS = {
    'rack': 'dcim.rack', 'site': 'dcim.site', 'device': 'dcim.device', 'router': 'dcim.device', 'switch': 'dcim.device',
    'vlan': 'ipam.vlan', 'prefix': 'ipam.prefix', 'uplink': 'dcim.interface', 'host': 'dcim.device',
}  # fmt: skip


def annotated(text: str, names: list[str]) -> Annotations:
    """What live data would know about the words of a text, were `names` the racks in it."""
    spans = []
    for name in names:
        start = text.index(name)
        ref = ObjectRef(ObjectKey('dcim.rack', 1), name)
        spans.append(NameSpan(start, start + len(name), name, (ref,)))
    nouns = []
    for token in tokenise(text):
        for word, plural in (
            (token.base, False),
            (token.base.removesuffix('s'), True),
            (token.base.removesuffix('es'), True),
        ):
            if word in NOUNS and not any(span.start <= token.start < span.end for span in spans):
                nouns.append(
                    NounSpan(token.start, token.start + len(token.base), Noun((NOUNS[word],), label=word), plural)
                )
                break
    return Annotations(text, tuple(spans), tuple(nouns))


@pytest.mark.parametrize('case', CASES, ids=lambda case: case['text'])
def test_phrases_that_refer(case):
    annotations = annotated(case['text'], case.get('names', []))
    found = find_phrases(annotations, vocabulary(), REFERRING)
    assert [[case['text'][phrase.start : phrase.end], phrase.kind.value] for phrase in found] == case['refers']
