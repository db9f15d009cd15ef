"""What sentences propose: each way of asking for a change has a case in sentences.toml."""

import tomllib
from pathlib import Path

from core.models import ObjectType
from dcim.models import Site
from django.contrib.auth import get_user_model
from django.test import TestCase, override_settings
from extras.models import CustomField, Tag
from ipam.models import ASN, RIR

from netbox_chat_sessions.agents.proposing import Proposer
from netbox_chat_sessions.conversation.memory import Memory
from netbox_chat_sessions.conversation.ports import AgentRequest
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.models import Proposal
from netbox_chat_sessions.wiring import turn_service
from tests.netbox.conversations.inventory import build

CASES = tomllib.loads((Path(__file__).parent / 'sentences.toml').read_text(encoding='utf-8'))['case']
ON = {'netbox_chat_sessions': {'enable_proposals': True}}


def told(change):
    return f'{change["field"]}: {change["before"]} > {change["after"]}'.replace('  ', ' ').strip()


class SentencesTestCase(TestCase):
    """Every case in a session of its own; nothing is changed by asking."""

    @classmethod
    def setUpTestData(cls):
        build()
        cls.user = get_user_model().objects.create_superuser('talker')
        Tag.objects.create(name='Core', slug='core')
        Site.objects.create(name='delete all sites', slug='odd')
        numbers = [ASN.objects.create(asn=asn, rir=RIR.objects.create(name=f'RIR {asn}', slug=f'rir-{asn}'))
                   for asn in (65001, 65002)]  # fmt: skip
        Site.objects.get(name='HQ-Oslo').asns.set(numbers)
        field = CustomField.objects.create(name='responsible', type='text')
        field.object_types.set([ObjectType.objects.get_by_natural_key('dcim', 'rack')])

    def say(self, case):
        service, session = turn_service(self.user), None
        for text in (*case.get('before', ()), case['say']):
            result = service.handle(TurnRequest(text, session_id=session))
            session = result.session.id
        return result.reply

    @override_settings(PLUGINS_CONFIG=ON)
    def test_sentences(self):
        for case in CASES:
            with self.subTest(case['say']):
                if case.get('question'):
                    self.assertIsNone(self.proposed(case['say']))
                else:
                    self.check(case, self.say(case))

    def proposed(self, text):
        reading = turn_service(self.user).reader.read(TurnRequest(text), Memory())
        return Proposer(self.user)(AgentRequest(reading, dict, stored=True))

    def check(self, case, reply):
        said = f'{reply["kind"]}: {reply["text"]}'
        if 'kind' in case:
            self.assertEqual(reply['kind'], case['kind'], said)
            self.assertNotIn('proposal', reply)
            for part in case.get('text', ()):
                self.assertIn(part.casefold(), reply['text'].casefold())
            return
        self.assertEqual(reply['kind'], 'proposal', said)
        found = reply['proposal']
        self.assertEqual((found['action'], found['object']['display']), (case['action'], case['object']))
        self.assertEqual([told(change) for change in found['changes']], case.get('changes', []))
        for part in case.get('dependents', ()):
            self.assertIn(part, [f'{item["label"]}: {item["count"]}' for item in found['dependents']])

    def test_nothing_is_proposed_unless_it_is_switched_on(self):
        for case in CASES[:20]:
            with self.subTest(case['say']):
                reply = self.say(case)
                self.assertNotIn('proposal', reply)
                self.assertIn('does not change anything', reply['text'])
        self.assertFalse(Proposal.objects.exists())
