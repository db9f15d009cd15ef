"""What users may do with chats when no administrator has said anything: their own and shared sessions."""

from django.conf import settings

from .settings import get

__all__ = ('install_defaults',)

APP = 'netbox_chat_sessions'
MODELS = ('chatsession', 'interaction', 'entityreference', 'proposal')

OWN = {'user': '$user'}
SHARED = {'participants': '$user'}
IN_OWN = {'session__user': '$user'}
IN_SHARED = {'session__participants': '$user'}

DEFAULTS = {
    'view_chatsession': (OWN, SHARED),
    'add_chatsession': (OWN,),
    'change_chatsession': (OWN,),
    'delete_chatsession': (OWN,),
    'handoff_chatsession': (OWN, SHARED),
    'end_chatsession': (OWN,),
    'view_interaction': (IN_OWN, IN_SHARED),
    'add_interaction': (IN_OWN, IN_SHARED),
    'change_interaction': (IN_OWN, IN_SHARED),
    'view_entityreference': (IN_OWN, IN_SHARED),
    'change_entityreference': (IN_OWN,),
    'delete_entityreference': (IN_OWN,),
    'view_proposal': (OWN,),
    'change_proposal': (OWN,),
}


def install_defaults() -> None:
    """Let every user have sessions, unless `own_sessions_by_default` is off; what the administrator set wins.

    Chats are also taken out of what `EXEMPT_VIEW_PERMISSIONS = ['*']` publishes, as NetBox does with its users
    (`netbox/settings.py`, EXEMPT_EXCLUDE_MODELS).
    """
    excluded = tuple((APP, model) for model in MODELS)
    settings.EXEMPT_EXCLUDE_MODELS = tuple(dict.fromkeys((*settings.EXEMPT_EXCLUDE_MODELS, *excluded)))
    if not get().own_sessions_by_default:
        return
    own = {f'{APP}.{name}': constraints for name, constraints in DEFAULTS.items()}
    settings.DEFAULT_PERMISSIONS = own | dict(settings.DEFAULT_PERMISSIONS)
