"""What a participant may read of answers that were given to somebody who may see more."""

import pytest
from core.models import ObjectType
from dcim.models import Rack, Site
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from users.models import ObjectPermission

from netbox_chat_sessions.conversation.memory import OpenQuestion
from netbox_chat_sessions.conversation.objects import ObjectKey, ObjectRef
from netbox_chat_sessions.conversation.reading import Reading, Reference, ReferenceStatus
from netbox_chat_sessions.conversation.records import Outcome
from netbox_chat_sessions.conversation.reply import Choice, Reply, Table
from netbox_chat_sessions.models import Interaction
from netbox_chat_sessions.storage.withholding import readable, withheld
from tests.contracts.turns import ROUTE, ask, said


@pytest.fixture
def sites(db):
    return {name: Site.objects.create(name=name, slug=name) for name in ('open', 'hidden', 'gone')}


@pytest.fixture
def reader(db):
    return get_user_model().objects.create_user('bob')


def permit(user, model, constraints=None):
    permission = ObjectPermission.objects.create(name=f'view {model}', actions=['view'], constraints=constraints)
    permission.object_types.add(ObjectType.objects.get_for_model(model))
    permission.users.add(user)


def fresh(user):
    return get_user_model().objects.get(pk=user.pk)


def ref(obj):
    return ObjectRef(ObjectKey(obj._meta.label_lower, obj.pk), str(obj))


def reference(obj, status=ReferenceStatus.RESOLVED):
    field = 'objects' if status is ReferenceStatus.RESOLVED else 'candidates'
    return Reference('the site', 0, 8, status, **{field: (ref(obj),)})


WAYS = {
    'reference': lambda obj: {'reading': Reading('q', references=(reference(obj),))},
    'candidate': lambda obj: {'reading': Reading('q', references=(reference(obj, ReferenceStatus.AMBIGUOUS),))},
    'binding': lambda obj: {'reading': Reading('q', bindings=(reference(obj),))},
    'object': lambda obj: {'reply': Reply('t', objects=(ref(obj),))},
    'choice': lambda obj: {'reply': Reply('t', choices=(Choice(ref(obj)),))},
    'row': lambda obj: {'reply': Reply('t', blocks=(Table(('Name',), (('x',),), (ref(obj).key,)).as_json(),))},
    'listed': lambda obj: {'listed': (ref(obj).key,)},
    'mention': lambda obj: {'mentions': said(ref(obj))},
    'focus': lambda obj: {'focus': (ref(obj).key,)},
    'open question': lambda obj: {'open_question': OpenQuestion('q', 0, 1, (ref(obj).key,))},
}


def stored(store, session_id=None, **fields):
    reading, reply = fields.pop('reading', Reading('q')), fields.pop('reply', Reply('t'))
    admission = ask(store, 'about hidden', session_id)
    done = store.remember(admission, Outcome(reading, ROUTE, reply, 'inventory', 1, **fields))
    return Interaction.objects.get(pk=done.interaction.id)


@pytest.mark.parametrize('way', WAYS)
def test_an_answer_that_names_a_hidden_object_is_withheld(store, sites, reader, way):
    permit(reader, Site, {'name': 'open'})
    about = {name: stored(store, **WAYS[way](site)) for name, site in sites.items()}
    sites['gone'].delete()
    assert withheld(about.values(), fresh(reader)) == {about['hidden'].pk}


@pytest.mark.parametrize(
    ('grant', 'statements', 'hidden'),
    [
        (lambda user: None, 2, {'hidden', 'open'}),
        (lambda user: (permit(user, Site), permit(user, Rack)), 0, set()),
        (lambda user: (permit(user, Site, {'name': 'open'}), permit(user, Rack)), 1, {'hidden'}),
        (lambda user: (permit(user, Site, [{'name': 'open'}, {'name': 'hidden'}]), permit(user, Rack)), 1, set()),
    ],
    ids=['nothing', 'everything', 'some', 'both'],
)
def test_one_statement_for_each_constrained_type(store, sites, reader, grant, statements, hidden):
    rack = Rack.objects.create(name='R1', site=sites['open'])
    page = {name: stored(store, mentions=said(ref(site), ref(rack))) for name, site in sites.items() if name != 'gone'}
    page |= {number: stored(store, mentions=said(ref(rack))) for number in range(10) if hidden != {'hidden', 'open'}}
    grant(reader)
    user = fresh(reader)
    user.get_all_permissions()
    with CaptureQueriesContext(connection) as captured:
        found = withheld(page.values(), user)
    assert found == {page[name].pk for name in hidden}
    assert len(captured) == statements


@pytest.mark.parametrize(('total', 'hidden'), [(1, False), (2, True)])
def test_others_counted_what_the_reader_may_not_see(store, sites, user, reader, total, hidden):
    query = {'action': 'count', 'object_type': 'dcim.site'}
    turn = stored(store, reply=Reply('So many.', objects=(ref(sites['open']),), query=query, total=total))
    permit(reader, Site, {'name': 'open'})
    permit(user, Site, {'name': 'open'})
    assert withheld([turn], fresh(reader)) == ({turn.pk} if hidden else set())
    # Their own count is what they may see.
    assert withheld([turn], fresh(user)) == set()


def test_superusers_read_everything_for_nothing(store, sites, reader):
    reader.is_superuser = True
    turn = stored(store, mentions=said(ref(sites['hidden'])))
    with CaptureQueriesContext(connection) as captured:
        assert withheld([turn], reader) == set()
    assert not captured


def test_an_object_of_a_plugin_that_is_gone_hides_nothing(store, reader):
    turn = stored(store, listed=(ObjectKey('gone_plugin.thing', 1),))
    assert withheld([turn], fresh(reader)) == set()


def test_what_is_left_of_a_withheld_answer(store, sites, user, reader):
    hidden = ref(sites['hidden'])
    turn = stored(
        store,
        reading=Reading('about hidden', references=(reference(sites['hidden']),), resolved_message='about hidden site'),
        reply=Reply(
            'It is hidden.', objects=(hidden,), choices=(Choice(hidden),), query={'filters': {'id': [1]}}, total=1
        ),
        listed=(hidden.key,),
    )
    shown = readable(turn, reader, withheld=True)
    assert 'hidden' not in str(shown).replace('withheld', '')
    assert shown.response == shown.reply['text'] == 'This answer is about something that you may not see.'
    assert (shown.reply['objects'], shown.reply['choices'], shown.reply['query'], shown.reply['total']) == (
        [],
        [],
        None,
        None,
    )
    assert (shown.listed, shown.reading['references'], shown.withheld) == ([], [], True)
    assert shown.reading['query_type'] == 'standalone'
    assert readable(turn, user, withheld=True).query == 'about hidden'
    whole = readable(turn, reader, withheld=False)
    assert (whole.response, whole.listed, whole.withheld) == ('It is hidden.', [list(hidden.key)], False)


def test_a_withheld_question_without_an_answer(store, reader):
    turn = Interaction.objects.get(pk=ask(store, 'pending').interaction.id)
    shown = readable(turn, reader, withheld=True)
    assert (shown.reply, shown.reading, shown.listed) == ({}, {}, [])
