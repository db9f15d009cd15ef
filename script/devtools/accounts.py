"""Users and API tokens of the demo. Runs inside NetBox."""

import json
import sys

import django

INVENTORY_APPS = ['circuits', 'dcim', 'ipam', 'tenancy', 'virtualization', 'vpn', 'wireless']


def main(tokens: dict[str, str]) -> None:
    """Make the users `admin` (a superuser) and `reader` (may view the inventory), each with its API token."""
    from users.models import Token, User

    for name, token in tokens.items():
        user = User.objects.filter(username=name).first() or User.objects.create_user(name, password=name)
        user.is_superuser, user.is_active = name == 'admin', True
        user.save()
        if not user.is_superuser:
            allow_viewing(user)
        key, _, secret = token.partition('.')
        if not Token.objects.filter(key=key).exists():
            Token.objects.create(user=user, key=key, token=secret, description='Development instance')


def allow_viewing(user: object) -> None:
    """Let a user view the whole inventory."""
    from core.models import ObjectType
    from users.models import ObjectPermission

    permission, _ = ObjectPermission.objects.get_or_create(name='View the inventory', defaults={'actions': ['view']})
    permission.object_types.set(ObjectType.objects.filter(app_label__in=INVENTORY_APPS, public=True))
    permission.users.add(user)


if __name__ == '__main__':
    django.setup()
    main(json.loads(sys.stdin.read()))
