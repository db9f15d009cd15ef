"""The sample inventory, written once for all questions of this folder and taken back at their end."""

import tomllib
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, transaction

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.wiring import turn_service

HERE = Path(__file__).parent


@pytest.fixture(scope='package')
def sample(django_db_setup, django_db_blocker):
    """The inventory, and a superuser who may see all of it."""
    block = transaction.atomic()
    # As in Django's TestCase: what is durable may stand inside.
    block._from_testcase = True
    with django_db_blocker.unblock(), block:
        call_command('chat_sample_inventory', stdout=StringIO(), stderr=StringIO())
        with connection.cursor() as cursor:
            # Nobody else sees the rows, so autovacuum would leave the planner with statistics of empty tables.
            cursor.execute('ANALYZE')
        yield get_user_model().objects.create_superuser('asker')
        transaction.set_rollback(True)


@pytest.fixture(scope='package')
def service(sample):
    return turn_service(sample)


@pytest.fixture(scope='package')
def ask(service):
    """Reply to a question that stands alone, or to the last of a conversation (`… → …`)."""

    def reply(question):
        first, *following = question.split(' → ')
        if not following:
            return service.handle(TurnRequest(first, stateless=True)).reply
        result = service.handle(TurnRequest(first))
        for message in following:
            result = service.handle(TurnRequest(message, session_id=result.session.id))
        return result.reply

    return reply


def pytest_collection_modifyitems(items):
    """What is answered wrongly today is expected to fail, and noticed once it is right."""
    groups = tomllib.loads((HERE / 'wrong.toml').read_text(encoding='utf-8')).get('wrong', ())
    wrong = {question: group['reason'] for group in groups for question in group['questions']}
    for item in items:
        question = item.callspec.params.get('question') if hasattr(item, 'callspec') else None
        if question in wrong and HERE in item.path.parents:
            item.add_marker(pytest.mark.xfail(reason=wrong[question], strict=True))
