"""Whether an answer is as the OpenAPI document says, with nothing in it that the document does not name."""

from functools import cache
from urllib.parse import parse_qs, urlsplit

import requests
import schemathesis
from django.http import HttpResponse
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.schemas import OpenApiSchema

from .document import document

# Of any API: a method or a media type that is not offered.
UNDESCRIBED = (405, 415)
# With these a client asks for other keys than the document names.
CHOOSING = {'brief', 'fields', 'omit'}
# Each field that is wrong has a key of its own.
OPEN = ('Error', 'BulkOperationError')


@cache
def strict() -> OpenApiSchema:
    """The document, with objects that have the keys it names and no others."""
    found = document()
    for name, schema in found['components']['schemas'].items():
        if 'properties' in schema and name not in OPEN:
            schema['additionalProperties'] = False
        if name.startswith('Paginated'):
            # NetBox does not count where a page begins with an ID (`?start=`).
            schema['properties']['count']['nullable'] = True
    return schemathesis.openapi.from_dict(found)


def check_described(method: str, url: str, response: HttpResponse) -> None:
    """Compare an answer of the REST API with the document.

    Raises:
        AssertionError: The document has no such answer, or it does not look like this one.
    """
    address, status = urlsplit(url), response.status_code
    operation = strict().find_operation_by_path(method, address.path)
    if operation is None or status in UNDESCRIBED:
        return
    assert operation.responses.find_by_status_code(status), f'{operation.label} does not say that it answers {status}'
    if CHOOSING & set(parse_qs(address.query)) or response.streaming:
        return
    request = requests.Request(method, f'http://testserver{url}').prepare()
    headers = {'content-type': [response['Content-Type']]} if 'Content-Type' in response else {}
    operation.validate_response(Response(status, headers, response.content, request, 0.0, False))
