"""Settings from PLUGINS_CONFIG['netbox_chat_sessions'], typed and validated; read at call time, never at import."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_noop

from .agent_settings import AgentSettings, agent_settings_of, validate_agents
from .llm_settings import Profile, profile_of, validate_profile
from .setting_rules import Rule, check, flag, mapping_of, number, strings, whole, words
from .topic_settings import TOPIC_DOMAINS, TOPIC_DOMAINS_RULE, topic_domains_of

__all__ = ('PLUGIN', 'CelerySettings', 'Settings', 'get', 'validate')

PLUGIN = 'netbox_chat_sessions'

# An app, an object type, a field of one, a field of every type.
EXCLUDED = re.compile(r'[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*){0,2}|\*\.[a-z_][a-z0-9_]*')


@dataclass(frozen=True)
class CelerySettings:
    """The `celery` setting.

    Attributes:
        broker_url: None: NetBox's own Redis for tasks.
        queue: Queue of the plugin's tasks, apart from NetBox's.
        cleanup_interval: Seconds between two runs of the cleanup.
    """

    broker_url: str | None = None
    queue: str = 'netbox_chat_sessions'
    cleanup_interval: int = 300


@dataclass(frozen=True)
class Settings:
    """All settings, each with its default (DESIGN: settings).

    Attributes:
        session_timeout: Idle seconds after which a session expires.
        handoff_timeout: Seconds that a session waits for a person who writes nothing; None or 0: until it is released.
        retention_days: Days after the last interaction until a session is deleted; 0: when it expires.
        context_interactions: How many of the latest interactions agents see, 3 to 5.
        history_enabled: Whether history that a client sends is looked at.
        history_max_chars: Characters of such history that are looked at in all.
        max_message_chars: Longest message, in characters.
        topic_domains: Domain → apps (`ipam`) and object types (`dcim.powerfeed`) in it; a type wins over its app. What
            an administrator sets is added to the default, and moves what it names; under None it belongs to no domain.
        context_budgets: Agent type → characters of its context.
        agents: Name → what is set for this agent; see `agent_settings.AgentSettings`. Others are offered to everybody.
        reference_tabs: Object types whose pages get a "Chats" tab.
        own_sessions_by_default: Whether every user has sessions without an explicit permission.
        enable_route_stickiness: Whether the turn classifier runs.
        route_stickiness_llm_profile: Its language model.
        route_stickiness_confidence_threshold: Least confidence, 0 to 1, of a decision that is acted upon.
        route_stickiness_history_turns: How many of the latest turns it sees.
        route_stickiness_max_tokens: Most tokens of its answer.
        human_handoff_message: What is said when a person has been asked for.
        end_session_message: What is said when a session ends.
        profiles: Name → language model; see `llm_settings.Profile`.
        context_summary_llm_profile: Profile that condenses older interactions of a context; None: each becomes a line.
        assistant_llm_profile: Profile of the assistant; None: the inventory agent answers alone.
        assistant_max_queries: Most queries that it may have run in one turn.
        assistant_max_seconds: Most seconds that it may take in one turn.
        assistant_max_tokens: Most tokens that it may use in one turn, requests and answers together.
        llm_excluded: What no language model is sent: apps (`tenancy`), object types (`tenancy.contact`), and fields of
            one type or of all (`dcim.device.serial`, `*.comments`). Fields for credentials never are.
        max_running_turns: Most turns that one process of NetBox answers at a time; None: no limit.
        enable_proposals: Whether changes can be asked for; each is proposed first, and done once it is confirmed.
        proposal_timeout: Seconds in which a proposed change can be confirmed.
        throttle: Turns per user, as `number/period`; None: no limit.
        celery: See `CelerySettings`.
        cleanup_runner: Who runs the cleanup: `celery`, `netbox` (a system job) or `none`.
    """

    session_timeout: int = 3600
    handoff_timeout: int | None = None
    retention_days: int = 90
    context_interactions: int = 5
    history_enabled: bool = True
    history_max_chars: int = 8000
    max_message_chars: int = 4000
    topic_domains: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: TOPIC_DOMAINS)
    context_budgets: Mapping[str, int] = field(default_factory=dict)
    agents: Mapping[str, AgentSettings] = field(default_factory=dict)
    reference_tabs: tuple[str, ...] = ('dcim.site', 'dcim.location', 'dcim.rack', 'dcim.device')
    own_sessions_by_default: bool = True
    enable_route_stickiness: bool = False
    route_stickiness_llm_profile: str = 'route_continuity'
    route_stickiness_confidence_threshold: float = 0.90
    route_stickiness_history_turns: int = 2
    route_stickiness_max_tokens: int = 80
    human_handoff_message: str = gettext_noop(
        'A person has been asked to join this conversation. The assistant stays quiet until then.'
    )
    end_session_message: str = gettext_noop('This conversation has ended. Start a new one whenever you like.')
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    context_summary_llm_profile: str | None = None
    assistant_llm_profile: str | None = None
    assistant_max_queries: int = 5
    assistant_max_seconds: float = 30.0
    assistant_max_tokens: int = 20_000
    llm_excluded: tuple[str, ...] = ()
    # NetBox's gunicorn.py gives each process three threads: two may answer turns, one is left for everything else.
    max_running_turns: int | None = 2
    enable_proposals: bool = False
    proposal_timeout: int = 900
    throttle: str | None = '30/min'
    celery: CelerySettings = field(default_factory=CelerySettings)
    cleanup_runner: str = 'celery'

    @property
    def profiles_in_use(self) -> tuple[Profile, ...]:
        """The profiles of what is switched on: of the assistant, the turn classifier, summaries."""
        classifier = self.route_stickiness_llm_profile if self.enable_route_stickiness else None
        names = dict.fromkeys((self.assistant_llm_profile, classifier, self.context_summary_llm_profile))
        return tuple(self.profiles[name] for name in names if name is not None)


def _excluded(value: Any) -> bool:
    return strings(value) and all(EXCLUDED.fullmatch(item) for item in value)


def _rate(value: Any) -> bool:
    if value is None:
        return True
    turns, _, period = value.partition('/') if isinstance(value, str) else ('', '', '')
    return turns.isdigit() and int(turns) > 0 and period[:1] in tuple('smhd')


_PROFILE: Rule = (lambda value: value is None or isinstance(value, str), 'the name of a profile, or None')

RULES: dict[str, Rule] = {
    'session_timeout': whole(60),
    'handoff_timeout': (
        lambda value: value is None or (type(value) is int and (value == 0 or value >= 60)),
        'a whole number from 60 up, 0 or None',
    ),
    'retention_days': whole(0),
    'context_interactions': whole(3, 5),
    'history_enabled': flag(),
    'history_max_chars': whole(0, 65536),
    'max_message_chars': whole(1, 65536),
    'topic_domains': TOPIC_DOMAINS_RULE,
    'context_budgets': mapping_of(
        lambda value: type(value) is int and value >= 200, 'numbers of characters from 200 up'
    ),
    'agents': mapping_of(lambda value: isinstance(value, Mapping), "mappings of 'class', 'enabled' and 'permission'"),
    'reference_tabs': (strings, 'a list of object types such as dcim.rack'),
    'own_sessions_by_default': flag(),
    'enable_route_stickiness': flag(),
    'route_stickiness_llm_profile': words(),
    'route_stickiness_confidence_threshold': number(0, 1),
    'route_stickiness_history_turns': whole(0, 10),
    'route_stickiness_max_tokens': whole(1),
    'human_handoff_message': words(),
    'end_session_message': words(),
    'profiles': mapping_of(lambda value: isinstance(value, Mapping), 'profiles'),
    'context_summary_llm_profile': _PROFILE,
    'assistant_llm_profile': _PROFILE,
    'assistant_max_queries': whole(1, 20),
    'assistant_max_seconds': number(1, 100),
    'assistant_max_tokens': whole(1000),
    'llm_excluded': (_excluded, 'a list of apps, object types and fields such as tenancy, tenancy.contact, *.comments'),
    'max_running_turns': (
        lambda value: value is None or (type(value) is int and value >= 1),
        'a whole number from 1 up, or None',
    ),
    'enable_proposals': flag(),
    'proposal_timeout': whole(30, 86_400),
    'throttle': (_rate, "a rate such as '30/min', or None"),
    'celery': (lambda value: isinstance(value, Mapping), 'a mapping'),
    'cleanup_runner': (lambda value: value in ('celery', 'netbox', 'none'), "'celery', 'netbox' or 'none'"),
}

CELERY_RULES: dict[str, Rule] = {
    'broker_url': (lambda value: value is None or isinstance(value, str), 'a broker URL, or None'),
    'queue': words(),
    'cleanup_interval': whole(1),
}


def validate(values: Mapping[str, Any]) -> None:
    """Check what an administrator set.

    Raises:
        ImproperlyConfigured: Names the first wrong key, and what it should be.
    """
    where = f'PLUGINS_CONFIG[{PLUGIN!r}]'
    check(values, RULES, where, secret=('profiles',))
    check(values.get('celery', {}), CELERY_RULES, f"{where}['celery']")
    validate_agents(values.get('agents', {}), f"{where}['agents']")
    profiles = values.get('profiles', {})
    for name, profile in profiles.items():
        validate_profile(profile, f"{where}['profiles'][{name!r}]")
    _check_profiles_named(values, profiles, where)


def _check_profiles_named(values: Mapping[str, Any], profiles: Mapping[str, Any], where: str) -> None:
    wanted = {name: values.get(name) for name in ('context_summary_llm_profile', 'assistant_llm_profile')}
    if values.get('enable_route_stickiness'):
        wanted['route_stickiness_llm_profile'] = values.get(
            'route_stickiness_llm_profile', Settings.route_stickiness_llm_profile
        )
    for setting, name in wanted.items():
        if name is not None and name not in profiles:
            known = ', '.join(sorted(profiles)) or 'there are none'
            raise ImproperlyConfigured(
                f"{where}[{setting!r}] is {name!r}, which must be one of {where}['profiles'] ({known})."
            )


def get() -> Settings:
    """The settings as they are now."""
    from django.conf import settings

    values = dict(settings.PLUGINS_CONFIG.get(PLUGIN, {}))
    known = {item.name for item in fields(Settings)}
    chosen = {name: value for name, value in values.items() if name in known}
    if 'topic_domains' in chosen:
        chosen['topic_domains'] = topic_domains_of(chosen['topic_domains'])
    if 'llm_excluded' in chosen:
        chosen['llm_excluded'] = tuple(chosen['llm_excluded'])
    if 'agents' in chosen:
        chosen['agents'] = {name: agent_settings_of(agent) for name, agent in chosen['agents'].items()}
    if 'celery' in chosen:
        chosen['celery'] = CelerySettings(**chosen['celery'])
    if 'profiles' in chosen:
        chosen['profiles'] = {name: profile_of(name, profile) for name, profile in chosen['profiles'].items()}
    return Settings(**chosen)
