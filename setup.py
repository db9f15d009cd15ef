"""Package list; everything else about the distribution stands in pyproject.toml."""

from setuptools import find_namespace_packages, setup

TEMPLATES = 'netbox_chat_sessions.templates.netbox_chat_sessions'

setup(
    packages=[
        *find_namespace_packages(
            include=['netbox_chat_sessions', 'netbox_chat_sessions.*'],
            exclude=['netbox_chat_sessions.static*', 'netbox_chat_sessions.locale*', 'netbox_chat_sessions.*.words'],
        ),
        TEMPLATES,
    ],
)
