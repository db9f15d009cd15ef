"""What docs/asking.md shows is what is answered."""

import os

import pytest

from netbox_chat_sessions.conversation.requests import TurnRequest

from .page import PAGE, examples, page, questions
from .variation import cells


def title(example):
    return questions(example)[0]


@pytest.fixture(scope='module')
def replies(service):
    """Replies to the messages of every example, by its first one."""
    found = {}
    for example in examples():
        session, answers = None, []
        for question in questions(example):
            result = service.handle(TurnRequest(question, session_id=session))
            session = result.session.id
            answers.append(result.reply)
        found[title(example)] = answers
    return found


@pytest.mark.parametrize('example', examples(), ids=title)
def test_the_answer(replies, example):
    reply = replies[title(example)][-1]
    told = f'{reply["kind"]}: {reply["text"]} {reply["query"]}'
    assert reply['kind'] == example.get('kind', 'answer'), told
    assert [text for text in example.get('text', ()) if text not in cells(reply)] == [], told
    assert example.get('total', reply['total']) == reply['total'], told


def test_every_turn_before_the_last_is_answered(replies):
    assert {reply['kind'] for answers in replies.values() for reply in answers[:-1]} == {'answer'}


def test_no_example_stands_twice():
    asked = [title(example) for example in examples()]
    assert len(asked) == len(set(asked))


def test_the_page_shows_what_is_answered(replies):
    """`script/asking` writes the page."""
    made = page({question: [reply['text'] for reply in answers] for question, answers in replies.items()})
    if os.environ.get('WRITE_ASKING_PAGE'):
        PAGE.write_text(made, encoding='utf-8')
    assert PAGE.exists() and PAGE.read_text(encoding='utf-8') == made, 'script/asking writes the page anew'
