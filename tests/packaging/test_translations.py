"""The translations that are shipped: complete, well formed, and compiled from what is written."""

import re

import pytest

from devtools.messages import LANGUAGES, catalog_of, compiled, gathered, is_translated, path_of, plural_forms

PLACEHOLDER = re.compile(r'%\((\w+)\)[sd]|\{(\w*)[^}]*\}')


@pytest.fixture(scope='module')
def texts():
    """The product's texts as keys of a catalog; singular and plural are one."""
    return {(message.id, message.context) for message in gathered() if message.id}


@pytest.fixture(params=LANGUAGES)
def catalog(request):
    return catalog_of(request.param)


def test_every_text_is_translated(catalog, texts):
    known = {(message.id, message.context) for message in catalog if message.id and is_translated(message)}
    assert texts - known == set(), 'run script/messages and translate what it adds'


def test_nothing_is_translated_that_is_no_longer_said(catalog, texts):
    assert {(message.id, message.context) for message in catalog if message.id} - texts == set(), 'run script/messages'


def test_translations_name_what_the_text_names(catalog):
    for message in catalog:
        ids, strings = ([text] if isinstance(text, str) else list(text) for text in (message.id, message.string))
        if message.id:
            # A plural form may leave the number out, and name nothing else.
            named = set(PLACEHOLDER.findall(ids[-1]))
            for string in strings:
                assert set(PLACEHOLDER.findall(string)) <= named, string
            assert set(PLACEHOLDER.findall(strings[-1])) == named, strings[-1]


@pytest.mark.parametrize('language', LANGUAGES)
def test_what_is_compiled_is_what_is_written(language):
    assert path_of(language, 'mo').read_bytes() == compiled(catalog_of(language)), 'run script/messages'


@pytest.mark.parametrize('language', LANGUAGES)
def test_plural_forms_are_those_of_netbox(language):
    assert catalog_of(language).plural_forms.rstrip(';') == plural_forms(language).rstrip(';')
