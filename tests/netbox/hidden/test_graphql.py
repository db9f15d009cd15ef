"""GraphQL tells a stranger nothing of somebody else's sessions: by no query, no filter and no other type.

Types and filters are read from the schema: a filter that nobody knows how to ask fails.
"""

from datetime import timedelta

from dcim.models import Site
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.test import Client, TestCase
from graphql import get_named_type, is_leaf_type
from netbox.graphql.schema import schema

from netbox_chat_sessions.models import ChatSession, EntityReference, Interaction
from tests.netbox.api.conversation_case import grant
from tests.sampling import sampled

from .records import MARK, MISSING, hidden_sessions, places

TYPES = schema._schema.type_map
# Query of a list, the type of its records, and what they are called among the hidden ones.
LISTS = {
    'chat_session': ('ChatSession', 'session'),
    'interaction': ('Interaction', 'interaction'),
    'entity_reference': ('EntityReference', 'reference'),
}
OURS = {f'{name}{kind}' for name, _ in LISTS.values() for kind in ('Type', 'Filter')}
TOGETHER = {'AND', 'OR', 'NOT', 'DISTINCT'}
# Filters over what no hidden record has.
EMPTY = {'tags', 'custom_field_data'}


class GraphQLTest(TestCase):
    @classmethod
    def setUpTestData(cls):
        create = get_user_model().objects.create_user
        owner, cls.root = (get_user_model().objects.create_superuser(name) for name in ('owner', 'root'))
        cls.ben, cls.reviewer = create('ben'), create('reviewer')
        labels = [model._meta.label_lower for model in (ChatSession, Interaction, EntityReference)]
        grant(cls.reviewer, 'view', labels[0], constraints={'title': 'Another one'})
        grant(cls.reviewer, 'view', *labels[1:], constraints={'session__title': 'Another one'})
        place = places()['site']
        for user in (cls.ben, cls.reviewer):
            grant(user, 'view', 'dcim.site')
        cls.hidden = hidden_sessions(owner, create('guest'), Site.objects.get(pk=place))['active']

    def ask(self, user, query, **variables):
        """What is answered."""
        client = Client()
        client.force_login(user)
        answer = client.post('/graphql/', {'query': query, 'variables': variables}, content_type='application/json')
        assert answer.status_code == 200, answer.content
        return answer.json()

    def listed(self, user, name, filters=None):
        """The records of a list, whole."""
        record = LISTS[name][0]
        query = f'query($f: {record}Filter) {{{name}_list(filters: $f) {{{selection(TYPES[f"{record}Type"])}}}}}'
        answer = self.ask(user, query, f=filters)
        assert 'errors' not in answer, (filters, answer['errors'])
        return answer['data'][f'{name}_list']

    def test_no_other_type_leads_to_them(self):
        ways = {
            f'{name}.{field}'
            for name, kind in TYPES.items()
            for field, found in getattr(kind, 'fields', {}).items()
            if get_named_type(found.type).name in OURS and field not in TOGETHER
        }
        ways |= {name for name, kind in TYPES.items() if OURS & {found.name for found in getattr(kind, 'types', ())}}
        assert ways == {f'Query.{name}{many}' for name in LISTS for many in ('', '_list')} | {
            'InteractionType.session',
            'EntityReferenceType.session',
            'InteractionFilter.session',
        }

    def test_lists_have_none_of_them(self):
        for name in LISTS:
            assert len(self.listed(self.root, name)) == 4
            for user in (self.ben, self.reviewer):
                with self.subTest(name, user=user):
                    assert self.listed(user, name) == []

    def test_a_record_by_its_id_is_like_one_that_does_not_exist(self):
        for name, (_, kind) in LISTS.items():
            query = f'query($id: ID!) {{{name}(id: $id) {{id}}}}'
            for user in (self.ben, self.reviewer):
                with self.subTest(name, user=user):
                    hidden = self.ask(user, query, id=self.hidden.ids[kind])
                    assert hidden == self.ask(user, query, id=MISSING[kind])
                    assert MARK not in str(hidden)

    def test_no_filter_tells_of_them(self):
        asked = (
            (name, kind, filters)
            for name, (record, kind) in LISTS.items()
            for filters in matching(TYPES[f'{record}Filter'], getattr(self.hidden, kind))
        )
        for name, kind, filters in sampled(asked, 4):
            with self.subTest(name, filters=filters):
                # Whoever may see it finds it so; otherwise that nothing is told proves nothing.
                assert str(self.hidden.ids[kind]) in {found['id'] for found in self.listed(self.root, name, filters)}
                for user in (self.ben, self.reviewer):
                    assert self.listed(user, name, filters) == []

    def test_no_combination_of_filters_tells_of_them(self):
        for name, (_, kind) in LISTS.items():
            found = {'id': {'exact': self.hidden.ids[kind]}}
            for filters in ({'AND': found}, {'OR': found}, {'NOT': {'id': {'exact': MISSING[kind]}}}):
                with self.subTest(name, filters=filters):
                    assert self.listed(self.root, name, filters) != []
                    assert self.listed(self.ben, name, filters) == []


def selection(kind, depth=1):
    """All fields of a type, and those of the types behind them."""
    fields = []
    for name, field in kind.fields.items():
        if any(argument.type.__class__.__name__ == 'GraphQLNonNull' for argument in field.args.values()):
            continue
        inner = get_named_type(field.type)
        if is_leaf_type(inner):
            fields.append(name)
        elif depth and hasattr(inner, 'fields'):
            fields.append(f'{name} {{{selection(inner, depth - 1)}}}')
    return ' '.join(fields)


def matching(kind, record):
    """Filters that a record passes, for every field of a filter type."""
    for name, field in kind.fields.items():
        if name in TOGETHER | EMPTY:
            continue
        for value in lookups(name, get_named_type(field.type).name, record):
            yield {name: value}


def lookups(name, kind, record):
    """What to look for in one field.

    Raises:
        LookupError: Nothing is known of such a filter; add it.
    """
    value = getattr(record, name)
    match kind:
        case 'StrFilterLookup':
            operators = ('exact', 'i_exact', 'contains', 'i_contains', 'starts_with', 'ends_with', 'regex')
            return [{operator: value} for operator in operators] + [{'in_list': [value]}, {'is_null': False}]
        case 'DatetimeFilterLookup':
            before, after = ((value + timedelta(days=days)).isoformat() for days in (-1, 1))
            return [
                {'exact': value.isoformat()},
                {'gt': before},
                {'lt': after},
                {'range': {'start': before, 'end': after}},
            ]
        case 'IDComparisonFilterLookup':
            return [{'exact': value}, {'in_list': [value]}, {'gte': value}]
        case 'BoolFilterLookup':
            return [{'exact': value}]
        case 'ID':
            return [value]
        case 'ChatSessionFilter':
            return list(matching(TYPES[kind], value))
        case 'ContentTypeFilter':
            assert isinstance(value, ContentType)
            return [{'model': {'exact': value.model}}]
    raise LookupError(f'Nothing is known of {name}: {kind}')
