"""Texts that turn pages."""

import pytest

from netbox_chat_sessions.conversation.objects import Annotations
from netbox_chat_sessions.conversation.paging import Turn, turn_of
from netbox_chat_sessions.conversation.text import tokenise
from netbox_chat_sessions.conversation.vocabulary import vocabulary


@pytest.mark.parametrize(
    ('text', 'turn'), [(phrase, turn) for turn in Turn for phrase in vocabulary().words('paging', turn.value)]
)
def test_every_phrase_of_the_data_file_can_be_said(text, turn):
    assert turn_of(tokenise(text), Annotations(text), vocabulary()) is turn
