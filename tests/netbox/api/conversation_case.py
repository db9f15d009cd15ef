"""What the tests of the REST API share: two users with tokens, and a call that answers like a client sees it."""

import json
from dataclasses import dataclass
from typing import Any

from core.models import ObjectType
from django.test import TestCase
from rest_framework.test import APIClient
from users.constants import TOKEN_PREFIX
from users.models import ObjectPermission, Token, User

from .described import check_described
from .document import BASE


@dataclass(frozen=True)
class Answer:
    """An answer as it came over the wire."""

    status: int
    headers: Any
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)


def make_user(name: str, *, view: tuple[str, ...] = (), **token: Any) -> User:
    """A user with a token who may view objects of these types."""
    user = User.objects.create_user(username=name)
    user.plain_token = token_header(user, **token)
    if view:
        grant(user, 'view', *view)
    return user


def token_header(user: User, **fields: Any) -> str:
    """The Authorization header of a new token."""
    token = Token.objects.create(user=user, **fields)
    return f'Bearer {TOKEN_PREFIX}{token.key}.{token.token}'


def grant(user: User, action: str, *object_types: str, constraints: Any = None) -> ObjectPermission:
    """Let a user do something with objects of these types."""
    permission = ObjectPermission.objects.create(
        name=f'{user}: {action} {object_types}'[:100], actions=[action], constraints=constraints
    )
    permission.users.add(user)
    for name in object_types:
        app, model = name.split('.')
        permission.object_types.add(ObjectType.objects.get_by_natural_key(app, model))
    return permission


class DescribedClient(APIClient):
    """A client that takes no answer that the OpenAPI document does not describe."""

    def request(self, **sent: Any) -> Any:
        """One request."""
        response = super().request(**sent)
        asked = response.wsgi_request
        check_described(asked.method, asked.get_full_path(), response)
        return response


class ConversationCase(TestCase):
    """Calls the API with a user's token."""

    def call(self, user: User | None, method: str, path: str, data: Any = None, **headers: str) -> Answer:
        """One request, with JSON in both directions."""
        client = DescribedClient()
        if user is not None:
            client.credentials(HTTP_AUTHORIZATION=user.plain_token)
        response = getattr(client, method.lower())(BASE + path, data, format='json', headers=headers)
        raw = b''.join(response.streaming_content) if response.streaming else response.content
        return Answer(response.status_code, response.headers, raw)

    def chat(self, user: User, message: str, session: int | None = None, **fields: Any) -> Any:
        """One turn that has to succeed."""
        answer = self.call(user, 'POST', 'chat/', {'message': message, 'session': session, **fields})
        assert answer.status == 200, answer.raw
        return answer.body
