"""Conversations held with the service as a user would hold them, on a small inventory."""

import tomllib
from pathlib import Path

from django.contrib.auth import get_user_model
from django.test import TestCase

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.wiring import context_builder, session_store, turn_service

from .inventory import build

HERE = Path(__file__).parent
CASES = [
    dialogue
    for path in sorted(HERE.glob('*.toml'))
    for dialogue in tomllib.loads(path.read_text(encoding='utf-8'))['dialogue']
]


def cells(reply):
    """Every text in a reply, sentence and tables."""
    found = [reply['text']]
    for block in reply['blocks']:
        found += [block.get('text', ''), *(str(cell) for row in block.get('rows', ()) for cell in row)]
    return '\n'.join(found)


def without_suffix(displays):
    """Displays without the brackets that NetBox adds."""
    return [display.split(' (')[0] for display in displays]


class ConversationsTestCase(TestCase):
    """Every dialogue of the data files, each in a session of its own."""

    cases = CASES

    @classmethod
    def setUpTestData(cls):
        build()
        cls.user = get_user_model().objects.create_superuser('talker')

    def test_conversations(self):
        for dialogue in self.cases:
            with self.subTest(dialogue.get('title') or dialogue['turns'][0]['say']):
                self.hold(dialogue)

    def hold(self, dialogue):
        service, session = turn_service(self.user), None
        for turn in dialogue['turns']:
            result = service.handle(TurnRequest(turn['say'], session_id=session))
            session = result.session.id
            self.check(turn, result)
            self.check_topic(turn, result)

    def check(self, turn, result):
        reply = result.reply
        told = f'{turn["say"]!r}: {reply["kind"]}: {reply["text"]}'
        self.assertEqual(reply['kind'], turn.get('kind', 'answer'), told)
        if 'refs' in turn:
            objects = [ref for reference in result.turn['references'] for ref in reference['objects']]
            self.assertEqual(without_suffix(ref['display'] for ref in objects), turn['refs'], told)
        if 'followup' in turn:
            self.assertEqual(result.turn['query_type'] == 'followup', turn['followup'], told)
        if 'total' in turn:
            self.assertEqual(reply['total'], turn['total'], told)
        if 'objects' in turn:
            self.assertEqual(without_suffix(ref['display'] for ref in reply['objects']), turn['objects'], told)
        if 'choices' in turn:
            self.assertEqual(len(reply['choices']), turn['choices'], told)
        for part in turn.get('text', ()):
            self.assertIn(part, cells(reply), told)

    def check_topic(self, turn, result):
        topic = result.turn['topic']
        if 'topic' in turn:
            found = (topic['domain'] or '', topic['changed'])
            self.assertEqual(found, (turn['topic'], turn.get('changed', False)), turn['say'])
        if 'context' in turn:
            store, builder = session_store(self.user), context_builder(self.user)
            context = builder.build('response_generation', store.recall(store.find(result.session.id)))
            asked = [line.split(' ', 1)[1].split(' → ')[0] for line in context['summary'].splitlines()]
            asked += [said['query'] for said in context['conversation_history']]
            self.assertEqual(asked, turn['context'], turn['say'])
