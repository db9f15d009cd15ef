"""Prefer: respond-async: where the answer will be, and what becomes of it without a worker or a broker."""

from contextlib import contextmanager
from unittest.mock import patch
from uuid import uuid4

from dcim.models import Rack, Site

from netbox_chat_sessions import wiring
from netbox_chat_sessions.conversation.gate import Gate
from netbox_chat_sessions.conversation.results import Stage
from netbox_chat_sessions.models import Interaction
from netbox_chat_sessions.worker.application import make_app
from netbox_chat_sessions.worker.tasks import answer_turn

from .chat_case import plugin_settings
from .conversation_case import BASE, ConversationCase, make_user

ASYNC = {'Prefer': 'respond-async'}


class Sent:
    """Stands for the broker: keeps what is sent."""

    def __init__(self):
        self.arguments = []

    def send_task(self, name, arguments, **options):
        self.arguments.append(arguments)

    def work(self):
        """What a worker does with it."""
        for arguments in self.arguments:
            answer_turn(*arguments)


@contextmanager
def broker():
    sent = Sent()
    with patch('netbox_chat_sessions.worker.turn_queue.app.send_task', sent.send_task):
        yield sent


class AsyncCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        cls.anna = make_user('anna', view=('dcim.site', 'dcim.rack'))
        akron = Site.objects.create(name='DM-Akron', slug='dm-akron')
        cls.rack = Rack.objects.create(name='R101', site=akron)

    def ask(self, message='how full is R101?', **fields):
        headers = fields.pop('headers', ASYNC)
        said = {'message': message} if message else {}
        return self.call(self.anna, 'POST', 'chat/', said | fields, **headers)

    def look(self, accepted):
        path = accepted.headers['Location'].removeprefix(f'http://testserver{BASE}')
        return self.call(self.anna, 'GET', path).body


class RespondAsyncTest(AsyncCase):
    def test_a_client_that_looks_again_gets_the_whole_answer(self):
        with broker() as sent:
            accepted = self.ask()
            assert accepted.status == 202
            assert accepted.headers['Preference-Applied'] == 'respond-async'
            waiting = self.look(accepted)
            assert (waiting['status']['value'], waiting['reason']) == ('pending', 'queued')
            assert (waiting['turn'], waiting['reply'], waiting['control']) == (None, {}, None)
            sent.work()
        answered = self.look(accepted)
        assert answered['status']['value'] == 'answered'
        told = {name: answered[name] for name in ('turn', 'reply', 'control')}
        again = self.ask(session=accepted.body['session']['id'], headers={}).body
        assert again['reply']['text'] == told['reply']['text']
        assert again['turn']['references'][0]['objects'] == told['turn']['references'][0]['objects']

    def test_page_choice_and_language_reach_the_worker(self):
        with broker() as sent:
            accepted = self.ask('how full is it?', page={'path': f'/dcim/racks/{self.rack.pk}/'})
            sent.work()
            assert self.look(accepted)['turn']['references'][0]['source'] == 'page'
            assert 'how full' not in repr(sent.arguments)
            sent.arguments.clear()
            choice = {'object_type': 'dcim.rack', 'object_id': self.rack.pk}
            chosen = self.ask(
                None, headers=ASYNC | {'Accept-Language': 'de'}, choice=choice, session=accepted.body['session']['id']
            )
            sent.work()
        assert sent.arguments[0][-1] == 'de'
        assert self.look(chosen)['turn']['references'][0]['source'] == 'choice'

    def test_a_record_that_tells_less_is_shown_all_the_same(self):
        answered = self.ask(headers={}).body['interaction']['id']
        Interaction.objects.filter(pk=answered).update(reading={'references': []})
        assert self.call(self.anna, 'GET', f'interactions/{answered}/').body['turn']['references'] == []

    def test_a_task_that_is_delivered_twice_runs_once(self):
        with broker() as sent:
            accepted = self.ask()
            sent.work()
            before = self.look(accepted)
            with patch.object(wiring.TurnService, 'resume', side_effect=AssertionError('it runs twice')):
                sent.work()
        assert self.look(accepted) == before

    def test_a_stopped_question_is_not_answered(self):
        with broker() as sent:
            accepted = self.ask()
            pk = accepted.body['interaction']['id']
            assert self.call(self.anna, 'POST', f'interactions/{pk}/stop/').status == 200
            sent.work()
        assert self.look(accepted)['status']['value'] == 'stopped'

    def test_permissions_are_those_of_the_moment_it_is_answered(self):
        with broker() as sent:
            seen, unseen = self.ask(), self.ask()
            answer_turn(*sent.arguments[0])
            self.anna.object_permissions.all().delete()
            answer_turn(*sent.arguments[1])
            blocked = self.ask()
            self.anna.is_active = False
            self.anna.save()
            answer_turn(*sent.arguments[2])
        replies = Interaction.objects.in_bulk(
            [answer.body['interaction']['id'] for answer in (seen, unseen, blocked)]
        ).values()
        kinds = [(row.status, row.reply.get('kind')) for row in sorted(replies, key=lambda row: row.pk)]
        assert kinds == [('answered', 'answer'), ('answered', 'not_found'), ('failed', None)]

    def test_an_error_leaves_it_failed(self):
        with broker() as sent:
            accepted = self.ask()
            failing = patch('netbox_chat_sessions.agents.inventory.InventoryAgent.answer', side_effect=KeyError('boom'))
            with failing, self.assertRaises(KeyError):
                sent.work()
        failed = self.look(accepted)
        assert (failed['status']['value'], failed['reason']) == ('failed', 'KeyError')

    def test_where_the_preference_is_ignored(self):
        with broker() as sent:
            for fields in (
                {'stateless': True},
                {'headers': {'Prefer': 'return=minimal, respond-sync'}},
                {'headers': ASYNC | {'Accept': 'text/event-stream'}},
            ):
                answer = self.ask(**fields)
                assert answer.status == 200
                assert 'Preference-Applied' not in answer.headers
            assert sent.arguments == []
            assert self.ask(headers={'Prefer': 'wait=10, Respond-Async; x=1'}).status == 202

    def test_a_turn_that_was_answered_is_there_at_once(self):
        turn_id = str(uuid4())
        with broker() as sent:
            first = self.ask(turn_id=turn_id)
            sent.work()
            again = self.ask(turn_id=turn_id)
        assert again.status == 200
        assert again.body['interaction']['id'] == first.body['interaction']['id']
        assert again.body['reply'] == self.look(first)['reply']

    def test_a_broker_that_is_down_keeps_the_question(self):
        turn_id = str(uuid4())
        with plugin_settings(celery={'broker_url': 'redis://127.0.0.1:9/0'}):
            out_of_order = make_app()
        with patch('netbox_chat_sessions.worker.turn_queue.app', out_of_order):
            refused = self.ask(turn_id=turn_id)
        assert (refused.status, refused.body['code'], refused.headers['Retry-After']) == (503, 'busy', '2')
        row = Interaction.objects.get()
        assert (row.query, row.status, row.reason) == ('how full is R101?', 'failed', 'not_queued')
        answered = self.ask(turn_id=turn_id, headers={})
        assert (answered.status, answered.body['interaction']['id']) == (200, row.pk)


class PlacesTest(AsyncCase):
    def setUp(self):
        self.gate = Gate()
        patcher = patch.object(wiring, 'GATE', self.gate)
        patcher.start()
        self.addCleanup(patcher.stop)

    def busy(self):
        """Another turn that is being answered."""

        def steps():
            yield Stage('answering')

        turn = self.gate.within(None)(steps())
        next(turn)
        return turn

    def test_a_turn_without_a_place_is_sent_again_later(self):
        with plugin_settings(max_running_turns=1):
            other = self.busy()
            refused = self.ask(headers={})
            assert (refused.status, refused.body['code'], refused.headers['Retry-After']) == (503, 'busy', '2')
            assert not Interaction.objects.exists()
            streamed = self.ask(headers={'Accept': 'text/event-stream'})
            assert (streamed.status, streamed.body['code']) == (503, 'busy')
            self.client.force_login(self.anna)
            sent = self.client.post('/plugins/chat-sessions/panel/send/', {'message': 'hello', 'turn_id': str(uuid4())})
            assert (sent.status_code, sent.headers['Retry-After']) == (503, '2')
            with broker():
                assert self.ask().status == 202
            other.close()
            assert self.ask(headers={}).status == 200
            assert self.gate.running == 0
