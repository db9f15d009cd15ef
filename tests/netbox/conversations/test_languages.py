"""Questions are understood in English whatever language the user reads, and are answered in that language."""

import pytest
from django.contrib.auth import get_user_model
from django.utils import translation

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.wiring import turn_service

from . import test_conversations
from .inventory import build

UNTRANSLATED = ('text', 'context')
ANSWERS = {
    'how many racks are there?': {'de': '6 Racks.', 'es': '6 bastidores.', 'fr': '6 baies.', 'ja': 'ラック 6 件。'},
    'serial number of bergen-sw01': {
        'de': 'bergen-sw01 – Seriennummer: nicht vorhanden.',
        'es': 'bergen-sw01 – número de serie: sin datos.',
        'fr': 'bergen-sw01 – numéro de série\u00a0: non renseigné.',
        'ja': 'bergen-sw01 にはシリアル番号がありません。',
    },
    'what is xyzzy?': {'de': '„xyzzy“', 'es': '«xyzzy»', 'fr': '«\u00a0xyzzy\u00a0»', 'ja': '「xyzzy」'},
}


class GermanConversationsTestCase(test_conversations.ConversationsTestCase):
    """Every dialogue as a German reads it: the same objects and choices, only the words differ."""

    def hold(self, dialogue):
        turns = [
            {name: value for name, value in turn.items() if name not in UNTRANSLATED} for turn in dialogue['turns']
        ]
        with translation.override('de'):
            super().hold({**dialogue, 'turns': turns})


@pytest.mark.parametrize('language', ['de', 'es', 'fr', 'ja'])
def test_answers_are_in_the_language_of_the_reader(db, language):
    build()
    service = turn_service(get_user_model().objects.create_superuser('talker'))
    with translation.override(language):
        said = {question: service.handle(TurnRequest(question, stateless=True)).reply['text'] for question in ANSWERS}
    for question, expected in ANSWERS.items():
        assert expected[language] in said[question], said
