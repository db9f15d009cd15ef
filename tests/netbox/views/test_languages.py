"""What users see of the chat whose language is another than English."""

from dcim.models import Rack, Site
from django.conf import settings
from django.test import TestCase, override_settings
from django.urls import reverse
from django.utils import translation
from users.models import User

from .records import allow

PREFIX = 'plugins:netbox_chat_sessions:'
SHELL = {
    'de': 'Fragen Sie etwas zu Ihrem Netzwerk…',
    'es': 'Pregunte sobre su red…',
    'fr': 'Posez une question sur votre réseau…',
    'ja': 'ネットワークについて質問…',
}


# People log in here, which takes a second with the hashes of passwords that are kept.
@override_settings(PASSWORD_HASHERS=['django.contrib.auth.hashers.MD5PasswordHasher'])
class LanguagesTest(TestCase):
    """Users who have said in their preferences which language they read, and log in."""

    @classmethod
    def setUpTestData(cls):
        cls.user = User.objects.create_user(username='gerda', password='Quittung-7-Birnbaum')
        for model in (Site, Rack):
            allow(cls.user, 'view', model)
        cls.rack = Rack.objects.create(name='R103', site=Site.objects.create(name='Akron', slug='akron'))

    def setUp(self):
        # A request leaves its language active.
        self.enterContext(translation.override('en'))

    def log_in(self, language):
        self.user.config.set('locale.language', language, commit=True)
        answer = self.client.post(reverse('login'), {'username': 'gerda', 'password': 'Quittung-7-Birnbaum'})
        assert answer.cookies[settings.LANGUAGE_COOKIE_NAME].value == language

    def test_the_panel_is_in_the_language_of_the_user(self):
        for language, said in SHELL.items():
            with self.subTest(language):
                self.log_in(language)
                page = self.client.get(reverse('home')).content.decode()
                assert said in page
                assert 'Ask about your network' not in page

    def test_suggestions_are_english_as_questions_are(self):
        self.log_in('de')
        page = self.client.get(reverse(f'{PREFIX}panel'), {'page': self.rack.get_absolute_url()}).content.decode()
        assert 'Vorschläge' in page
        assert 'How full is this rack?' in page
        assert 'Which racks are the fullest?' in page
