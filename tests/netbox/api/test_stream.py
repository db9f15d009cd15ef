"""POST chat/ as a stream of events."""

import json
from unittest.mock import patch
from uuid import uuid4

from django.db import connection
from rest_framework.test import APIClient

from netbox_chat_sessions.models import Interaction

from .chat_case import ChatCase, lost, reading_the_memory
from .conversation_case import BASE


class StreamTest(ChatCase):
    ACCEPT = {'Accept': 'text/event-stream'}

    def stream(self, body):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=self.anna.plain_token)
        return client.post(f'{BASE}chat/', body, format='json', headers=self.ACCEPT)

    @staticmethod
    def leave(response):
        # A server's worker would also give back its connection, which here holds the test's transaction.
        with patch.object(connection, 'close_if_unusable_or_obsolete'):
            response.close()

    @staticmethod
    def events(raw):
        found = []
        for block in raw.decode().split('\n\n')[:-1]:
            (name, event), (data, value) = (line.split(': ', 1) for line in block.split('\n'))
            assert (name, data) == ('event', 'data')
            found.append((event, json.loads(value)))
        return found

    def test_a_turn_as_events(self):
        turn = {'message': 'how full is R101?', 'turn_id': str(uuid4())}
        response = self.stream(turn)
        assert response['Content-Type'].startswith('text/event-stream')
        events = self.events(b''.join(response.streaming_content))
        names = [name for name, _ in events]
        assert names == ['accepted', 'stage', 'stage', 'stage', 'delta', 'final']
        assert [data['name'] for name, data in events if name == 'stage'] == ['understanding', 'routing', 'answering']
        accepted, final = events[0][1], events[-1][1]
        assert accepted['interaction']['status'] == 'pending'
        assert accepted['session']['id'] == final['session']['id']
        assert final == self.call(self.anna, 'POST', 'chat/', turn).body
        assert ''.join(data['text'] for name, data in events if name == 'delta') == final['reply']['text']

    def test_the_question_is_stored_before_the_first_event(self):
        response = self.stream({'message': 'hello'})
        assert Interaction.objects.get().status == 'pending'
        self.leave(response)

    def test_a_reader_who_goes_away_stops_the_turn(self):
        for read in range(3):
            with self.subTest(read=read):
                response = self.stream({'message': 'hello'})
                events = iter(response.streaming_content)
                for _ in range(read):
                    next(events)
                self.leave(response)
                assert Interaction.objects.latest('pk').status == 'stopped'

    def test_what_is_refused_has_a_status_and_a_body(self):
        session = self.chat(self.anna, 'hello')['session']['id']
        self.call(self.anna, 'POST', f'sessions/{session}/end/')
        for body, status, code in (
            ({}, 400, 'invalid'),
            ({'message': 'hello', 'session': 2**40}, 404, 'not_found'),
            ({'message': 'hello', 'session': session}, 409, 'session_ended'),
        ):
            with self.subTest(code):
                response = self.stream(body)
                assert (response.status_code, response.json()['code']) == (status, code)

    def test_what_fails_later_is_the_last_event(self):
        response = self.stream({'message': 'hello'})
        with lost(reading_the_memory):
            events = self.events(b''.join(response.streaming_content))
        name, data = events[-1]
        assert (name, data['code']) == ('error', 'busy')
        assert set(data) == {'code', 'detail'}

    def test_a_stateless_turn(self):
        response = self.stream({'message': 'hello', 'stateless': True})
        events = self.events(b''.join(response.streaming_content))
        assert events[0][0] == 'stage'
        assert (events[-1][0], events[-1][1]['session']) == ('final', None)
