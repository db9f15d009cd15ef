"""Asking about rows that were chosen in one of NetBox's lists."""

import re
from uuid import uuid4

from dcim.models import Device, DeviceRole, DeviceType, Manufacturer
from django.urls import reverse
from users.models import User

from netbox_chat_sessions.models import ChatSession, Interaction
from netbox_chat_sessions.ui.selection import MOST

from .records import allow, open_session
from .test_panel import HOSTILE, PREFIX, PanelCase


class SelectionCase(PanelCase):
    """Four devices, the last of which Ann may not see; the second one is planned."""

    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        maker = Manufacturer.objects.create(name='Acme', slug='acme')
        kind = DeviceType.objects.create(manufacturer=maker, model='S1', slug='s1')
        role = DeviceRole.objects.create(name='Switch', slug='switch')
        cls.devices = [
            Device.objects.create(
                name=name, site=cls.site, device_type=kind, role=role, status='planned' if name == 'sw2' else 'active'
            )
            for name in ('sw1', 'sw2', 'sw3', 'secret9')
        ]
        allow(cls.ann, 'view', Device, name__startswith='sw')

    def choose(self, *devices, session=None, **fields):
        fields = {'selected_type': 'dcim.device', 'turn_id': uuid4(), **fields}
        if session:
            fields['session'] = session
        chosen = fields.pop('selected', ','.join(str(device.pk) for device in devices))
        return self.client.post(reverse(f'{PREFIX}panel_selection'), {'selected': chosen, **fields})

    def say(self, message):
        """The text of the answer in the latest session."""
        answer = self.send(message=message, session=ChatSession.objects.latest('pk').pk)
        assert answer.status_code == 200, answer.content
        return Interaction.objects.latest('pk').response


class ChoosingTest(SelectionCase):
    def test_the_chosen_ones_are_what_the_next_questions_are_about(self):
        for message, told, not_told in (
            ('which of them are planned?', '1 device', '3'),
            ('how many of these devices are active?', '2 devices', '3'),
            ('how many are active?', '2 devices', '3'),
            ('only the planned ones', '1 device', '3'),
            ('where is the second one?', 'sw2', 'sw1'),
        ):
            with self.subTest(message):
                shown = self.choose(*self.devices[2::-1]).content.decode()
                assert 'About these 3 devices: sw3, sw2, sw1' in shown
                answer = self.say(message)
                assert told in answer
                assert not_told not in answer

    def test_a_single_one_is_it(self):
        assert 'About device sw2' in self.choose(self.devices[1]).content.decode()
        assert 'sw2' in self.say('where is it?')

    def test_it_may_have_the_largest_primary_key_there_is(self):
        self.devices[1].pk = 2**63 - 1
        self.devices[1].name = 'sw9'
        self.devices[1].save(force_insert=True)
        assert 'About device sw9' in self.choose(self.devices[1]).content.decode()
        assert self.choose(selected=str(2**63)).status_code == 400

    def test_the_choice_counts_more_than_what_was_asked_before(self):
        session = ChatSession.objects.get(pk=self.ask_first())
        self.choose(self.devices[0], self.devices[1], session=session.pk)
        assert '1 device' in self.say('which of them are active?')

    def ask_first(self):
        self.send(message='which devices are at Akron?')
        return ChatSession.objects.latest('pk').pk

    def test_what_may_not_be_seen_is_left_out(self):
        shown = self.choose(*self.devices).content.decode()
        assert 'About these 3 devices' in shown
        assert 'secret9' not in shown
        only = self.choose(self.devices[3])
        missing = self.choose(selected='987654')
        assert only.status_code == missing.status_code == 404
        assert only.content == missing.content

    def test_it_is_stored_once(self):
        session, turn = open_session(self.ann).pk, uuid4()
        for _ in range(2):
            self.choose(self.devices[0], session=session, turn_id=turn)
        assert Interaction.objects.count() == 1

    def test_bad_choices_leave_nothing_behind(self):
        for fields in (
            {'selected': ''},
            {'selected': '1,x'},
            {'selected': '-1'},
            {'selected': ','.join(map(str, range(1, MOST + 2)))},
            {'selected_type': 'netbox_chat_sessions.chatsession'},
            {'selected_type': 'nowhere.nothing'},
            {'selected_type': 'users.token'},
        ):
            assert self.choose(self.devices[0], **fields).status_code in (400, 404), fields
        other = open_session(User.objects.create_user(username='ben'))
        assert self.choose(self.devices[0], session=other.pk).status_code == 404
        assert not Interaction.objects.exists()
        assert list(ChatSession.objects.all()) == [other]

    def test_names_are_escaped(self):
        Device.objects.filter(pk=self.devices[0].pk).update(name=f'sw{HOSTILE}'[:64])
        shown = self.choose(self.devices[0]).content.decode()
        assert '<script>alert' not in shown

    def test_who_may_not_see_all_of_them_reads_no_names(self):
        session = open_session(self.ann)
        self.choose(*self.devices[:3], session=session.pk)
        ben = User.objects.create_user(username='ben')
        allow(ben, 'view', Device, name='sw1')
        session.participants.add(ben)
        self.client.force_login(ben)
        assert 'sw3' not in self.transcript(session)


class ButtonsTest(SelectionCase):
    def page(self, url):
        return self.client.get(url).content.decode()

    def test_pages_of_objects_and_lists_have_them(self):
        assert 'data-chat-ask>' in self.page(self.devices[0].get_absolute_url())
        page = self.page(reverse('dcim:device_list'))
        assert re.search(r'data-chat-ask-selected="dcim.device"[^>]*disabled', page, re.DOTALL)

    def test_pages_of_nothing_that_can_be_asked_about_have_none(self):
        session = open_session(self.ann)
        for url in (session.get_absolute_url(), reverse(f'{PREFIX}chatsession_list'), reverse('home')):
            assert not re.search('<button[^>]*data-chat-ask', self.page(url)), url

    def test_who_has_no_panel_has_no_buttons(self):
        self.ann.config.set('plugins.netbox_chat_sessions.panel', 'hidden', commit=True)
        for url in (self.devices[0].get_absolute_url(), reverse('dcim:device_list')):
            assert 'data-chat-ask' not in self.page(url)

    def test_suggestions_for_the_page(self):
        url = reverse(f'{PREFIX}panel_suggestions')
        page = self.client.get(url, {'page': self.devices[0].get_absolute_url()}).content.decode()
        assert 'Where is this device?' in page
        assert 'data-chat-suggestion' not in self.client.get(url, {'page': '/dcim/devices/'}).content.decode()
        assert (
            'data-chat-suggestion'
            not in self.client.get(url, {'page': self.devices[3].get_absolute_url()}).content.decode()
        )


class LatestTest(PanelCase):
    """A browser that has not seen the chat goes on where the user was."""

    def test_the_latest_own_session_that_is_open(self):
        ben = User.objects.create_user(username='ben')
        assert 'data-session=""' in self.transcript_of_latest()
        first, second = open_session(self.ann, 'First'), open_session(self.ann, 'Second')
        shared = open_session(ben, 'Shared')
        shared.participants.add(self.ann)
        for session in (first, second, shared):
            self.client.force_login(session.user)
            self.send(message='how many sites are there?', session=session.pk)
        self.client.force_login(self.ann)
        assert f'data-session="{second.pk}"' in self.transcript_of_latest()
        ChatSession.objects.filter(pk=second.pk).update(status='expired')
        assert f'data-session="{first.pk}"' in self.transcript_of_latest()

    def transcript_of_latest(self):
        return self.client.get(reverse(f'{PREFIX}panel'), {'session': 'latest'}).content.decode()
