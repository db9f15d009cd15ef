"""What goes through the broker comes out as the turn that was asked."""

import json
from dataclasses import fields, replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.records import Admission
from netbox_chat_sessions.conversation.requests import Correction, PageHint, TurnRequest
from netbox_chat_sessions.conversation.session import Interaction, InteractionStatus, Session
from netbox_chat_sessions.worker.messages import packed, unpacked

RACK = ObjectKey('dcim.rack', 16)
ASKED = TurnRequest('how full is it?', session_id=12, turn_id=UUID(int=1))
TURNS = [
    ASKED,
    replace(ASKED, page=PageHint(path='/dcim/racks/16/')),
    replace(ASKED, page=PageHint(key=RACK)),
    replace(ASKED, message='', choice=RACK),
    replace(ASKED, history=[{'role': 'user', 'content': 'show R101'}]),
    replace(ASKED, choice=RACK, corrects=Correction(3, 12, 14)),
]


@pytest.mark.parametrize('turn', TURNS)
def test_a_turn_comes_out_as_it_went_in(turn):
    stored = Interaction(99, 4, turn.turn_id, InteractionStatus.PENDING, turn.message, datetime(2026, 1, 1, tzinfo=UTC))
    carried = json.loads(json.dumps(packed(turn)))
    assert unpacked(carried, Admission(Session(12, 1), stored)) == turn


def test_every_part_of_a_turn_is_tried():
    # A stateless turn is never left to a worker.
    tried = {part.name for part in fields(TurnRequest) for turn in TURNS if getattr(turn, part.name) != part.default}
    assert tried == {part.name for part in fields(TurnRequest)} - {'stateless'}


def test_the_question_itself_is_not_carried():
    assert 'how full' not in json.dumps(packed(ASKED))
