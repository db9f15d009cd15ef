"""What becomes of a question that goes to the model: queries, what they found, and the words it puts them into."""

import json
from unittest.mock import patch

from netbox_chat_sessions.models import Interaction
from tests.netbox.llm import server

from .case import DEVICES, OPEN, AssistantCase, note

PLAIN = '2 devices at site DM-Akron'


class RoutingTest(AssistantCase):
    def test_what_the_inventory_agent_understands_never_gets_to_the_model(self):
        for message in ('which devices are at DM-Akron?', 'hello', 'thanks', 'delete rack R101'):
            with self.subTest(message):
                assert self.ask(message)['turn']['agent'] == 'inventory'
        assert self.ask('what can you do?')['turn']['agent'] == 'help'
        assert self.script.received == []

    def test_what_it_does_not_understand_does(self):
        self.does(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
        answer = self.ask()
        assert answer['turn']['agent'] == 'assistant'
        assert answer['session']['active_agent'] == 'assistant'

    def test_a_session_goes_on_with_either(self):
        self.does(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
        first = self.ask()
        asked = len(self.script.received)
        second = self.ask('show me the second one', first['session']['id'])
        assert second['reply']['objects'][0]['display'] == 'akr-sw01'
        assert len(self.script.received) == asked

    def test_without_a_profile_there_is_none(self):
        with self.settings_with(assistant_llm_profile=None):
            answer = self.ask()
        assert (answer['turn']['agent'], answer['reply']['kind']) == ('inventory', 'not_understood')
        assert self.script.received == []

    def test_a_session_that_goes_on_with_the_inventory_agent_is_not_left_without_one(self):
        def plays(handler, received):
            decides = server.says(json.dumps({'decision': 'continue', 'confidence': 0.97}))
            (talks if received.tools else decides)(handler, received)

        self.script.answer = plays
        with self.settings_with(enable_route_stickiness=True, route_stickiness_llm_profile='large'):
            talks = server.in_turn(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
            session = self.ask('which devices are at DM-Akron?')['session']['id']
            second = self.ask(OPEN, session)
            third = self.ask('how many are active?', session)
        assert (second['turn']['decision'], second['turn']['agent']) == ('continue', 'inventory')
        assert second['reply']['text'] == 'akr-sw01 is offline.'
        assert (third['reply']['total'], third['turn']['agent']) == (1, 'inventory')
        assert len([received for received in self.script.received if received.tools]) == 2

    def test_a_history_of_the_client_is_understood_without_it(self):
        history = [
            {'role': 'user', 'content': 'which devices are at DM-Akron?'},
            {'role': 'assistant', 'content': '2 devices at site DM-Akron: akr-rtr01 and akr-sw01.'},
            {'role': 'user', 'content': OPEN},
            {'role': 'assistant', 'content': 'akr-sw01 is offline.'},
        ]
        body = {'message': 'how many are there?', 'history': history, 'stateless': True}
        assert self.call(self.anna, 'POST', 'chat/', body).status == 200
        assert self.script.received == []


class ConversationTest(AssistantCase):
    """With a model that calls tools."""

    def test_prose_that_is_traced_stands_before_the_results(self):
        self.does(server.calls(DEVICES), server.says('Of the 2 devices at DM-Akron, akr-sw01 is offline.'))
        reply = self.reply()
        assert reply['text'] == 'Of the 2 devices at DM-Akron, akr-sw01 is offline.'
        assert reply['kind'] == 'answer'
        assert [block['kind'] for block in reply['blocks']] == ['text', 'text', 'table', 'text']
        assert reply['blocks'][1]['text'].startswith(PLAIN)
        assert {item['display'] for item in reply['objects']} == {'akr-rtr01', 'akr-sw01'}
        assert (reply['total'], reply['query']['object_type']) == (2, 'dcim.device')
        assert 'Put into words by a language model' in note(reply)

    def test_prose_that_is_not_traced_is_left_out(self):
        for prose in (
            'There are 3 devices at DM-Akron.',
            'akr-rtr01 is offline.',
            'akr-rtr01 and akr-rtr02 are at DM-Akron.',
            'The devices of Vault-Zero are offline.',
            'alb-rtr01 is active.',
            'Both devices at DM-Akron are offline.',
            'See [the list](https://example.com/?q=akr-rtr01).',
            'akr-sw01 is <b>offline</b>.',
        ):
            with self.subTest(prose):
                self.does(server.calls(DEVICES), server.says(prose))
                reply = self.reply()
                assert reply['text'].startswith(PLAIN)
                assert 'left out' in note(reply)
                assert prose not in json.dumps(reply)

    def test_several_queries(self):
        albany = DEVICES | {'filters': {'site': ['dm-albany']}}
        prose = 'DM-Akron has 2 devices and DM-Albany has 1.'
        self.does(server.calls(DEVICES, albany), server.says(prose))
        reply = self.reply()
        assert reply['text'] == prose
        assert sum(block['kind'] == 'table' for block in reply['blocks']) == 2
        self.does(server.calls(DEVICES, albany), server.says('DM-Akron has 1 device and DM-Albany has 2.'))
        assert 'left out' in note(self.reply())

    def test_an_error_goes_back_to_the_model(self):
        wrong = DEVICES | {'filters': {'sight': ['dm-akron']}}
        self.does(server.calls(wrong), server.calls(DEVICES), server.says('akr-sw01 is offline.'))
        assert self.reply()['text'] == 'akr-sw01 is offline.'
        first, second = self.script.last.results
        assert first == {'error': 'dcim.device cannot be filtered by “sight”. Did you mean site?'} or (
            'Did you mean' in first['error']
        )
        assert second['total'] == 2

    def test_what_is_empty_stays_empty(self):
        nothing = DEVICES | {'filters': {'site': ['dm-albany'], 'status': ['failed']}}
        self.does(server.calls(nothing), server.says('All is well: the devices there work as they should.'))
        reply = self.reply()
        assert (reply['kind'], reply['total'], reply['objects']) == ('not_found', 0, [])
        assert reply['text'].startswith('No devices found')
        assert 'All is well' not in json.dumps(reply)

    def test_prose_without_a_query_is_nothing(self):
        self.does(server.says('DM-Akron is in excellent shape.'))
        reply = self.reply()
        assert reply['kind'] == 'not_understood'
        assert 'excellent' not in json.dumps(reply)
        assert 'found no query' in note(reply)

    def test_tokens_are_counted(self):
        self.does(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
        pk = self.ask()['interaction']['id']
        assert Interaction.objects.get(pk=pk).tokens == 2 * sum(server.TOKENS)

    def test_only_what_the_user_may_see(self):
        hidden = {'action': 'list', 'object_type': 'dcim.site'}
        self.does(server.calls(hidden), server.says('The sites are DM-Akron and DM-Albany.'))
        reply = self.reply()
        assert reply['total'] == 2
        assert 'Vault-Zero' not in json.dumps(reply) + self.sent()
        for query in (
            {'action': 'list', 'object_type': 'dcim.location'},
            {'action': 'show', 'subjects': [['dcim.site', self.vault.pk]]},
            {'action': 'list', 'object_type': 'users.token'},
            {'action': 'list', 'object_type': 'netbox_chat_sessions.interaction'},
        ):
            with self.subTest(query):
                self.does(server.calls(query), server.says('Row 1 is at Vault-Zero.'))
                assert 'Row 1' not in json.dumps(self.reply())
                assert 'Vault-Zero' not in self.sent().replace('Row 1 is at Vault-Zero.', '')


class StreamTest(AssistantCase):
    """Turns as server-sent events: nothing of what the model says is there before it is checked."""

    def events(self):
        answer = self.call(self.anna, 'POST', 'chat/', {'message': OPEN}, accept='text/event-stream')
        return answer.raw.decode()

    def test_words_come_once_they_are_checked(self):
        self.does(server.calls(DEVICES), server.says('akr-sw01 is offline.'))
        events = self.events()
        assert events.index('event: stage') < events.index('event: delta') < events.index('event: final')
        assert '{"text":"akr-sw01 is offline."}' in events

    def test_words_that_are_left_out_are_in_no_event(self):
        self.does(server.calls(DEVICES), server.says('akr-sw01 is fine, and so are 7 others.'))
        assert '7 others' not in self.events()


class TranslationTest(AssistantCase):
    """With a model that writes one query and calls nothing."""

    profile = {'tools': False}

    def test_a_query_is_run_and_told_plainly(self):
        self.does(server.says(json.dumps(DEVICES)))
        reply = self.reply()
        assert reply['text'].startswith(PLAIN)
        assert self.script.last.tools == []
        assert 'turned the question into this query' in note(reply)

    def test_one_in_a_fence(self):
        self.does(server.says(f'```json\n{json.dumps(DEVICES)}\n```'))
        assert self.reply()['total'] == 2

    def test_it_may_correct_itself(self):
        self.does(server.says('the devices'), server.says('{"action": "fly"}'), server.says(json.dumps(DEVICES)))
        assert self.reply()['total'] == 2
        tried = self.script.last.data['tried']
        assert [item['query'] for item in tried] == ['the devices', '{"action": "fly"}']

    def test_none(self):
        self.does(server.says('{"action": "none"}'))
        reply = self.reply()
        assert reply['kind'] == 'not_understood'
        assert 'found no query' in note(reply)
        assert len(self.script.received) == 1

    def test_nothing_but_nonsense_ends(self):
        self.does(server.says('I am sorry Dave.'))
        with self.settings_with(self.profile, assistant_max_queries=3):
            assert self.reply()['kind'] == 'not_understood'
        assert len(self.script.received) == 3


class DegradingTest(AssistantCase):
    """A model that was not known to lack tools."""

    def test_a_service_that_refuses_tools_is_asked_for_a_query(self):
        def refuses(handler, received):
            refusal = server.status(400, {'error': {'message': 'This model does not support tools.'}})
            (refusal if received.tools else server.says(json.dumps(DEVICES)))(handler, received)

        self.script.answer = refuses
        assert self.reply()['total'] == 2

    def test_one_that_writes_its_query_as_text(self):
        self.does(server.says(json.dumps(DEVICES)))
        assert self.reply()['total'] == 2
        assert len(self.script.received) == 1


class BoundsTest(AssistantCase):
    def many(self):
        numbers = iter(range(1, 1000))
        return lambda handler, received: server.calls(DEVICES | {'limit': next(numbers)})(handler, received)

    def test_queries(self):
        self.script.answer = self.many()
        with self.settings_with(assistant_max_queries=3):
            reply = self.reply()
        assert len(self.script.received) == 4
        assert 'did not come to an end' in note(reply)
        assert reply['text'].startswith(PLAIN)

    def test_queries_that_make_no_sense_count_as_well(self):
        self.does(server.calls('{"action": "fly"}'))
        with self.settings_with(assistant_max_queries=3):
            assert self.reply()['kind'] == 'not_understood'
        assert len(self.script.received) <= 4

    def test_so_many_calls_at_once_are_none(self):
        self.does(server.calls(*[DEVICES] * 200))
        assert self.reply()['kind'] == 'not_understood'
        assert len(self.script.received) == 1

    def test_tokens(self):
        self.script.answer = self.many()
        bounded = self.settings_with(assistant_max_tokens=9000, assistant_max_queries=20)
        with bounded, patch.object(server, 'TOKENS', (3000, 500)):
            pk = self.ask()['interaction']['id']
        assert len(self.script.received) == 2
        assert self.script.last.body['max_tokens'] == 800
        assert Interaction.objects.get(pk=pk).tokens == 7000

    def test_seconds(self):
        def slowly(handler, received):
            handler.script.stopping.wait(0.6)
            self.answer(handler, received)

        self.answer, self.script.answer = self.many(), slowly
        with self.settings_with(assistant_max_seconds=1, assistant_max_queries=20):
            pk = self.ask()['interaction']['id']
        assert Interaction.objects.get(pk=pk).duration_ms < 2500
        assert len(self.script.received) <= 2
