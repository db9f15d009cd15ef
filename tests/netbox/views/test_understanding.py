"""What the panel lets people put right: the memory, what a phrase stands for, and what they think of an answer."""

import pytest
from dcim.models import Rack, Site
from django.test import Client
from django.urls import reverse
from users.models import User

from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.models import EntityReference, Interaction
from netbox_chat_sessions.wiring import turn_service

from .records import allow, exchange, mention, open_session, said

PREFIX = 'plugins:netbox_chat_sessions:'

pytestmark = pytest.mark.django_db


@pytest.fixture
def sites():
    return [Site.objects.create(name=name, slug=name.lower()) for name in ('Akron', 'Boston', 'Camden')]


@pytest.fixture
def racks(sites):
    return [Rack.objects.create(name='Comms', site=site) for site in sites]


@pytest.fixture
def ann(racks):
    user = User.objects.create_user(username='ann')
    allow(user, 'view', Site)
    allow(user, 'view', Rack, site__name__in=['Akron', 'Boston'])
    return user


@pytest.fixture
def client(ann):
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture
def session(ann):
    return open_session(ann)


def url(name, *args):
    return reverse(PREFIX + name, args=args)


def alternatives(client, row, place=0):
    return client.get(url('panel_alternatives', row.pk, place)).content.decode()


class TestMemory:
    def test_it_is_shown_pinned_and_forgotten(self, client, session, sites):
        kept, gone = (mention(session, site) for site in sites[:2])
        page = client.get(url('panel_memory', session.pk)).content.decode()
        assert 'Akron' in page
        assert 'Boston' in page
        page = client.post(url('panel_reference', session.pk, kept.pk), {'action': 'pin'}).content.decode()
        assert page.index('Akron') < page.index('Boston')
        page = client.post(url('panel_reference', session.pk, gone.pk), {'action': 'forget'}).content.decode()
        assert 'Boston' not in page
        assert [(row.pk, row.pinned) for row in EntityReference.objects.all()] == [(kept.pk, True)]
        assert 'Akron' not in client.post(url('panel_memory', session.pk)).content.decode()
        assert not EntityReference.objects.exists()

    def test_what_the_user_may_not_see_is_not_in_it(self, client, session, racks):
        hidden = mention(session, racks[2])
        assert 'Comms' not in client.get(url('panel_memory', session.pk)).content.decode()
        assert client.post(url('panel_reference', session.pk, hidden.pk), {'action': 'forget'}).status_code == 404
        assert EntityReference.objects.filter(pk=hidden.pk).exists()

    def test_participants_look_and_change_nothing(self, session, sites):
        reference = mention(session, sites[0])
        ben = User.objects.create_user(username='ben')
        allow(ben, 'view', Site)
        session.participants.add(ben)
        client = Client()
        client.force_login(ben)
        page = client.get(url('panel_memory', session.pk)).content.decode()
        assert 'Akron' in page
        assert 'data-chat-post' not in page
        for name, args in (('panel_reference', (session.pk, reference.pk)), ('panel_memory', (session.pk,))):
            assert client.post(url(name, *args), {'action': 'forget'}).status_code == 403
        assert EntityReference.objects.exists()

    def test_the_panel_names_what_was_talked_about_last(self, client, session, sites):
        for site in sites:
            mention(session, site)
        page = client.get(url('panel'), {'session': session.pk}).content.decode()
        assert 'Camden, Boston, Akron' in ' '.join(page.split())


class TestAlternatives:
    def test_others_of_that_name_that_the_user_may_see(self, client, session, racks):
        row = exchange(session, 'Comms is full', reading=said('Comms is full', racks[0]))
        row.reading['references'][0] |= {'phrase': 'Comms', 'end': 5}
        row.save()
        page = alternatives(client, row)
        assert f'data-object-id="{racks[1].pk}"' in page
        assert f'data-object-id="{racks[0].pk}"' not in page
        assert f'data-object-id="{racks[2].pk}"' not in page
        assert 'data-corrects="1"' in page
        assert 'data-start="0"' in page
        assert 'data-end="5"' in page

    def test_others_of_its_kind_that_were_talked_about_or_listed(self, client, session, sites, racks):
        mention(session, sites[1])
        mention(session, racks[0])
        exchange(session, 'which sites?', listed=[['dcim.site', sites[2].pk]])
        row = exchange(session, 'that one', reading=said('that one', sites[0]))
        page = alternatives(client, row)
        assert page.index('Boston') < page.index('Camden')
        assert 'rack' not in page

    def test_the_other_answers_to_a_question_back(self, client, ann, racks):
        allow(ann, 'view', Rack)
        asked = turn_service(ann).handle(TurnRequest('Where is rack Comms?'))
        answer = turn_service(ann).handle(TurnRequest('the one in Boston', asked.session.id))
        page = alternatives(client, Interaction.objects.get(pk=answer.interaction.id))
        assert [f'data-object-id="{rack.pk}"' in page for rack in racks] == [True, False, True]
        assert 'data-message="Where is rack Comms?"' in page
        assert 'data-corrects="1"' in page

    def test_only_of_ones_own_questions(self, client, ann, sites):
        ben = User.objects.create_user(username='ben')
        session = open_session(ben)
        session.participants.add(ann)
        row = exchange(session, 'Akron', reading=said('Akron', sites[0]))
        assert client.get(url('panel_alternatives', row.pk, 0)).status_code == 404

    def test_none_of_a_reference_that_is_not_there(self, client, session):
        row = exchange(session, 'nothing')
        assert client.get(url('panel_alternatives', row.pk, 0)).status_code == 404


class TestCorrections:
    def test_the_question_is_asked_again_with_what_was_meant(self, client, ann, sites):
        first = turn_service(ann).handle(TurnRequest('How many racks are at Akron?'))
        turn = {
            'message': 'How many racks are at Akron?',
            'turn_id': '6f1c1f6e-0000-4000-8000-000000000000',
            'session': first.session.id,
            'choice_type': 'dcim.site',
            'choice_id': sites[1].pk,
            'corrects': 1,
            'start': 22,
            'end': 27,
        }
        page = client.post(url('panel_send'), turn).content.decode()
        assert 'How many racks are at site Boston?' in page
        assert 'as chosen' in page

    @pytest.mark.parametrize(
        'wrong', [{'start': 30, 'end': 31}, {'start': 5, 'end': 2}, {'end': ''}, {'choice_type': '', 'choice_id': ''}]
    )
    def test_one_that_makes_no_sense_is_refused(self, client, sites, wrong):
        turn = {
            'message': 'Akron?',
            'turn_id': '6f1c1f6e-0000-4000-8000-000000000000',
            'choice_type': 'dcim.site',
            'choice_id': sites[1].pk,
            'corrects': 1,
            'start': 0,
            'end': 5,
        }
        assert client.post(url('panel_send'), turn | wrong).status_code == 400
        assert not Interaction.objects.exists()


class TestFeedback:
    def test_it_is_kept_explained_and_taken_back(self, client, session):
        row = exchange(session, 'how many?', response='Three.')
        row.reply = {'kind': 'answer'}
        row.save()
        told = []
        for sent in ({'rating': 'down'}, {'rating': 'down', 'rating_comment': 'Four.'}, {'rating': ''}):
            page = client.post(url('panel_feedback', row.pk), sent).content.decode()
            row.refresh_from_db()
            told.append((row.rating, row.rating_comment, '<form' in page))
        assert told == [('down', '', True), ('down', 'Four.', False), ('', '', False)]

    def test_only_of_what_may_be_rated(self, client, session):
        other = exchange(open_session(User.objects.create_user(username='ben')), 'how many?')
        own = exchange(session, 'how many?')
        assert client.post(url('panel_feedback', other.pk), {'rating': 'up'}).status_code == 404
        assert client.post(url('panel_feedback', own.pk), {'rating': 'splendid'}).status_code == 404
        assert set(Interaction.objects.values_list('rating', flat=True)) == {''}
