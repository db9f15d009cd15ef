"""Between two turns the inventory changes, or what somebody may see of it; what is hidden is named nowhere."""

import json

from dcim.models import Device, PowerFeed, Rack, Site
from django.core.cache import cache

from netbox_chat_sessions.models import ChatSession
from tests.netbox.api.conversation_case import ConversationCase, grant, make_user

from .inventory import build

TYPES = (
    'dcim.site', 'dcim.location', 'dcim.rack', 'dcim.device', 'dcim.devicerole', 'dcim.devicetype', 'dcim.manufacturer',
    'dcim.interface', 'dcim.region', 'ipam.vlan', 'ipam.prefix', 'circuits.circuit', 'circuits.provider',
    'tenancy.tenant',
)  # fmt: skip


def remove(rack):
    """Delete a rack with all that holds it."""
    Device.objects.filter(rack=rack).delete()
    PowerFeed.objects.filter(rack=rack).delete()
    rack.delete()


class LiveTruthCase(ConversationCase):
    @classmethod
    def setUpTestData(cls):
        build()
        cls.anna = make_user('anna')
        cls.bob = make_user('bob')
        cls.permission = grant(cls.anna, 'view', *TYPES)
        cls.permission.users.add(cls.bob)
        cls.oslo = Site.objects.get(name='HQ-Oslo')

    def setUp(self):
        cache.clear()
        self.session = None

    def say(self, message, user=None, **fields):
        answer = self.chat(user or self.anna, message, self.session, **fields)
        self.session = answer['session']['id']
        return answer

    def only(self, answer):
        """The one reference of a turn: its status, and the displays of its objects."""
        (reference,) = answer['turn']['references']
        return reference['status'], [ref['display'] for ref in reference['objects'] + reference['candidates']]

    def deny(self, names, told):
        """None of the names stands in what was told; says where, should one."""
        told = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
        found = {name: told[max(told.index(name) - 100, 0) :][:150] for name in names if name in told}
        self.assertEqual(found, {})

    def let_see(self, user, without=(), **constraints):
        """From now on, `user` sees of some types only what fits (`rack={'name': 'R102'}`), and some not at all."""
        self.permission.users.remove(user)
        limited = {f'dcim.{name}' for name in constraints}
        grant(user, 'view', *(name for name in TYPES if name not in limited and name not in without))
        for name, fitting in constraints.items():
            grant(user, 'view', f'dcim.{name}', constraints=fitting)

    def everything(self, user):
        """All that the REST API tells a user about the session, and the last answers to some questions."""
        base = f'sessions/{self.session}/'
        texts = ('how full is the rack?', 'how full is it?', 'show the second one', 'compare them', 'back to the rack')
        calls = [
            self.call(user, 'POST', base + call, {'message': text})
            for text in texts
            for call in ('resolve/', 'classify/')
        ]
        paths = [base, base + 'memory/', 'sessions/', 'interactions/', 'entity-references/']
        paths += [f'{base}context/?agent_type={name}' for name in ('intent_recognition', 'response_generation')]
        calls += [self.call(user, 'GET', path) for path in paths]
        self.assertEqual({call.status for call in calls}, {200})
        return '\n'.join(json.dumps(call.body, ensure_ascii=False) for call in calls)


class ChangingInventoryTest(LiveTruthCase):
    def test_what_was_renamed_goes_by_its_new_name(self):
        self.say('show R101')
        Rack.objects.filter(name='R101').update(name='R900')
        answer = self.say('how full is the rack?')
        self.assertEqual(self.only(answer), ('resolved', ['R900']))
        self.assertIn('R900', answer['reply']['text'])
        self.assertIn('R900', answer['turn']['resolved_message'])
        self.deny(('R101',), [answer['turn'], answer['reply']])

    def test_what_took_over_a_name_is_not_what_was_meant(self):
        self.say('show R101')
        Rack.objects.filter(name='R101').update(name='R900')
        Rack.objects.filter(name='R102').update(name='R101')
        self.assertEqual(self.only(self.say('how full is it?')), ('resolved', ['R900']))

    def test_the_rack_of_a_device_is_todays_rack(self):
        self.say('show oslo-sw02')
        self.assertEqual(self.only(self.say('what is in its rack?')), ('resolved', ['R102']))
        Device.objects.filter(name='oslo-sw02').update(rack=Rack.objects.get(name='R101'), position=None)
        for question in ('what is in its rack?', 'how full is the rack?', 'what is in that rack?'):
            with self.subTest(question):
                self.say('show oslo-sw02')
                answer = self.say(question)
                self.assertEqual(self.only(answer), ('resolved', ['R101']))

    def test_a_device_that_left_its_rack_has_none(self):
        self.say('show oslo-sw02')
        Device.objects.filter(name='oslo-sw02').update(rack=None, position=None)
        answer = self.say('what is in its rack?')
        self.assertEqual(self.only(answer), ('unresolved', []))
        self.assertNotEqual(answer['reply']['kind'], 'answer')

    def test_what_was_deleted_is_gone_and_is_said_to_be(self):
        for question in ('how full is the rack?', 'how full is it?', 'what is in that rack?'):
            with self.subTest(question):
                rack = Rack.objects.create(name='R777', site=self.oslo)
                self.session = None
                self.say('show R102')
                self.say('show R777')
                rack.delete()
                answer = self.say(question)
                self.assertEqual(self.only(answer), ('gone', []))
                self.assertEqual(answer['reply']['kind'], 'not_found')
                self.deny(('R777',), [answer['turn'], answer['reply']])
                self.assertEqual(self.only(self.say('show R102'))[0], 'resolved')

    def test_what_stands_behind_a_deleted_one_keeps_its_place(self):
        self.say('which racks are at BR-Bergen?')
        answer = self.say('list the racks in Row 1')
        self.assertEqual([ref['display'] for ref in answer['reply']['objects']], ['R101', 'R102'])
        remove(Rack.objects.get(name='R101'))
        self.assertEqual(self.only(self.say('show the first one')), ('gone', []))
        self.assertEqual(self.only(self.say('show the second one')), ('resolved', ['R102']))

    def test_what_was_offered_and_deleted_cannot_be_chosen(self):
        offered = self.say('what is in the Comms closet?')['reply']['choices']
        first, second = offered[0], offered[1]
        remove(Rack.objects.get(pk=first['object_id']))
        answer = self.say('the second one')
        self.assertEqual(answer['turn']['references'][0]['objects'][0]['object_id'], second['object_id'])
        self.session = None
        offered = self.say('what is in the Comms closet?')['reply']['choices']
        remove(Rack.objects.get(pk=offered[1]['object_id']))
        self.assertEqual(self.only(self.say('2')), ('gone', []))

    def test_the_page_of_what_was_deleted_is_no_page(self):
        rack = Rack.objects.create(name='R777', site=self.oslo)
        page = {'object_type': 'dcim.rack', 'object_id': rack.pk}
        self.assertEqual(self.only(self.say('how full is this rack?', page=page)), ('resolved', ['R777']))
        rack.delete()
        answer = self.say('how full is this rack?', page=page)
        self.assertEqual(self.only(answer), ('gone', []))
        self.deny(('R777',), [answer['turn'], answer['reply']])


class HiddenTest(LiveTruthCase):
    def test_an_old_answer_that_names_a_hidden_object_in_passing_is_withheld(self):
        self.say('show oslo-sw01')
        self.let_see(self.anna, rack={'name': 'R102'})
        self.deny(('R101',), self.everything(self.anna))

    def test_an_answer_stays_readable_for_whom_it_never_named_what_is_hidden(self):
        self.let_see(self.anna, rack={'name': 'R102'})
        self.say('show oslo-sw01')
        self.assertIn('CS2001', self.everything(self.anna))

    def test_what_was_hidden_is_named_nowhere(self):
        self.say('which racks are in Row 1?')
        for question in ('show the first one', 'how full is it?', 'list its devices'):
            self.say(question)
        self.assertIn('R101', self.everything(self.anna))
        self.let_see(self.anna, rack={'name': 'R102'})
        for question in (
            'how full is the rack?',
            'show the first one',
            'what is in it?',
            'which of those racks are active?',
        ):
            with self.subTest(question):
                self.deny(('R101',), self.say(question))
        self.deny(('R101',), self.everything(self.anna))

    def test_it_is_gone_when_it_was_hidden(self):
        self.say('show R101')
        self.let_see(self.anna, rack={'name': 'R102'})
        for question in ('how full is it?', 'how full is the rack?', 'what is in that rack?'):
            with self.subTest(question):
                answer = self.say(question)
                self.assertEqual(self.only(answer), ('gone', []))
                self.assertEqual(answer['reply']['kind'], 'not_found')

    def test_candidates_are_those_that_may_be_seen(self):
        self.let_see(self.anna, rack=[{'site__name': 'HQ-Oslo'}, {'site__name': 'BR-Bergen'}], site={'name': 'HQ-Oslo'})
        answer = self.say('what is in the Comms closet?')
        self.assertEqual((answer['reply']['kind'], len(answer['reply']['choices'])), ('clarification', 2))
        self.deny(("O'Hare", 'BR-Bergen'), answer)

    def test_the_only_one_that_may_be_seen_is_no_question(self):
        self.let_see(self.anna, rack={'site__name': 'BR-Bergen'})
        answer = self.say('what is in the Comms closet?')
        self.assertEqual(self.only(answer), ('resolved', ['Comms closet']))
        self.assertEqual(answer['reply']['total'], 2)

    def test_a_hidden_name_is_answered_like_one_that_does_not_exist(self):
        self.let_see(self.anna, rack={'name': 'R102'})
        hidden, missing = (self.say(f'how full is rack {name}?') for name in ('R101', 'R109'))
        self.assertEqual(hidden['reply']['kind'], missing['reply']['kind'])
        self.assertEqual(hidden['reply']['text'].replace('R101', 'R109'), missing['reply']['text'])
        self.assertEqual(self.only(hidden), self.only(missing))

    def test_a_choice_of_something_hidden_is_gone(self):
        hidden = Rack.objects.get(name='R101')
        self.let_see(self.anna, rack={'name': 'R102'})
        answer = self.say('show R102')
        choice = {'object_type': 'dcim.rack', 'object_id': hidden.pk}
        answer = self.call(self.anna, 'POST', 'chat/', {'session': self.session, 'choice': choice})
        self.assertEqual(answer.status, 200)
        self.deny(('R101',), answer.body)
        self.assertEqual(self.only(answer.body), ('gone', []))


class SharedSessionTest(LiveTruthCase):
    """Anna sees everything; Bob sees one rack, and takes part in her session."""

    def setUp(self):
        super().setUp()
        self.let_see(self.bob, ['circuits.circuit'], rack={'name': 'R102'}, device={'rack__name': 'R102'})
        self.say('show R102')
        ChatSession.objects.get(pk=self.session).participants.add(self.bob)

    def test_the_title_tells_nothing(self):
        self.session = None
        self.say('how full is R101?')
        ChatSession.objects.get(pk=self.session).participants.add(self.bob)
        self.deny(('R101',), self.everything(self.bob))

    def test_a_title_that_the_owner_gave_stays(self):
        ChatSession.objects.filter(pk=self.session).update(title='Rack tour', title_is_manual=True)
        self.bob.shared_chat_sessions.set([])
        self.bob.shared_chat_sessions.add(self.session)
        self.assertEqual(ChatSession.objects.get(pk=self.session).title, 'Rack tour')

    def test_what_one_saw_the_other_does_not(self):
        self.say('show R101')
        self.say('list its devices')
        self.deny(('R101',), self.everything(self.bob))
        for question in (
            'how full is it?',
            'how full is the rack?',
            'show the first one',
            'compare them',
            'which rack?',
        ):
            with self.subTest(question):
                told = self.say(question, self.bob)
                self.deny(('R101', 'oslo-rtr01', 'oslo-sw01'), told)

    def test_what_both_may_see_goes_on(self):
        self.assertEqual(self.only(self.say('how full is it?', self.bob)), ('resolved', ['R102']))
        self.assertEqual(self.only(self.say('what is in that rack?')), ('resolved', ['R102']))

    def test_a_question_left_open_for_one_tells_the_other_nothing(self):
        for answer in ('the second one', '2', 'Bergen', 'all of them'):
            with self.subTest(answer):
                self.ask_anna()
                self.deny(('NL-2', 'Comms closet'), self.say(answer, self.bob))

    def test_a_question_left_open_for_both_does_not_repeat_what_one_may_not_see(self):
        grant(self.bob, 'view', 'dcim.rack', constraints={'name': 'Comms closet'})
        self.ask_anna()
        self.deny(('NL-2',), self.say('the second one', self.bob))

    def ask_anna(self):
        """Leave a question open that names something which Bob may not see."""
        self.say('show Nordlink')
        self.assertEqual(self.say('compare NL-2 with the Comms closet')['reply']['kind'], 'clarification')
