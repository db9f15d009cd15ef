"""The OpenAPI document: complete and valid for the plugin's paths."""

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from .contract import PROPOSING

BASE = '/api/plugins/chat-sessions/'
SESSION = f'{BASE}sessions/{{id}}/'

OPERATIONS = {
    (f'{BASE}health/', 'get'): {200, 403, 503},
    (f'{BASE}chat/', 'post'): {200, 202, 400, 403, 404, 409, 413, 429, 503},
    (f'{BASE}sessions/', 'get'): {200},
    (f'{BASE}sessions/', 'post'): {201, 400, 403},
    (f'{BASE}sessions/', 'patch'): {200, 400, 403},
    (f'{BASE}sessions/', 'delete'): {204, 400, 403, 409},
    (SESSION, 'get'): {200},
    (SESSION, 'patch'): {200},
    (SESSION, 'delete'): {204},
    (f'{SESSION}context/', 'get'): {200, 400, 403, 404, 503},
    (f'{SESSION}interactions/', 'get'): {200},
    (f'{SESSION}interactions/', 'post'): {201, 400, 403, 404, 409, 413, 503},
    (f'{SESSION}resolve/', 'post'): {200, 400, 403, 404, 413, 503},
    (f'{SESSION}classify/', 'post'): {200, 400, 403, 404, 413, 503},
    (f'{SESSION}end/', 'post'): {200, 400, 403, 404, 409, 413, 503},
    (f'{SESSION}handoff/', 'get'): {200, 403, 404, 503},
    (f'{SESSION}handoff/', 'post'): {200, 400, 403, 404, 409, 413, 503},
    (f'{SESSION}handoff/', 'delete'): {200, 403, 404, 409, 503},
    (f'{SESSION}messages/', 'post'): {201, 400, 403, 404, 409, 413, 503},
    (f'{SESSION}release/', 'post'): {200, 400, 403, 404, 409, 413, 503},
    (f'{SESSION}memory/', 'get'): {200},
    (f'{SESSION}memory/', 'delete'): {204, 403, 404, 503},
    (f'{SESSION}memory/{{reference}}/', 'patch'): {200, 400, 403, 404, 413, 503},
    (f'{SESSION}memory/{{reference}}/', 'delete'): {204, 403, 404, 503},
    (f'{BASE}interactions/', 'get'): {200},
    (f'{BASE}interactions/{{id}}/', 'get'): {200},
    (f'{BASE}interactions/{{id}}/', 'patch'): {200},
    (f'{BASE}interactions/{{id}}/stop/', 'post'): {200, 403, 404, 503},
    (f'{BASE}entity-references/', 'get'): {200},
    (f'{BASE}entity-references/{{id}}/', 'get'): {200},
    (f'{BASE}proposals/', 'get'): {200},
    (f'{BASE}proposals/{{id}}/', 'get'): {200},
    (f'{BASE}proposals/{{id}}/confirm/', 'post'): {200, 400, 403, 404, 409, 503},
    (f'{BASE}proposals/{{id}}/cancel/', 'post'): {200, 403, 404, 409, 503},
}


class OwnPaths(SchemaGenerator):
    """Looks at the plugin's paths alone."""

    def _get_paths_and_endpoints(self):
        return [endpoint for endpoint in super()._get_paths_and_endpoints() if endpoint[0].startswith(BASE)]


@pytest.fixture(scope='module')
def document(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        GENERATOR_STATS.reset()
        return OwnPaths().get_schema(request=None, public=True)


def test_it_is_made_without_a_warning(document):
    complaints = [message for found in (GENERATOR_STATS._warn_cache, GENERATOR_STATS._error_cache) for message in found]
    assert complaints == []


def test_it_is_valid(document):
    validate_schema(document)


def test_every_operation_is_there_with_its_answers(document):
    found = {
        (path, method): {int(code) for code in operation['responses']}
        for path, operations in document['paths'].items()
        for method, operation in operations.items()
    }
    assert {key: codes for key, codes in found.items() if key != (BASE, 'get')} == OPERATIONS


def test_operations_have_names_of_their_own(document):
    names = [operation['operationId'] for path in document['paths'].values() for operation in path.values()]
    assert len(names) == len(set(names))


def test_the_answer_of_a_turn_is_described_to_its_leaves(document):
    operation = document['paths'][f'{BASE}chat/']['post']
    content = operation['responses']['200']['content']
    assert set(content) == {'application/json', 'text/event-stream'}
    assert_described(document, content['application/json']['schema'], PROPOSING, 'answer')


def test_the_request_of_a_turn_is_described(document):
    operation = document['paths'][f'{BASE}chat/']['post']
    assert set(operation['requestBody']['content']) == {'application/json'}
    request = resolved(document, operation['requestBody']['content']['application/json']['schema'])
    assert set(request['properties']) == {
        'message', 'session', 'turn_id', 'page', 'choice', 'history', 'stateless',
    }  # fmt: skip


def resolved(document, schema):
    """The schema behind references."""
    while '$ref' in schema or 'allOf' in schema:
        [schema] = [schema] if '$ref' in schema else schema['allOf']
        if '$ref' in schema:
            schema = document['components']['schemas'][schema['$ref'].rsplit('/', 1)[1]]
    return schema


def assert_described(document, schema, shape, where):
    """Every key of the contract's shape stands in the schema."""
    found = resolved(document, schema)
    if isinstance(shape, dict):
        assert set(found['properties']) == set(shape), where
        for key, inner in shape.items():
            assert_described(document, found['properties'][key], inner, f'{where}.{key}')
    elif isinstance(shape, list):
        assert found['type'] == 'array', where
        assert_described(document, found['items'], shape[0], f'{where}[]')
