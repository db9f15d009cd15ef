"""The OpenAPI document: complete and valid for the plugin's paths."""

from types import NoneType

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from . import document as own
from .contract import ACCEPTED, ANSWER, CONTEXT, CONTROLLED, ERROR, PREVIEW, PREVIEWED, RECORDED, SENT
from .document import BASE

LIST = f'{BASE}sessions/'
SESSION = f'{LIST}{{id}}/'
TYPES = {str: 'string', int: 'integer', float: 'number', bool: 'boolean', dict: 'object'}

# Whatever is called.
COMMON = {400, 403, 503}
OPERATIONS = {
    (f'{BASE}health/', 'get'): {200},
    (f'{BASE}chat/', 'post'): {200, 202, 404, 409, 413, 429},
    (LIST, 'get'): {200},
    (LIST, 'post'): {201},
    (LIST, 'patch'): {200},
    (LIST, 'delete'): {204, 409},
    (SESSION, 'get'): {200, 404},
    (SESSION, 'patch'): {200, 404},
    (SESSION, 'delete'): {204, 404, 409},
    (f'{SESSION}context/', 'get'): {200, 404},
    (f'{SESSION}interactions/', 'get'): {200, 404},
    (f'{SESSION}interactions/', 'post'): {201, 404, 409, 413},
    (f'{SESSION}resolve/', 'post'): {200, 404, 413},
    (f'{SESSION}classify/', 'post'): {200, 404, 413},
    (f'{SESSION}end/', 'post'): {200, 404, 409, 413},
    (f'{SESSION}handoff/', 'get'): {200, 404},
    (f'{SESSION}handoff/', 'post'): {200, 404, 409, 413},
    (f'{SESSION}handoff/', 'delete'): {200, 404, 409},
    (f'{SESSION}messages/', 'post'): {201, 404, 409, 413},
    (f'{SESSION}release/', 'post'): {200, 404, 409, 413},
    (f'{SESSION}memory/', 'get'): {200, 404},
    (f'{SESSION}memory/', 'delete'): {204, 404},
    (f'{SESSION}memory/{{reference}}/', 'patch'): {200, 404, 413},
    (f'{SESSION}memory/{{reference}}/', 'delete'): {204, 404},
    (f'{BASE}interactions/', 'get'): {200},
    (f'{BASE}interactions/{{id}}/', 'get'): {200, 404},
    (f'{BASE}interactions/{{id}}/', 'patch'): {200, 404},
    (f'{BASE}interactions/{{id}}/stop/', 'post'): {200, 404},
    (f'{BASE}entity-references/', 'get'): {200},
    (f'{BASE}entity-references/{{id}}/', 'get'): {200, 404},
    (f'{BASE}proposals/', 'get'): {200},
    (f'{BASE}proposals/{{id}}/', 'get'): {200, 404},
    (f'{BASE}proposals/{{id}}/confirm/', 'post'): {200, 404, 409},
    (f'{BASE}proposals/{{id}}/cancel/', 'post'): {200, 404, 409},
}


ANSWERS = [
    (f'{BASE}chat/', 'post', 200, ANSWER),
    (f'{BASE}chat/', 'post', 202, ACCEPTED),
    (f'{SESSION}context/', 'get', 200, CONTEXT),
    (f'{SESSION}resolve/', 'post', 200, PREVIEW),
    (f'{SESSION}classify/', 'post', 200, PREVIEW),
    (f'{SESSION}end/', 'post', 200, CONTROLLED),
    (f'{SESSION}handoff/', 'post', 200, CONTROLLED),
    (f'{SESSION}release/', 'post', 200, CONTROLLED),
]
BODIES = [
    (f'{BASE}chat/', SENT),
    (f'{SESSION}resolve/', PREVIEWED),
    (f'{SESSION}classify/', PREVIEWED),
    (f'{SESSION}interactions/', RECORDED),
]


@pytest.fixture(scope='module')
def document(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        GENERATOR_STATS.reset()
        return own.document()


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
    assert {key: codes - COMMON for key, codes in found.items() if key != (BASE, 'get')} == OPERATIONS
    assert all(codes >= COMMON for key, codes in found.items() if key != (BASE, 'get'))


def test_operations_have_names_of_their_own(document):
    names = [operation['operationId'] for path in document['paths'].values() for operation in path.values()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(('path', 'method', 'status', 'shape'), ANSWERS)
def test_answers_are_described_as_they_are_promised(document, path, method, status, shape):
    content = document['paths'][path][method]['responses'][str(status)]['content']
    assert_described(document, content['application/json']['schema'], shape, 'answer')


@pytest.mark.parametrize(('path', 'shape'), BODIES)
def test_bodies_are_described_as_they_are_promised(document, path, shape):
    content = document['paths'][path]['post']['requestBody']['content']
    assert set(content) == {'application/json'}
    assert_described(document, content['application/json']['schema'], shape, 'body')


def test_a_turn_can_be_streamed(document):
    responses = document['paths'][f'{BASE}chat/']['post']['responses']
    assert set(responses['200']['content']) == {'application/json', 'text/event-stream'}


def test_every_error_has_a_code_and_a_detail(document):
    for (path, method), codes in OPERATIONS.items():
        # NetBox describes what lists of records answer.
        for code in (code for code in codes | COMMON if code >= 400 and not (path == LIST and method != 'get')):
            content = document['paths'][path][method]['responses'][str(code)]['content']
            if path != f'{BASE}health/':
                assert_described(document, content['application/json']['schema'], ERROR, f'{method} {path} {code}')


def resolved(document, schema):
    """The schema behind references, and whether null may stand for it."""
    nullable = schema.get('nullable', False)
    while '$ref' in schema or 'allOf' in schema:
        [schema] = [schema] if '$ref' in schema else schema['allOf']
        if '$ref' in schema:
            schema = document['components']['schemas'][schema['$ref'].rsplit('/', 1)[1]]
    return schema, nullable


def assert_described(document, schema, shape, where):
    """Keys, types, words and whether there may be none: all of it stands in the schema."""
    found, nullable = resolved(document, schema)
    if isinstance(shape, dict) and str in shape:
        assert_described(document, found['additionalProperties'], shape[str], f'{where}.*')
    elif isinstance(shape, dict):
        assert set(found['properties']) == set(shape), where
        for key, inner in shape.items():
            assert_described(document, found['properties'][key], inner, f'{where}.{key}')
    elif isinstance(shape, list):
        assert found['type'] == 'array', where
        assert_described(document, found['items'], shape[0], f'{where}[]')
    else:
        allowed = shape if isinstance(shape, tuple) else (shape,)
        assert nullable == any(each in (None, NoneType) for each in allowed), where
        words = [each for each in allowed if isinstance(each, str)]
        assert [word for word in found.get('enum', ()) if word] == words, where
        assert found['type'] == ('string' if words else TYPES[allowed[0]]), where
