"""No filter tells whether somebody else has a record, or that a user is there whom the reader may not see."""

from dcim.models import Site
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Model
from django.test import Client, TestCase, override_settings
from django_filters import ModelMultipleChoiceFilter

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction, Proposal
from tests.netbox.views.records import open_session
from tests.sampling import sampled

from .records import FIRST, MARK, MISSING, hidden_sessions, places
from .requests import Asked, Request
from .urls import all_urls

UNTHROTTLED = settings.PLUGINS_CONFIG | {'netbox_chat_sessions': {'throttle': None}}
RECORDS = {ChatSession: 'session', Interaction: 'interaction', EntityReference: 'reference', Proposal: 'proposal'}
OWNER = 74_440_001


@override_settings(PLUGINS_CONFIG=UNTHROTTLED)
class FiltersTest(TestCase):
    """Ben asks each list for what the hidden record has, and for what no record has."""

    @classmethod
    def setUpTestData(cls):
        users = get_user_model().objects
        owner = users.create_user(pk=OWNER, username=f'{MARK}-owner')
        guest = users.create_user(pk=OWNER + 1, username=f'{MARK}-guest')
        cls.ben, cls.root = users.create_user('ben'), users.create_superuser('root')
        open_session(cls.ben, 'Own')
        cls.places = places()
        cls.hidden = hidden_sessions(owner, guest, Site.objects.get(pk=cls.places['site']))['handoff']
        cls.lists = [(url, found) for url in all_urls() if (found := filterset_of(url))]

    def test_every_filter(self):
        client = Client()
        client.force_login(self.ben)
        assert {filterset._meta.model for _, filterset in self.lists} == set(RECORDS)
        for url, name, value, other in sampled(self.filters(), 3):
            with self.subTest(url.route, filter=name, value=value):
                hidden, missing = (
                    Asked.of(Request('GET', url, query=f'?{name}={sent}').send(client, self.places), alone(sent))
                    for sent in (value, other)
                )
                assert hidden.unlike(missing) == []
                assert MARK.encode() not in hidden.body

    def filters(self):
        for url, filterset in self.lists:
            record = getattr(self.hidden, RECORDS[filterset._meta.model])
            for name, filter_ in filterset.base_filters.items():
                # Pages are slow, and their filters are those of the API; what they show of a filter is their own.
                if url.is_api or isinstance(filter_, ModelMultipleChoiceFilter):
                    yield from ((url, name, value, other) for value, other in values(filter_, record))

    def test_they_would_tell_somebody_who_may_see_it(self):
        """Otherwise that nothing is told proves nothing."""
        client = Client()
        for url, filterset in self.lists:
            if not url.is_api:
                continue
            record = getattr(self.hidden, RECORDS[filterset._meta.model])
            # Proposals are their author's alone.
            client.force_login(record.user if isinstance(record, Proposal) else self.root)
            for name in ('id', 'session_id'):
                for value, _ in values(filterset.base_filters.get(name), record):
                    answer = Request('GET', url, query=f'?{name}={value}').send(client, {})
                    assert answer.json()['count'] >= 1, (url.route, name)


def filterset_of(url):
    """The filters of the records that a URL lists; nothing where it lists none."""
    found = getattr(url.view, 'filterset_class', None) or getattr(url.view, 'filterset', None)
    return found if found and not url.records else None


def alone(sent):
    """A value by its name, where it cannot be part of another one."""
    return {'value': sent} if len(str(sent)) > 5 else {}


def values(filter_, record):
    """What to ask a filter for: what the record has, and what nothing has."""
    if isinstance(filter_, ModelMultipleChoiceFilter):
        yield from related(filter_, record)
    elif filter_ is not None:
        found = getattr(record, (filter_.field_name or '').split('__')[0], None)
        if isinstance(found, bool) or found is None or isinstance(found, Model):
            return
        yield from alike(found)


def alike(value):
    """A value, and another one of its kind that nothing has."""
    if isinstance(value, int):
        numbers = {FIRST[name]: MISSING[name] for name in FIRST}
        yield value, next((missing for first, missing in numbers.items() if 0 <= value - first < 10), value + 987_654)
    elif isinstance(value, str) and MARK in value:
        yield value, value.replace(MARK, 'Zebra77')


def related(filter_, record):
    """A related record, and one that does not exist."""
    field = filter_.extra.get('to_field_name')
    queryset = filter_.extra['queryset']
    model = (queryset(None) if callable(queryset) else queryset).model
    if model is get_user_model():
        yield (f'{MARK}-owner', 'Zebra77-owner') if field else (OWNER, OWNER + 5_000)
        yield (f'{MARK}-guest', 'Zebra77-guest') if field else (OWNER + 1, OWNER + 5_001)
    elif model is ChatSession:
        yield FIRST['session'] + 1, MISSING['session']
