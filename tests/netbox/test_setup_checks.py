"""What the system checks say about settings that are right in themselves, and wrong together."""

import pytest
from django.conf import settings as django_settings

from netbox_chat_sessions.checks import check_context_budgets, check_turn_length

SLOW = {'provider': 'ollama', 'model': 'small', 'timeout_seconds': 90.0}
PROFILES = {'slow': SLOW, 'quick': SLOW | {'timeout_seconds': 10.0}}
ASSISTED = {'profiles': PROFILES, 'assistant_llm_profile': 'slow'}
CLASSIFIED = {'enable_route_stickiness': True, 'route_stickiness_llm_profile': 'slow'}

# settings → what is said
CASES = [
    (check_context_budgets, {'context_budgets': {'intent_recognition': 500}}, []),
    (check_context_budgets, {'context_budgets': {'intent_recogniton': 500}}, ['intent_recogniton']),
    (check_turn_length, {}, []),
    (check_turn_length, ASSISTED, []),
    # A profile that nothing uses takes no time.
    (check_turn_length, ASSISTED | {'assistant_max_seconds': 100, 'context_summary_llm_profile': 'quick'}, []),
    (check_turn_length, ASSISTED | CLASSIFIED, ['take 120 seconds']),
    (check_turn_length, ASSISTED | CLASSIFIED | {'context_summary_llm_profile': 'quick'}, ['take 130 seconds']),
]


@pytest.mark.parametrize(('check', 'chosen', 'expected'), CASES)
def test_what_is_said(settings, check, chosen, expected):
    settings.PLUGINS_CONFIG = django_settings.PLUGINS_CONFIG | {'netbox_chat_sessions': chosen}
    said = check(None)
    assert len(said) == len(expected)
    assert all(part in warning.msg for part, warning in zip(expected, said, strict=True))


def test_a_near_name_is_offered(settings):
    chosen = {'context_budgets': {'intent_recogniton': 500}}
    settings.PLUGINS_CONFIG = django_settings.PLUGINS_CONFIG | {'netbox_chat_sessions': chosen}
    assert check_context_budgets(None)[0].hint == 'Did you mean intent_recognition?'
