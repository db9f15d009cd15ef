"""Which question becomes the title of a session that nobody has named."""

import pytest

from netbox_chat_sessions.conversation.reading import Reading, Reference, ReferenceStatus, Source
from netbox_chat_sessions.conversation.records import Recorded
from netbox_chat_sessions.conversation.reply import Choice, Reply, ReplyKind
from netbox_chat_sessions.conversation.session import InteractionStatus

from .turns import ask, rack, said, talk

QUERY = {'action': 'show', 'object_type': 'dcim.rack'}
FOUND = Reply('There.', query=QUERY)


def title_after(store, *turns, session_id=None):
    """The title of a session after questions with their replies."""
    for message, reply in turns:
        session_id = talk(store, message, session_id, reply=reply).session.id
    return store.find(session_id).title


@pytest.mark.parametrize(
    ('reply', 'titled'),
    [
        (FOUND, True),
        (Reply('There.', objects=(rack(1),)), True),
        (Reply('It is sunny there.', named=(rack(1).key,)), True),
        (Reply('Hello. Ask about anything.'), False),
        (Reply('Which one?', ReplyKind.CLARIFICATION, query=QUERY, choices=(Choice(rack(1)),)), False),
        (Reply('Nothing is called so.', ReplyKind.NOT_FOUND, query=QUERY), False),
        (Reply('What?', ReplyKind.NOT_UNDERSTOOD, query=QUERY), False),
        (Reply('Delete it?', ReplyKind.PROPOSAL, query=QUERY), False),
        (Reply('All right.', ReplyKind.CONTROL, query=QUERY), False),
        (Reply('That failed.', ReplyKind.ERROR, query=QUERY), False),
    ],
    ids=lambda value: value.text if isinstance(value, Reply) else str(value),
)
def test_only_a_real_answer_gives_a_title(store, reply, titled):
    assert title_after(store, ('show R1', reply)) == ('show R1' if titled else '')


def test_the_first_question_that_was_answered(store):
    hello, what = Reply('Hello.'), Reply('What?', ReplyKind.NOT_UNDERSTOOD)
    assert title_after(store, ('hi', hello), ('blah', what), ('show R1', FOUND), ('show R2', FOUND)) == 'show R1'


def test_an_empty_title_until_then(store):
    admission = ask(store, 'show R1')
    assert admission.session.title == ''
    store.fail(admission, InteractionStatus.FAILED, 'error')
    assert store.find(admission.session.id).title == ''


@pytest.mark.parametrize(
    ('message', 'title'),
    [
        ('how full is  the\nrack?', 'how full is the rack?'),
        ('x' * 100, 'x' * 100),
        ('x' * 101, 'x' * 99 + '…'),
        ('word ' * 30, 'word ' * 18 + 'word' + '…'),
    ],
)
def test_one_line_cut_at_a_word(store, message, title):
    assert title_after(store, (message, FOUND)) == title
    assert len(title) <= 100


@pytest.mark.parametrize(
    ('message', 'source', 'title'),
    [
        ('show R1', Source.NAME, 'show R1'),
        ('2', Source.CHOICE, 'show rack R1 (Akron)'),
        ('', Source.CHOICE, 'show rack R1 (Akron)'),
        ('show this rack', Source.PAGE, 'show rack R1 (Akron)'),
        ('show it', Source.MEMORY, 'show rack R1 (Akron)'),
        ('show its rack', Source.RELATION, 'show rack R1 (Akron)'),
    ],
)
def test_what_was_meant_stands_in_it(store, message, source, title):
    reference = Reference(message, 0, len(message), ReferenceStatus.RESOLVED, source, (rack(1),))
    reading = Reading(message, (reference,), resolved_message='show rack R1 (Akron)')
    assert talk(store, message, reading=reading, reply=FOUND).session.title == title


def test_a_title_that_was_given_stays(store):
    assert title_after(store, ('show R1', FOUND), session_id=store.open('Rack tour').id) == 'Rack tour'


@pytest.mark.parametrize('who', ['guest', 'owner'])
def test_a_shared_session_gets_none(world, store, who):
    session = store.open()
    world.share(session.id, 'guest')
    assert title_after(world.store(who), ('show R1', FOUND), session_id=session.id) == ''


def test_nor_are_the_words_of_somebody_else_one(world, store):
    session = store.open()
    assert title_after(world.store('operator'), ('show R1', FOUND), session_id=session.id) == ''
    assert title_after(store, ('show R2', FOUND), session_id=session.id) == 'show R2'


@pytest.mark.parametrize(
    ('recorded', 'title'),
    [
        (Recorded('is it raining?', 'No.'), 'is it raining?'),
        (Recorded('is it raining?'), ''),
        (Recorded('is it raining?', 'Where?', choices=(rack(1).key,)), ''),
    ],
)
def test_what_another_agent_answered(store, recorded, title):
    session = store.open()
    store.record(session.id, recorded, {rack(1).key: rack(1)})
    assert store.find(session.id).title == title


def test_talk_about_something_is_an_answer(store):
    done = talk(store, 'weather in R1', reply=Reply('Sunny.'), mentions=said(rack(1)))
    assert done.session.title == 'weather in R1'
