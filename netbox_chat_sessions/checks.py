"""System checks: what an administrator should know before a user does."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.core.checks import CheckMessage, Warning, register
from django.core.checks.registry import registry as registered_checks

from .agent_settings import OWN_AGENTS, AgentSettings
from .agents.language.extended import cues
from .agents.language.lexicon import lexicon
from .agents.packages import imported, packages
from .agents.registry import agent_types
from .conversation.lifecycle import TURN_LIMIT
from .inventory.attributes import attribute_labels
from .inventory.catalogue import kind, kinds
from .inventory.extensions.registry import registry
from .inventory.nouns import noun_index
from .inventory.states import added_values
from .llm.library import missing
from .settings import PLUGIN, get

__all__ = (
    'check_agents',
    'check_agents_set',
    'check_context_budgets',
    'check_excluded_fields',
    'check_extensions',
    'check_language_models',
    'check_object_types',
    'check_permissions_exempt',
    'check_topic_domains',
    'check_turn_length',
    'warnings',
)


@register()
def check_permissions_exempt(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Chats must not be published by name either."""
    published = [name for name in settings.EXEMPT_VIEW_PERMISSIONS if name.startswith(f'{PLUGIN}.')]
    if not published:
        return []
    return [
        Warning(
            f'EXEMPT_VIEW_PERMISSIONS publishes chats to everybody: {", ".join(published)}.',
            hint='Remove these entries, and give a permission to those who review chats instead.',
            id=f'{PLUGIN}.W001',
        )
    ]


@register()
def check_topic_domains(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """An app or object type can belong to one topic domain only."""
    seen: dict[str, str] = {}
    found: list[CheckMessage] = []
    for domain, members in get().topic_domains.items():
        for member in members:
            if member in seen:
                found.append(
                    Warning(
                        f'{member} is in the topic domains {seen[member]} and {domain}.',
                        hint=f"Name it once in PLUGINS_CONFIG['{PLUGIN}']['topic_domains'].",
                        id=f'{PLUGIN}.W002',
                    )
                )
            seen.setdefault(member, domain)
    return found


@register()
def check_object_types(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A typing error in a setting would be found by nobody: what it names is just not there."""
    chosen = settings.PLUGINS_CONFIG.get(PLUGIN, {})
    named = [('topic_domains', member) for members in chosen.get('topic_domains', {}).values() for member in members]
    named += [('reference_tabs', object_type) for object_type in chosen.get('reference_tabs', ())]
    known = {label for config in apps.get_app_configs() for label in _labels(config)}
    named += [('llm_excluded', of) for entry in chosen.get('llm_excluded', ()) if (of := _type_of(entry)) != '*']
    return [
        Warning(
            f"PLUGINS_CONFIG['{PLUGIN}'][{setting!r}] names {name}, which NetBox does not have.",
            hint=f'Did you mean {near[0]}?' if (near := get_close_matches(name, known, n=1)) else None,
            id=f'{PLUGIN}.W005',
        )
        for setting, name in named
        if name not in known
    ]


def _type_of(entry: str) -> str:
    """The app or type that an entry of `llm_excluded` names; `*` where it is a field of all of them."""
    return '*' if entry.startswith('*.') else '.'.join(entry.split('.')[:2])


@register()
def check_excluded_fields(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A field that is misspelt would leave the network after all."""
    entries = settings.PLUGINS_CONFIG.get(PLUGIN, {}).get('llm_excluded', ())
    fields = [entry.rpartition('.')[::2] for entry in entries if entry.count('.') == 2]
    return [
        Warning(
            f"PLUGINS_CONFIG['{PLUGIN}']['llm_excluded'] names {of}.{name}, which NetBox does not have.",
            hint=f'Did you mean {of}.{near[0]}?'
            if (near := get_close_matches(name, attribute_labels(of), n=1))
            else 'Custom fields are named with cf_ in front.',
            id=f'{PLUGIN}.W005',
        )
        for of, name in fields
        if of in kinds() and not name.startswith('cf_') and not _has_field(of, name)
    ]


def _has_field(object_type: str, name: str) -> bool:
    """Whether the type has such a field; custom fields are in the database, which checks do without."""
    fields = kind(object_type).model._meta.get_fields()
    return name in attribute_labels(object_type) or any(field.name == name for field in fields)


@register()
def check_language_models(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A profile is of no use without the library, which is an extra."""
    lacking = sorted({package for profile in get().profiles_in_use for package in missing(profile.provider)})
    if not lacking:
        return []
    return [
        Warning(
            f'A language model is set, and its library is not installed: {", ".join(lacking)}.',
            hint='Install netbox-chat-sessions[llm]. Until then everything works as without a language model.',
            id=f'{PLUGIN}.W006',
        )
    ]


def _labels(config: AppConfig) -> list[str]:
    return [config.label, *(model._meta.label_lower for model in config.get_models())]


@register()
def check_agents(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """An agent of another package that cannot be used is missed by nobody until somebody asks for it."""
    return [
        Warning(
            f'{name} cannot be used: {reason}',
            hint='The chat goes on without it. Repair or uninstall the package.',
            id=f'{PLUGIN}.W007',
        )
        for name, reason in packages().failed.items()
    ]


@register()
def check_agents_set(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """An agent that is set and cannot be used is missed by nobody either; one that is misspelt is still offered."""
    return [
        Warning(f"PLUGINS_CONFIG['{PLUGIN}']['agents'][{name!r}] {wrong}", hint=hint, id=f'{PLUGIN}.W008')
        for name, chosen in get().agents.items()
        for wrong, hint in _wrong(name, chosen)
    ]


def _wrong(name: str, chosen: AgentSettings) -> Iterator[tuple[str, str | None]]:
    if chosen.path and chosen.enabled and isinstance(refusal := imported(chosen.path), str):
        yield f'names {chosen.path}, which cannot be used: {refusal}', 'The chat goes on without it.'
    names = {*OWN_AGENTS, *(getattr(make, 'name', None) for make in packages().agents.values())}
    # What only gives an agent its name when it is called may be any.
    if not chosen.path and all(isinstance(known, str) for known in names) and name not in names:
        near = get_close_matches(name, names, n=1)
        yield 'is for no agent that there is.', f'Did you mean {near[0]}?' if near else None
    app, _, codename = chosen.permission.partition('.')
    models = {model._meta.model_name for model in apps.get_models() if model._meta.app_label == app}
    if chosen.permission and (model := codename.rpartition('_')[2]) not in models:
        near = get_close_matches(model, models, n=1)
        meant = f'Did you mean {app}.{codename.removesuffix(model)}{near[0]}? ' if near else ''
        yield (
            f'asks for the permission {chosen.permission}, which NetBox does not have.',
            f'{meant}Nobody but superusers is offered it.',
        )


@register()
def check_extensions(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """An extension that cannot be used, or not with all of its words, is better known before somebody needs it."""
    found = registry()
    failed = [
        Warning(
            f'The extension {package} cannot be loaded: {reason}',
            hint='The chat goes on without it. Repair or uninstall the package.',
            id=f'{PLUGIN}.W003',
        )
        for package, reason in found.failed.items()
    ]
    if found.installed:
        # Which words are in use is found out when they are first looked up.
        _ = noun_index(), added_values(), cues(lexicon())
    refused = [
        Warning(
            f'The extension {package}: {reason}',
            hint="NetBox's own words and those of packages before it in the alphabet win; see docs/extending.md.",
            id=f'{PLUGIN}.W004',
        )
        for package, reasons in found.refused.items()
        for reason in reasons
    ]
    return [*failed, *refused]


@register()
def check_context_budgets(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A budget for an agent type that is misspelt limits nothing."""
    known = agent_types()
    return [
        Warning(
            f"PLUGINS_CONFIG['{PLUGIN}']['context_budgets'] names the agent type {name}, which nobody has registered.",
            hint=f'Did you mean {near[0]}?' if (near := get_close_matches(name, known, n=1)) else None,
            id=f'{PLUGIN}.W009',
        )
        for name in get().context_budgets
        if name not in known
    ]


@register()
def check_turn_length(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """What takes longer than a turn may is taken for lost, and may be asked a second time."""
    chosen = get()
    seconds = chosen.assistant_max_seconds if chosen.assistant_llm_profile else 0.0
    asked = [chosen.route_stickiness_llm_profile] if chosen.enable_route_stickiness else []
    asked += [chosen.context_summary_llm_profile] if chosen.context_summary_llm_profile else []
    seconds += sum(chosen.profiles[name].timeout_seconds for name in asked)
    limit = TURN_LIMIT.total_seconds()
    if seconds < limit:
        return []
    return [
        Warning(
            f'Language models may take {seconds:g} seconds of a turn, which is given up after {limit:g}.',
            hint='Lower timeout_seconds of the profiles, or assistant_max_seconds.',
            id=f'{PLUGIN}.W010',
        )
    ]


def warnings() -> list[CheckMessage]:
    """What all of these checks say."""
    found = (check for check in registered_checks.get_checks() if check.__module__ == __name__)
    return [message for check in found for message in check(None)]
