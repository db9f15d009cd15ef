"""What an empty panel suggests, to whom, and that it is nothing but a suggestion."""

from datetime import timedelta
from html import escape

from dcim.models import Rack, Site
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from tenancy.models import Tenant
from users.models import User

from netbox_chat_sessions.conversation.records import Recorded
from netbox_chat_sessions.conversation.requests import PageHint, TurnRequest
from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from netbox_chat_sessions.ui.suggestions import MOST, Suggestions
from netbox_chat_sessions.wiring import session_store, turn_service

from .records import allow, mention, open_session
from .test_panel import HOSTILE, PanelCase

GENERAL = ['Which sites are there?', 'Which racks are the fullest?']


class SuggestionsCase(PanelCase):
    """Ann sees sites and racks; there is one of each."""

    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        cls.rack = Rack.objects.create(name='R103', site=cls.site)

    def ask(self, *messages, user=None, page=None, session=None):
        """Turns of one session."""
        for message in messages:
            turn = TurnRequest(message, session, page=PageHint(path=page.get_absolute_url()) if page else None)
            session = turn_service(user or self.ann).handle(turn).session.id
        return session

    def texts(self, user=None, path=''):
        """Suggestions, to somebody whose permissions are loaded anew."""
        reader = User.objects.get(pk=(user or self.ann).pk)
        return [suggestion.text for suggestion in Suggestions(reader)(path)]


class GeneralTest(SuggestionsCase):
    def test_a_new_user_is_offered_what_there_is_and_they_may_see(self):
        Tenant.objects.create(name='Nordwind', slug='nordwind')
        assert self.texts() == GENERAL
        for question in GENERAL:
            reply = turn_service(self.ann).handle(TurnRequest(question, stateless=True)).reply
            assert (reply['kind'], reply['total']) == ('answer', 1), question

    def test_who_may_see_nothing_is_offered_nothing(self):
        assert self.texts(User.objects.create_user('eve')) == []

    def test_an_empty_netbox_has_nothing_to_offer(self):
        Rack.objects.all().delete()
        Site.objects.all().delete()
        assert self.texts() == []


class HabitsTest(SuggestionsCase):
    def test_what_is_asked_most_comes_first_whatever_its_case_and_spacing(self):
        for message in ('show Akron', 'how many racks?', 'How  many RACKS?', 'how many racks?'):
            self.ask(message)
        assert self.texts()[:2] == ['how many racks?', 'show Akron']

    def test_what_is_no_question_that_can_be_asked_anew(self):
        for message in ('hello', 'thanks', 'blah blah', 'where is rack R999?', 'x' * 101):
            self.ask(message)
        self.ask('show Akron', 'how many racks are there?', session=open_session(self.ann).pk)
        self.ask('which racks are here?', 'how many racks are at this site?', page=self.site)
        session_store(self.ann).record(open_session(self.ann).pk, Recorded('is it raining?', 'No.'), {})
        self.ask('how full is R103?', user=User.objects.create_superuser('ben'))
        assert self.texts()[0] == 'show Akron'
        assert set(self.texts()[1:]) <= {*GENERAL, 'How full is rack R103?'}

    def test_what_was_said_long_ago_is_forgotten(self):
        self.ask('show Akron')
        long_ago = timezone.now() - timedelta(days=91)
        Interaction.objects.update(created=long_ago)
        EntityReference.objects.update(last_mentioned=long_ago)
        assert self.texts() == GENERAL

    def test_objects_that_are_talked_about(self):
        session = open_session(self.ann)
        mention(session, self.site, mention_count=2, last_mentioned=timezone.now())
        mention(session, self.rack, mention_count=5, last_mentioned=timezone.now())
        assert self.texts()[:2] == ['How full is rack R103?', 'Show site Akron']

    def test_an_object_whose_name_is_not_its_own_is_told_apart(self):
        other = Site.objects.create(name='Boston', slug='boston')
        racks = [Rack.objects.create(name='Comms', site=site) for site in (self.site, other)]
        mention(open_session(self.ann), racks[1], last_mentioned=timezone.now())
        question = 'How full is rack Comms (site Boston)?'
        assert self.texts()[0] == question
        assert 'Boston' in turn_service(self.ann).handle(TurnRequest(question, stateless=True)).reply['text']

    def test_what_is_gone_renamed_or_hidden_is_no_suggestion(self):
        changes = {
            'deleted': lambda rack: rack.delete(),
            'renamed': lambda rack: Rack.objects.filter(pk=rack.pk).update(name='R700'),
            'hidden': lambda rack: allow_but(self.ann, rack),
        }
        for name, change in changes.items():
            with self.subTest(name):
                rack = Rack.objects.create(name='R777', site=self.site)
                self.ask('how full is R777?')
                assert self.texts()[0] == 'how full is R777?'
                change(rack)
                assert not [text for text in self.texts() if 'R777' in text]

    def test_they_are_the_users_own(self):
        session = self.ask('how full is R103?')
        ben = User.objects.create_superuser('ben')
        ChatSession.objects.get(pk=session).participants.add(ben)
        assert not [text for text in self.texts(ben) if 'R103' in text]

    def test_at_most_six_and_none_twice(self):
        for number in range(8):
            rack = Rack.objects.create(name=f'R20{number}', site=self.site)
            self.ask(f'how full is rack {rack}?', f'show {self.site}')
        for path in ('', self.site.get_absolute_url()):
            found = self.texts(path=path)
            assert len(found) == len({text.casefold() for text in found}) == MOST

    def test_a_long_history_costs_no_more_statements(self):
        counts = []
        for _round in range(2):
            for _number in range(4):
                self.ask('how full is R103?', 'show Akron')
            ann = User.objects.get(pk=self.ann.pk)
            with CaptureQueriesContext(connection) as captured:
                Suggestions(ann)()
            counts.append(len(captured))
        assert counts[0] == counts[1] < 20


class PageTest(SuggestionsCase):
    def test_what_fits_the_page_comes_first(self):
        self.ask('show Akron')
        path = self.rack.get_absolute_url()
        found = Suggestions(self.ann)(path)
        assert [(suggestion.text, suggestion.page) for suggestion in found[:3]] == [
            ('How full is this rack?', path),
            ('Which devices are in this rack?', path),
            ('show Akron', ''),
        ]

    def test_a_page_of_nothing_that_may_be_seen_is_no_page(self):
        for path in ('/dcim/racks/', '/dcim/racks/999999/', '/nowhere/', Tenant(pk=1).get_absolute_url()):
            assert self.texts(path=path) == GENERAL


class ButtonsTest(SuggestionsCase):
    def test_an_empty_session_has_them_and_no_other(self):
        assert 'data-chat-suggestion' in self.transcript()
        assert 'data-chat-suggestion' in self.transcript(open_session(self.ann))
        assert 'data-chat-suggestion' not in self.transcript(open_session(self.ann, status='ended'))
        session = self.ask('show Akron')
        assert 'data-chat-suggestion' not in self.transcript(ChatSession.objects.get(pk=session))

    def test_they_are_escaped(self):
        site = Site.objects.create(name=HOSTILE[:100], slug='hostile')
        mention(open_session(self.ann), site, last_mentioned=timezone.now())
        path = '/dcim/sites/1/?"><script>alert(1)</script>'
        page = self.transcript(page=path)
        assert '<script>alert' not in page
        assert '<img src=x' not in page

    @override_settings(PLUGINS_CONFIG={'netbox_chat_sessions': {'throttle': None}})
    def test_they_say_what_they_send(self):
        self.ask("how many racks are at 'Akron'?")
        page = self.transcript(page=self.rack.get_absolute_url())
        assert f'data-message="{escape("how many racks are at " + chr(39) + "Akron" + chr(39) + "?")}"' in page
        assert f'data-page="{self.rack.get_absolute_url()}">How full is this rack?</button>' in page


class NothingButSuggestionsTest(SuggestionsCase):
    def test_no_reference_is_resolved_by_habit(self):
        """R103 is what Ann talks about most; in a new session it has not been spoken of."""
        Rack.objects.create(name='R104', site=self.site)
        for _number in range(5):
            self.ask('how full is R103?', 'show R103')
        assert 'how full is R103?' in self.texts()
        for message in ('how full is the rack?', 'how full is it?', 'the second one', 'and the site?'):
            with self.subTest(message):
                turn = turn_service(self.ann).handle(TurnRequest(message))
                assert not [ref for reference in turn.turn['references'] for ref in reference['objects']]
                assert turn.reply['kind'] != 'answer'


def allow_but(user, obj):
    """Take away the permission for one object."""
    user.object_permissions.filter(object_types__model=obj._meta.model_name).delete()
    for name in ('R103', 'R700'):
        allow(user, 'view', type(obj), name=name)
