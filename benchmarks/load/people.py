"""The people who chat: users who may view the inventory, each with an API token. Runs inside NetBox."""

import json
import sys

import django

__all__ = ('make_people',)


def make_people(count: int) -> list[str]:
    """Make users and their tokens; returns what stands behind `Bearer`."""
    from users.constants import TOKEN_PREFIX
    from users.models import Token, User

    from devtools.accounts import allow_viewing

    tokens = []
    for number in range(count):
        user = User.objects.create_user(username=f'chatter{number}')
        allow_viewing(user)
        token = Token.objects.create(user=user)
        tokens.append(f'{TOKEN_PREFIX}{token.key}.{token.token}')
    return tokens


if __name__ == '__main__':
    django.setup()
    print(json.dumps(make_people(int(sys.argv[1]))))
