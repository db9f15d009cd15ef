"""Parameters that nobody means in the addresses of pages: whatever they are, no page is an error of the server."""

from itertools import product

from django.contrib.auth import get_user_model
from django.test import Client, TestCase

from tests.netbox.hidden.urls import all_urls
from tests.netbox.undone import undone
from tests.sampling import sampled

from .records import own_records
from .test_texts import PARAMETERS, encoded
from .texts import SHARP

# What fits into an address.
TEXTS = {label: text for label, text in SHARP.items() if len(text) < 10_000}
# What NetBox's lists read beside what lists of the REST API do.
OF_LISTS = ('filter', 'tableconfig_id', 'embedded', '_all')
FAILING = (('filter', 'NUL'), ('sort', 'NUL'), ('export', 'NUL'), ('tableconfig_id', 'no number'))


class PagesTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.user = get_user_model().objects.create_superuser('anna')
        cls.ids = own_records(cls.user)

    def setUp(self):
        self.client = Client(raise_request_exception=False)
        self.client.force_login(self.user)

    def served(self, url, names, label, ask=None):
        """A page is there, or is refused for a reason."""
        with self.subTest(url.route, parameters=names, text=label), undone():
            query = encoded(dict.fromkeys(names, TEXTS[label]))
            answer = (ask or self.client.get)(f'{url.path(self.ids)}?{query}')
            assert answer.status_code < 500, answer.content[:300]

    def pages(self):
        """Every page with the parameters that it reads; what the panel asks for is in `test_texts`."""
        for url in all_urls():
            if not url.is_api and '/panel/' not in url.route:
                filterset = getattr(url.view, 'filterset', None)
                yield url, (*PARAMETERS, *OF_LISTS, *(filterset.base_filters if filterset else ()))

    def lists(self):
        """Those that filter what they show."""
        return [(url, names) for url, names in self.pages() if getattr(url.view, 'filterset', None)]

    def test_what_fails_in_lists_of_netbox_is_refused(self):
        for (url, _), (name, label) in product(self.lists(), FAILING):
            with self.subTest(url.route, parameter=name), undone():
                answer = self.client.get(f'{url.path(self.ids)}?{encoded({name: TEXTS[label]})}')
                assert answer.status_code == 400

    def test_all_parameters_at_once(self):
        for (url, names), label in sampled(product(self.pages(), TEXTS), 3):
            self.served(url, names, label)

    def test_each_parameter_of_lists(self):
        """One may keep another from being read."""
        each = ((url, name, label) for url, names in self.lists() for name, label in product(names, TEXTS))
        for url, name, label in sampled(each, 233):
            self.served(url, (name,), label)

    def test_all_sessions_of_a_list_are_deleted_by_its_filters(self):
        for (url, names), label in product(self.lists(), TEXTS):
            if url.route.endswith('/sessions/delete/'):
                self.served(url, names, label, lambda path: self.client.post(path, {'_all': 'on'}))
