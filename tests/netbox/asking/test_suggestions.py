"""Every question that is suggested is one that is answered."""

import pytest
from django.apps import apps

from netbox_chat_sessions.agents.helping.questions import GENERAL, HERE, about, at_all, here
from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.requests import PageHint, TurnRequest
from netbox_chat_sessions.wiring import object_finder

# Types with questions of their own, and others that are just shown.
TYPES = (*HERE, 'ipam.ipaddress', 'dcim.cable', 'dcim.interface', 'virtualization.virtualmachine', 'dcim.powerfeed')


def first(user, object_type):
    """An object of a type as its reader sees it."""
    pk = apps.get_model(object_type)._default_manager.order_by('pk').values_list('pk', flat=True)[0]
    key = ObjectKey(object_type, pk)
    return object_finder(user).look([key])[key]


@pytest.mark.parametrize('object_type', TYPES)
def test_questions_about_the_page(sample, service, object_type):
    ref = first(sample, object_type)
    for text in here(ref):
        result = service.handle(TurnRequest(text, stateless=True, page=PageHint(key=ref.key)))
        (reference,) = result.turn['references']
        assert (reference['source'], reference['objects'][0]['object_id']) == ('page', ref.key.object_id)
        # There may be none of what is asked for; that is an answer here.
        assert result.reply['kind'] in ('answer', 'not_found'), text
        assert result.reply['query'], text


@pytest.mark.parametrize('object_type', TYPES)
def test_questions_about_an_object(sample, service, object_type):
    ref = first(sample, object_type)
    replies = [service.handle(TurnRequest(text, stateless=True)).reply for text in about(ref)]
    answered = [reply for reply in replies if reply['kind'] == 'answer']
    assert any(ref.display in reply['text'] for reply in answered), [reply['text'] for reply in replies]


def test_questions_about_everything(sample, ask):
    questions = list(at_all(sample))
    assert len(questions) == len(GENERAL)
    for question in questions:
        reply = ask(question)
        assert (reply['kind'], bool(reply['total'])) == ('answer', True), question
