"""A turn classifier knows only agents that the user is offered, and none that conversations do not go on with."""

from tests.netbox.agents.parrots import Parrot

from . import server
from .test_turns import ClassifierCase, output

PARROT = {'class': f'{Parrot.__module__}.Parrot'}
QUESTION = 'which racks are at DM-Akron?'


class OfferedAgentsTest(ClassifierCase):
    def begun_with(self, message):
        """A session with whoever the router takes for a message; from now on the model says to go on with it."""
        self.says(output('route'))
        session = self.chat(self.anna, message)['session']['id']
        self.says(output('continue'))
        return session

    def test_a_session_goes_on_with_an_agent_only_while_it_is_offered(self):
        for chosen in ({'enabled': False}, {'permission': 'dcim.view_device'}):
            with self.settings_with(agents={'parrot': PARROT}):
                session = self.begun_with('polly')
                assert self.chat(self.anna, QUESTION, session)['turn']['agent'] == 'parrot'
                assert self.script.last.data['active_agent'] == {'name': 'parrot', 'description': 'Repeats.'}
            with self.subTest(chosen), self.settings_with(agents={'parrot': PARROT | chosen}):
                turn = self.chat(self.anna, QUESTION, session)['turn']
                assert (turn['decision'], turn['reason'], turn['agent']) == ('route', 'no_active_agent', 'inventory')
                assert self.script.last.data['active_agent'] is None

    def test_no_session_goes_on_with_help(self):
        session = self.begun_with('what can you do?')
        answer = self.chat(self.anna, QUESTION, session)
        assert (answer['turn']['agent'], answer['reply']['total']) == ('inventory', 1)
        assert self.script.last.data['active_agent'] is None

    def test_help_is_answered_though_the_session_goes_on_with_the_inventory(self):
        session = self.begun_with(QUESTION)
        for values, said in (
            ({}, 'Ask about racks in plain words.'),
            ({'agents': {'help': {'permission': 'dcim.view_device'}}}, '1 rack'),
        ):
            with self.subTest(values), self.settings_with(**values):
                answer = self.chat(self.anna, 'what do you know about racks?', session)
                assert (answer['turn']['decision'], answer['turn']['agent']) == ('continue', 'inventory')
                assert answer['reply']['text'].startswith(said), answer['reply']['text']

    def test_who_is_offered_nobody_may_still_ask_for_a_person(self):
        refused = {name: {'permission': 'dcim.view_device'} for name in ('inventory', 'help')}
        with self.settings_with(agents=refused):
            session = self.begun_with(QUESTION)
            assert self.chat(self.anna, QUESTION, session)['reply']['kind'] == 'error'
            assert self.script.last.data['active_agent'] is None
            self.script.answer = server.says(output('human_handoff'))
            assert self.chat(self.anna, 'a person please', session)['session']['status'] == 'handoff'

    def test_nothing_is_passed_on_to_an_assistant_that_is_not_offered(self):
        profile = {'assistant_llm_profile': 'route_continuity'}
        for chosen, agent in (({}, 'assistant'), ({'permission': 'dcim.view_device'}, 'inventory')):
            with self.subTest(agent), self.settings_with(**profile, agents={'assistant': chosen}):
                session = self.begun_with(QUESTION)
                received = len(self.script.received)
                self.chat(self.anna, 'should I be worried about the resilience of DM-Akron?', session)
                asked = self.script.received[received:]
                # One call is the classifier's.
                assert (len(asked) > 1) is (agent == 'assistant')
