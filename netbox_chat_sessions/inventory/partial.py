"""Whether figures count everything there is, or only what a user may see.

How full something is counts only objects that the user may view, and the answer says so (`Usage.partial`). What is free
is never counted so: a unit, address, network or VLAN ID that a hidden object holds is not free for anybody, so that
nobody takes it twice. That it is taken is all that is ever said of such an object.
"""

from django.db.models import Model

from .visibility import User, Visibility

__all__ = ('sees_all',)


def sees_all(user: User, *models: type[Model]) -> bool:
    """Whether the user may view all objects of the models; no statement."""
    visibility = Visibility(user)
    return all(visibility.whole(model) for model in models)
