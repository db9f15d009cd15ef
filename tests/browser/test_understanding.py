"""How a conversation is understood, shown in the panel and put right there; what can be done with an answer."""

import pytest
from dcim.models import Rack
from playwright.sync_api import expect

from netbox_chat_sessions.models import EntityReference, Interaction

from .chat import answers, ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def chat(page):
    """The panel of a new session."""
    page.get_by_role('button', name='Chat', exact=True).click()
    return page


def misread(page):
    return answers(page).last.get_by_role('img', name='Not this one?').first


def message(page):
    return page.get_by_role('textbox', name='Message')


@pytest.mark.parametrize(
    ('keys', 'where'),
    [
        (['ArrowDown', '2'], 'cawood'),
        (['ArrowDown', 'Escape', 'ArrowDown', '2'], 'cawood'),
        (['ArrowDown', 'ArrowDown', 'Enter'], 'cawood'),
        (['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'], 'brindle'),
    ],
)
def test_a_question_back_is_answered_by_keyboard(chat, keys, where):
    ask(chat, 'What is in the Comms closet?')
    expect(chat.locator('[data-chat-choice]')).to_have_count(2)
    expect(message(chat)).to_be_focused()
    for key in keys:
        chat.keyboard.press(key)
    expect(answers(chat)).to_have_count(2)
    expect(answers(chat).last).to_contain_text(f'{where}-sw1')
    expect(message(chat)).to_be_focused()


def test_each_answer_says_what_it_was_read_as(chat):
    ask(chat, 'Which devices are at Ashford?')
    expect(answers(chat)).to_have_count(1)
    ask(chat, 'and at Brindle?')
    expect(answers(chat)).to_have_count(2)
    ask(chat, 'how many racks does it have?')
    expect(answers(chat)).to_have_count(3)
    reading = answers(chat).last.locator('.chat-reading')
    expect(reading).to_contain_text('site Brindle')
    expect(reading.get_by_role('link', name='Brindle')).to_be_visible()
    expect(reading).to_contain_text('from this conversation')


def test_a_wrong_reference_is_put_right_in_two_clicks(chat):
    ask(chat, 'What is in the Comms closet?')
    chat.locator('[data-chat-choice]').filter(has_text='Brindle').click()
    expect(answers(chat).last).to_contain_text('brindle-sw1')
    misread(chat).click()
    choices = answers(chat).last.get_by_role('group', name='Which one do you mean?').get_by_role('button')
    expect(choices).to_have_text(['1 rack Comms closet site Cawood', 'Something else…'])
    choices.first.click()
    expect(answers(chat)).to_have_count(3)
    expect(answers(chat).last).to_contain_text('cawood-sw1')
    expect(answers(chat).last).not_to_contain_text('brindle-sw1')
    asked = Interaction.objects.order_by('sequence').last()
    assert asked.query == 'What is in the Comms closet?'
    cawood = Rack.objects.get(site__name='Cawood')
    assert [item['object_id'] for item in asked.reading['references'][0]['objects']] == [cawood.pk]


def test_a_pronoun_that_was_misread_is_put_right(chat):
    for number, text in enumerate(
        ['Which devices are at Ashford?', 'Which racks are at Brindle?', 'how many devices does it have?']
    ):
        ask(chat, text)
        expect(answers(chat)).to_have_count(number + 1)
    misread(chat).click()
    answers(chat).last.get_by_role('button', name='Ashford').click()
    expect(answers(chat)).to_have_count(4)
    expect(answers(chat).last.locator('.chat-reading')).to_contain_text('site Ashford')
    # It is what one goes on from.
    ask(chat, 'and how many racks does it have?')
    expect(answers(chat).last.locator('.chat-reading')).to_contain_text('site Ashford')


def test_what_is_none_of_these_is_asked_in_other_words(chat):
    ask(chat, 'how full is rack Main?')
    expect(answers(chat)).to_have_count(1)
    misread(chat).click()
    chat.get_by_role('button', name='Something else…').click()
    expect(message(chat)).to_be_focused()
    chat.keyboard.type('Spare')
    expect(message(chat)).to_have_value('how full is rack Spare?')


def test_what_is_remembered_can_be_pinned_and_forgotten(chat):
    ask(chat, 'Which devices are at Ashford?')
    expect(answers(chat)).to_have_count(1)
    ask(chat, 'Which devices are at Brindle?')
    expect(answers(chat)).to_have_count(2)
    bar = chat.locator('summary', has_text='I remember:')
    expect(bar).to_contain_text('Brindle, Ashford')
    bar.click()
    chat.get_by_role('button', name='Keep Ashford at the top').click()
    expect(bar).to_contain_text('Ashford, Brindle')
    expect(chat.get_by_role('button', name='Keep Ashford at the top')).to_have_attribute('aria-pressed', 'true')
    chat.get_by_role('button', name='Forget Brindle').click()
    expect(bar).not_to_contain_text('Brindle')
    assert [(row.object_repr, row.pinned) for row in EntityReference.objects.all()] == [('Ashford', True)]
    chat.keyboard.press('Escape')
    expect(chat.get_by_role('button', name='Forget all')).to_have_count(0)
    expect(message(chat)).to_be_visible()
    bar.click()
    chat.get_by_role('button', name='Forget all').click()
    expect(bar).to_have_count(0)
    assert not EntityReference.objects.exists()
    ask(chat, 'how many racks does it have?')
    expect(answers(chat)).to_have_count(3)
    expect(answers(chat).last).not_to_contain_text('Ashford')


def test_long_names_that_are_remembered_stay_in_the_panel(chat):
    Rack.objects.filter(site__slug='ashford').update(name='The rack behind the second door of the long corridor')
    ask(chat, 'How many devices are in the rack at Ashford?')
    bar = chat.locator('summary', has_text='I remember:')
    expect(bar).to_contain_text('second door')
    panel = chat.locator('#chat-panel').bounding_box()
    told = bar.bounding_box()
    assert told['x'] + told['width'] <= panel['x'] + panel['width']


def test_an_answer_is_copied_with_its_table(chat):
    chat.context.grant_permissions(['clipboard-read', 'clipboard-write'])
    ask(chat, 'Which devices are at Ashford?')
    answers(chat).last.get_by_role('button', name='Copy').click()
    copied = chat.evaluate('navigator.clipboard.readText()')
    first, *_, last = copied.split('\n')
    assert first.startswith('2 devices at site Ashford: ashford-sw1')
    assert last.startswith('ashford-sw2\t')


def test_an_answer_is_rated_with_a_reason(chat):
    ask(chat, 'How many sites are there?')
    bad, good = (answers(chat).last.get_by_role('button', name=name) for name in ('Bad answer', 'Good answer'))
    bad.click()
    chat.get_by_role('textbox', name='What was wrong with it?').fill('I meant regions')
    chat.keyboard.press('Enter')
    expect(chat.get_by_role('textbox', name='What was wrong with it?')).to_have_count(0)
    chat.reload()
    expect(bad).to_have_attribute('aria-pressed', 'true')
    expect(bad).to_have_attribute('title', 'I meant regions')
    assert (Interaction.objects.get().rating, Interaction.objects.get().rating_comment) == ('down', 'I meant regions')
    good.click()
    expect(good).to_have_attribute('aria-pressed', 'true')
    expect(bad).to_have_attribute('aria-pressed', 'false')
    good.click()
    expect(good).to_have_attribute('aria-pressed', 'false')
    row = Interaction.objects.get()
    assert (row.rating, row.rating_comment) == ('', '')


def test_the_list_of_keys_is_closed_before_the_chat(chat):
    keys = chat.get_by_text('stops the answer')
    expect(keys).to_be_hidden()
    chat.keyboard.press('Control+/')
    expect(keys).to_be_visible()
    expect(message(chat)).to_be_focused()
    chat.keyboard.press('Escape')
    expect(keys).to_be_hidden()
    expect(message(chat)).to_be_visible()
    chat.keyboard.press('Escape')
    expect(message(chat)).to_be_hidden()
