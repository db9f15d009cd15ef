"""Confirming and cancelling over REST: by whom, once, in time, on the object as it was, with NetBox's change log."""

from datetime import timedelta
from unittest.mock import patch

from core.models import ObjectChange, ObjectType
from dcim.models import Device, Rack, Region, Site
from django.test import override_settings
from django.utils import timezone
from extras.models import EventRule, Webhook
from tenancy.models import Tenant
from virtualization.models import VirtualMachine

from netbox_chat_sessions.models import ChatSession, Interaction, Proposal
from netbox_chat_sessions.wiring import cleanup_service
from tests.netbox.api.conversation_case import ConversationCase, grant, make_user, token_header
from tests.netbox.conversations.inventory import build

ON = {'netbox_chat_sessions': {'enable_proposals': True, 'throttle': None}}
SEES = ('dcim.site', 'dcim.region', 'dcim.rack', 'dcim.device', 'tenancy.tenant', 'virtualization.virtualmachine')


@override_settings(PLUGINS_CONFIG=ON)
class DecidingTestCase(ConversationCase):
    """Somebody who may change racks and virtual machines, and somebody else."""

    @classmethod
    def setUpTestData(cls):
        build()
        cls.user = make_user('ann', view=SEES)
        grant(cls.user, 'change', 'dcim.rack', 'dcim.site')
        grant(cls.user, 'add', 'dcim.site')
        grant(cls.user, 'delete', 'virtualization.virtualmachine')
        cls.other = make_user('ben', view=SEES)
        grant(cls.other, 'change', 'dcim.rack')
        cls.rack = Rack.objects.get(name='R101')

    def propose(self, text='rename R101 to R200', user=None, session=None):
        body = self.chat(user or self.user, text, session)
        self.assertEqual(body['reply']['kind'], 'proposal', body['reply']['text'])
        return body['reply']['proposal']

    def decide(self, proposal, what='confirm', user=None):
        return self.call(user or self.user, 'POST', f'proposals/{proposal["id"]}/{what}/')

    def stands(self, proposal):
        return Proposal.objects.get(pk=proposal['id']).status

    def name(self):
        self.rack.refresh_from_db()
        return self.rack.name

    def test_asking_changes_nothing_and_confirming_does_so_under_the_user(self):
        proposal = self.propose()
        self.assertEqual(self.name(), 'R101')
        self.assertFalse(ObjectChange.objects.exists())
        shown = self.call(self.user, 'GET', f'proposals/{proposal["id"]}/').body
        self.assertEqual((shown['status']['value'], shown['changes']), ('pending', proposal['changes']))
        self.assertTrue(proposal['url'].startswith('http'))
        answer = self.decide(proposal)
        self.assertEqual((answer.status, answer.body['status']['value'], self.name()), (200, 'confirmed', 'R200'))
        self.assertEqual(answer.body['result']['display'], 'R200')
        change = ObjectChange.objects.get()
        session = ChatSession.objects.get(user=self.user)
        self.assertEqual((change.user, change.action, change.changed_object), (self.user, 'update', self.rack))
        self.assertEqual((change.prechange_data['name'], change.postchange_data['name']), ('R101', 'R200'))
        self.assertIn(f'session {session.pk}', change.message)

    def test_a_new_object_is_what_it_means_afterwards(self):
        proposal = self.propose('create a site Malmö with status planned')
        self.assertEqual(self.decide(proposal).status, 200)
        site = Site.objects.get(name='Malmö')
        self.assertEqual((site.status, site.slug, ObjectChange.objects.get().action), ('planned', 'malmo', 'create'))
        session = ChatSession.objects.get(user=self.user)
        again = self.propose('rename it to Malmö C', session=session.pk)
        self.assertEqual(again['object']['object_id'], site.pk)

    def test_an_object_is_deleted_with_a_record(self):
        self.assertEqual(self.decide(self.propose('delete vm1')).status, 200)
        self.assertFalse(VirtualMachine.objects.filter(name='vm1').exists())
        self.assertEqual(ObjectChange.objects.get().action, 'delete')

    def test_it_is_decided_once(self):
        for first, second in (
            ('confirm', 'confirm'),
            ('confirm', 'cancel'),
            ('cancel', 'confirm'),
            ('cancel', 'cancel'),
        ):
            with self.subTest(first=first, second=second):
                proposal = self.propose(f'set the description of R101 to {first} {second}')
                self.assertEqual(self.decide(proposal, first).status, 200)
                refused = self.decide(proposal, second)
                self.assertEqual((refused.status, refused.body['code']), (409, 'proposal_used'))
                self.assertIn('once more', refused.body['detail'])

    def test_only_who_asked_decides(self):
        proposal = self.propose()
        session = ChatSession.objects.get(user=self.user)
        session.participants.add(self.other)
        admin = make_user('root')
        admin.is_superuser = True
        admin.save()
        for user in (self.other, admin, make_user('eve', view=SEES)):
            for what in ('confirm', 'cancel'):
                with self.subTest(user=user, what=what):
                    self.assertEqual(self.decide(proposal, what, user).status, 404)
        for user in (self.other, make_user('mallory', view=SEES)):
            self.assertEqual(self.call(user, 'GET', f'proposals/{proposal["id"]}/').status, 404)
            self.assertEqual(self.call(user, 'GET', 'proposals/').body['count'], 0)
        self.assertEqual((self.stands(proposal), self.name()), ('pending', 'R101'))
        self.assertEqual(self.call(None, 'POST', f'proposals/{proposal["id"]}/confirm/').status, 403)

    def test_a_read_only_token_decides_nothing(self):
        proposal = self.propose()
        reader = self.user
        reader.plain_token, kept = token_header(reader, write_enabled=False), reader.plain_token
        self.assertEqual(self.decide(proposal, user=reader).status, 403)
        reader.plain_token = kept
        self.assertEqual(self.stands(proposal), 'pending')

    def test_permission_is_asked_again(self):
        proposal = self.propose()
        self.user.object_permissions.filter(actions=['change']).delete()
        refused = self.decide(proposal)
        self.assertEqual((refused.status, self.name()), (403, 'R101'))
        self.assertIn('dcim.change_rack', refused.body['detail'])
        # Nothing has happened, so it can be confirmed once the permission is there.
        grant(self.user, 'change', 'dcim.rack')
        self.assertEqual(self.decide(proposal).status, 200)

    def test_what_it_would_be_has_to_be_permitted_as_well(self):
        proposal = self.propose()
        self.user.object_permissions.filter(actions=['change']).delete()
        grant(self.user, 'change', 'dcim.rack', constraints={'name__startswith': 'R1'})
        refused = self.decide(proposal)
        self.assertEqual((refused.status, self.name()), (403, 'R101'))
        self.assertFalse(ObjectChange.objects.exists())

    def test_without_permission_there_is_no_proposal(self):
        for text in ('delete R102', 'set the status of oslo-rtr01 to offline', 'create a tenant Foo'):
            with self.subTest(text):
                reply = self.chat(self.user, text)['reply']
                self.assertNotIn('proposal', reply)
                self.assertRegex(reply['text'], r'permission \w+\.(add|change|delete)_\w+')
        self.assertFalse(Proposal.objects.exists())

    def test_an_object_that_was_changed_meanwhile_is_left_alone(self):
        first, second = self.propose(), self.propose('set the description of R101 to mine')
        self.assertEqual(self.decide(first).status, 200)
        refused = self.decide(second)
        self.assertEqual((refused.status, refused.body['code']), (409, 'object_changed'))
        self.rack.refresh_from_db()
        self.assertEqual((self.rack.description, self.stands(second)), ('', 'failed'))
        self.assertEqual(self.decide(second).body['code'], 'proposal_used')

    def test_an_object_that_is_gone_or_hidden_meanwhile(self):
        gone = self.propose('rename the rack 2048 to 2049')
        Rack.objects.filter(name='2048').delete()
        self.assertEqual(self.decide(gone).body['code'], 'object_changed')
        hidden = self.propose()
        self.user.object_permissions.filter(actions=['view'], object_types__model='rack').delete()
        self.assertEqual(self.decide(hidden).body['code'], 'object_changed')

    def test_more_than_was_shown_is_not_deleted(self):
        grant(self.user, 'delete', 'dcim.device')
        proposal = self.propose('delete oslo-rtr01')
        Device.objects.get(name='oslo-rtr01').interfaces.first().delete()
        refused = self.decide(proposal)
        self.assertEqual((refused.status, refused.body['code']), (409, 'object_changed'))
        self.assertTrue(Device.objects.filter(name='oslo-rtr01').exists())

    def test_what_is_no_longer_valid_is_told_field_by_field(self):
        proposal = self.propose('create a site Malmö')
        Site.objects.create(name='Malmö', slug='other')
        refused = self.decide(proposal)
        self.assertEqual((refused.status, refused.body['code']), (400, 'invalid'))
        self.assertIn('already exists', refused.body['name'][0])
        self.assertEqual(self.stands(proposal), 'failed')

    def test_its_time_is_limited(self):
        confirmed, cancelled = self.propose(), self.propose('set the description of R101 to late')
        past = timezone.now() - timedelta(seconds=1)
        Proposal.objects.update(expires=past)
        for proposal, what in ((confirmed, 'confirm'), (cancelled, 'cancel')):
            refused = self.decide(proposal, what)
            self.assertEqual((refused.status, refused.body['code'], self.name()), (409, 'proposal_expired', 'R101'))
        shown = self.call(self.user, 'GET', f'proposals/{confirmed["id"]}/').body
        self.assertEqual((shown['status']['value'], self.stands(confirmed)), ('expired', 'pending'))
        cleanup_service().expire()
        self.assertEqual(self.stands(confirmed), 'expired')

    def test_the_time_is_that_of_the_settings(self):
        chosen = {**ON['netbox_chat_sessions'], 'proposal_timeout': 60}
        with override_settings(PLUGINS_CONFIG={'netbox_chat_sessions': chosen}):
            left = Proposal.objects.get(pk=self.propose()['id']).expires - timezone.now()
        self.assertTrue(timedelta(seconds=50) < left <= timedelta(seconds=60))

    def test_words_do_not_confirm_and_other_messages_leave_it_alone(self):
        body = self.chat(self.user, 'rename R101 to R200')
        proposal, session = body['reply']['proposal'], body['session']['id']
        for text in ('yes', 'confirm', 'do it', 'go ahead', 'how many racks are there?', 'rename R102 to R201'):
            reply = self.chat(self.user, text, session)['reply']
            self.assertEqual((self.stands(proposal), self.name()), ('pending', 'R101'), text)
            if text in ('yes', 'confirm'):
                self.assertIn(f'/proposals/{proposal["id"]}/confirm/', reply['text'])
        dropped = self.chat(self.user, 'never mind', session)
        self.assertEqual((dropped['control'], self.stands(proposal)), ({'action': 'cancel'}, 'cancelled'))

    def test_yes_answers_a_question_back_first(self):
        session = self.chat(self.user, 'delete vm1')['session']['id']
        asked = self.chat(self.user, 'set the status of HQ-Osla to planned', session)['reply']
        self.assertEqual((asked['kind'], len(asked['choices'])), ('clarification', 1), asked['text'])
        chosen = self.propose('yes', session=session)
        self.assertEqual(chosen['object']['display'], 'HQ-Oslo')

    def test_namesakes_are_told_apart(self):
        session = self.chat(self.user, 'show BR-Bergen')['session']['id']
        body = self.chat(self.user, 'set the status of the rack Comms closet to planned', session)
        self.assertEqual(body['reply']['proposal']['object']['detail'], 'site BR-Bergen')
        self.assertIn('site BR-Bergen', body['reply']['text'])

    def test_a_conversation_that_is_not_stored_proposes_nothing(self):
        reply = self.chat(self.user, 'rename R101 to R200', stateless=True)['reply']
        self.assertEqual((reply['kind'], 'proposal' in reply), ('clarification', False))
        self.assertIn('not stored', reply['text'])
        history = [{'role': 'user', 'content': 'rename R101 to R200'}, {'role': 'assistant', 'content': 'Done.'}]
        self.chat(self.user, 'yes', stateless=True, history=history)
        self.assertFalse(Proposal.objects.exists())

    def test_no_more_once_it_is_switched_off_or_the_session_has_ended(self):
        proposal = self.propose()
        with override_settings(PLUGINS_CONFIG={'netbox_chat_sessions': {}}):
            self.assertEqual(self.decide(proposal).body['code'], 'proposals_disabled')
        session = ChatSession.objects.get(user=self.user)
        self.call(self.user, 'POST', f'sessions/{session.pk}/end/', {})
        self.assertEqual((self.decide(proposal).body['code'], self.name()), ('session_ended', 'R101'))

    def test_participants_read_what_they_may_see(self):
        region = Region.objects.create(name='Secret Coast', slug='secret-coast')
        body = self.chat(self.user, 'set the region of HQ-Oslo to Secret Coast')
        self.assertEqual(body['reply']['proposal']['changes'][0]['after'], region.name)
        session = ChatSession.objects.get(pk=body['session']['id'])
        session.participants.add(self.other)
        self.other.object_permissions.filter(actions=['view'], object_types__model='region').delete()
        grant(self.other, 'view', 'dcim.site', 'dcim.rack')
        seen = self.call(self.other, 'GET', f'interactions/{body["interaction"]["id"]}/')
        self.assertTrue(seen.body['withheld'])
        self.assertNotIn(b'Secret Coast', seen.raw)

    def test_a_value_that_may_not_be_seen_is_masked(self):
        Site.objects.filter(name='HQ-Oslo').update(tenant=Tenant.objects.create(name='Hidden Inc', slug='hidden'))
        self.user.object_permissions.filter(actions=['view']).delete()
        grant(self.user, 'view', 'dcim.site')
        grant(self.user, 'view', 'tenancy.tenant', constraints={'slug': 'blue-sky'})
        answer = self.call(self.user, 'POST', 'chat/', {'message': 'set the tenant of HQ-Oslo to Blue Sky, Inc.'})
        self.assertEqual(answer.body['reply']['kind'], 'proposal', answer.body['reply']['text'])
        self.assertNotIn(b'Hidden Inc', answer.raw)

    def test_credentials_in_a_text_are_masked(self):
        Rack.objects.filter(pk=self.rack.pk).update(comments='https://admin:hunter2@pdu.example/')
        answer = self.call(self.user, 'POST', 'chat/', {'message': 'clear the comments of R101'})
        self.assertEqual(answer.body['reply']['kind'], 'proposal')
        self.assertNotIn(b'hunter2', answer.raw)

    def test_reviewers_read_what_they_may_see(self):
        proposal = self.propose()
        reviewer = make_user('rev', view=('netbox_chat_sessions.proposal', 'netbox_chat_sessions.interaction'))
        grant(reviewer, 'view', 'netbox_chat_sessions.chatsession')
        shown = self.call(reviewer, 'GET', f'proposals/{proposal["id"]}/')
        self.assertTrue(shown.body['withheld'])
        self.assertNotIn(b'R101', shown.raw)
        self.assertNotIn(b'R200', shown.raw)

    def test_a_session_is_deleted_with_its_proposals(self):
        self.propose()
        Interaction.objects.update(status='answered')
        ChatSession.objects.update(status='ended', last_interaction=timezone.now() - timedelta(days=100))
        self.assertEqual(cleanup_service().purge().purged, 1)
        self.assertFalse(Proposal.objects.exists())

    def test_event_rules_hear_of_what_is_done_and_not_of_what_fails(self):
        rule = EventRule.objects.create(
            name='racks', event_types=['object_updated'], action_type='webhook',
            action_object=Webhook.objects.create(name='hook', payload_url='http://127.0.0.1:9/'),
        )  # fmt: skip
        rule.object_types.set([ObjectType.objects.get_for_model(Rack)])
        with patch('netbox.context_managers.flush_events') as flushed:
            first, second = self.propose(), self.propose('set the description of R101 to mine')
            self.decide(first)
            heard = [event['event_type'] for call in flushed.call_args_list for event in call.args[0]]
            self.assertEqual(heard, ['object_updated'])
            flushed.reset_mock()
            self.decide(second)
            self.assertFalse(flushed.called)
