"""Language model profiles as they are set: which model, where, with which key; each wrong key is named at start."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

from .setting_rules import Rule, check, flag, mapping_of, number, refusal, whole, words

__all__ = ('Profile', 'Provider', 'profile_of', 'validate_profile')


class Provider(StrEnum):
    """Which protocol, and which service's way of speaking it.

    `openai_compatible` is everybody else who speaks OpenAI's chat completions: OCI, llama.cpp, LM Studio, a gateway.
    """

    OPENAI = 'openai'
    OPENAI_COMPATIBLE = 'openai_compatible'
    AZURE = 'azure'
    OLLAMA = 'ollama'
    VLLM = 'vllm'
    ANTHROPIC = 'anthropic'
    GOOGLE = 'google'

    @property
    def needs_key(self) -> bool:
        """Whether nothing is answered without an API key."""
        return self in (Provider.OPENAI, Provider.AZURE, Provider.ANTHROPIC, Provider.GOOGLE)


ADDRESSES = {
    Provider.OPENAI: 'https://api.openai.com/v1',
    Provider.OLLAMA: 'http://127.0.0.1:11434/v1',
    Provider.ANTHROPIC: 'https://api.anthropic.com',
    Provider.GOOGLE: 'https://generativelanguage.googleapis.com',
}


@dataclass(frozen=True)
class Profile:
    """One language model, and how to reach it.

    Attributes:
        name: Its name in the `profiles` setting.
        base_url: Where the service is; the provider's own address unless set.
        api_key_env: Environment variable that holds the API key.
        api_key_file: File that holds the API key; read at every call, so that a key can be replaced.
        api_version: Azure only: the version of its older API.
        temperature: None: the model's own.
        max_tokens: Most tokens of an answer.
        timeout_seconds: How long a call may take in all.
        headers: Further HTTP headers. Their values are treated like keys: neither logged nor shown.
        allow_http: Send over plain http to another machine.
        json_schema: Whether the service can hold an answer to a JSON schema; None: as is known of the model.
        tools: Whether the model can call tools; None: found out by asking it.
        stream: Read answers as they are written: the assistant's words are shown as they come, once they are checked,
            and gateways that close connections on which nothing comes are content.
    """

    name: str
    provider: Provider
    model: str
    base_url: str = ''
    api_key_env: str = ''
    api_key_file: str = ''
    api_version: str = ''
    temperature: float | None = 0.0
    max_tokens: int = 800
    timeout_seconds: float = 10.0
    headers: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)
    allow_http: bool = False
    json_schema: bool | None = None
    tools: bool | None = None
    stream: bool = False

    @property
    def address(self) -> str:
        """Where the service is."""
        return self.base_url or ADDRESSES[self.provider]


_TOKEN = frozenset("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_SECONDS, _LONGEST = number(0.1, 60), whole(1, 100_000)
_TEMPERATURE, _TEMPERATURES = number(0, 2)
_MAYBE: Rule = (lambda value: value is None or isinstance(value, bool), 'True, False or None')


def _headers(value: Any) -> bool:
    return isinstance(value, str) and value.isascii() and value.isprintable()


RULES: dict[str, Rule] = {
    'provider': (lambda value: value in tuple(Provider), f'one of {", ".join(Provider)}'),
    'model': words(),
    'base_url': words(),
    'api_key_env': words(),
    'api_key_file': (lambda value: isinstance(value, str) and os.path.isabs(value), 'the absolute path of a file'),
    'api_version': words(),
    'temperature': (lambda value: value is None or _TEMPERATURE(value), f'{_TEMPERATURES}, or None'),
    'max_tokens': _LONGEST,
    'timeout_seconds': _SECONDS,
    'headers': mapping_of(_headers, 'header values of printable ASCII characters'),
    'allow_http': flag(),
    'json_schema': _MAYBE,
    'tools': _MAYBE,
    'stream': flag(),
}
SECRET = ('headers', 'base_url')


def validate_profile(values: Mapping[str, Any], where: str) -> None:
    """Check one profile.

    Raises:
        ImproperlyConfigured: Names the first wrong or missing key, and what it should be.
    """
    if 'api_key' in values:
        raise ImproperlyConfigured(
            f"{where}['api_key'] is not a setting: keys do not belong into a configuration file. Name the environment "
            "variable that holds it in 'api_key_env', or a file in 'api_key_file'."
        )
    check(values, RULES, where, SECRET)
    for name in ('provider', 'model'):
        if name not in values:
            raise ImproperlyConfigured(f'{where}[{name!r}] is missing; it must be {RULES[name][1]}.')
    if wrong := next((name for name in values.get('headers', {}) if not name or not _TOKEN.issuperset(name)), None):
        raise ImproperlyConfigured(f"{where}['headers'] must be a mapping of header names; {wrong!r} is none.")
    _check_key(values, where)
    _check_address(values, where)


def profile_of(name: str, values: Mapping[str, Any]) -> Profile:
    """The profile that was set, which has been found valid."""
    known = {item.name for item in fields(Profile)} - {'name', 'provider'}
    chosen = {key: value for key, value in values.items() if key in known}
    return Profile(name, Provider(values['provider']), **chosen)


def _check_key(values: Mapping[str, Any], where: str) -> None:
    named = [name for name in ('api_key_env', 'api_key_file') if name in values]
    if len(named) > 1:
        raise ImproperlyConfigured(f"{where} names an API key twice: set 'api_key_env' or 'api_key_file', not both.")
    if not named and Provider(values['provider']).needs_key:
        raise ImproperlyConfigured(
            f"{where}['api_key_env'] is missing; it must be the name of the environment variable that holds the API "
            "key (or set 'api_key_file')."
        )


def _check_address(values: Mapping[str, Any], where: str) -> None:
    provider = Provider(values['provider'])
    if 'api_version' in values and provider is not Provider.AZURE:
        raise ImproperlyConfigured(f"{where}['api_version'] is for the provider azure alone.")
    if provider is Provider.AZURE and 'base_url' in values:
        _check_azure(values, where)
    if 'base_url' not in values:
        if provider not in ADDRESSES:
            raise ImproperlyConfigured(f"{where}['base_url'] is missing; it must be the address of the service.")
        return
    parts = _split(values['base_url'])
    if parts is None or parts.scheme not in ('http', 'https') or not parts.hostname:
        raise refusal(where, 'base_url', 'an address such as https://llm.example.com/v1')
    if parts.username is not None or parts.query or parts.fragment:
        raise refusal(where, 'base_url', 'an address without user name, query and fragment')
    if parts.scheme == 'http' and not values.get('allow_http') and not is_loopback(parts.hostname):
        raise refusal(where, 'base_url', "an https address, unless 'allow_http' is True or it is this machine's own")


def _check_azure(values: Mapping[str, Any], where: str) -> None:
    new = values['base_url'].rstrip('/').endswith('/v1')
    if new and 'api_version' in values:
        raise ImproperlyConfigured(f"{where}['api_version'] must be left out where 'base_url' ends in /v1.")
    if not new and 'api_version' not in values:
        raise ImproperlyConfigured(
            f"{where}['api_version'] is missing; it must be a version such as 2024-10-21, or 'base_url' must end in "
            '/openai/v1.'
        )


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 — a wrong port is found when it is read
    except ValueError:
        return None
    return parts


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by its name or address alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == 'localhost'
