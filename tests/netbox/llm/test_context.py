"""The older interactions of a context, condensed by a scripted model over a real connection."""

from . import server
from .test_turns import ClassifierCase

LINES = '#1 how full is R101? → '


class SummaryTest(ClassifierCase):
    def settings_with(self, **values):
        return super().settings_with(
            enable_route_stickiness=False, context_summary_llm_profile='route_continuity', **values
        )

    def summary(self):
        session = None
        for message in ('how full is R101?', 'and its height?', 'which site is it at?'):
            session = self.chat(self.anna, message, session)['session']['id']
        asked = len(self.script.received)
        answer = self.call(self.anna, 'GET', f'sessions/{session}/context/?agent_type=response_generation')
        assert answer.status == 200, answer.raw
        return answer.body['summary'], self.script.received[asked:]

    def test_the_model_condenses_what_is_not_told_whole(self):
        self.says('The user asked about rack R101.')
        summary, received = self.summary()
        assert summary == 'The user asked about rack R101.'
        assert [said['user'] for request in received for said in request.data['exchanges']] == ['how full is R101?']

    def test_where_it_fails_each_interaction_is_a_line(self):
        for answer in (server.says(''), server.status(500)):
            with self.subTest(answer):
                self.script.answer = answer
                summary, _ = self.summary()
                assert summary.startswith(LINES)

    def test_what_is_excluded_is_not_condensed(self):
        with self.settings_with(llm_excluded=('dcim.rack',)):
            summary, received = self.summary()
        assert (summary.startswith(LINES), received) == (True, [])
