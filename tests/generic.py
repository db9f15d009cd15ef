"""Makes NetBox's generic test cases (`utilities.testing`) work for a plugin whose tests stand at the top level."""

from django.test import override_settings


def generic_case(case: type) -> type:
    """Class decorator for tests that derive from NetBox's generic test cases.

    - `test_missing_filters` looks for the FilterSet in the package that the test's module names.
    - The cases expect that a user without permissions may see nothing, so default permissions are switched off.
    """
    case.__module__ = f'netbox_chat_sessions.{case.__module__}'
    return override_settings(DEFAULT_PERMISSIONS={})(case)
