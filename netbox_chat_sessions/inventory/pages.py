"""Which object a page of NetBox's UI is about."""

from django.conf import settings
from django.urls import Resolver404, resolve

from ..conversation.objects import ObjectKey
from .catalogue import kinds

__all__ = ('object_of_path',)


def object_of_path(path: str) -> ObjectKey | None:
    """The key of the object whose page, or a tab of it, `path` is; None for lists and other pages.

    The path is resolved through NetBox's URLconf, so pages of plugins count as well.
    """
    try:
        match = resolve(f'/{settings.BASE_PATH}{path.split("?", 1)[0].lstrip("/").removeprefix(settings.BASE_PATH)}')
    except Resolver404:
        return None
    view = getattr(match.func, 'view_class', None)
    queryset = getattr(view, 'queryset', None)
    pk = match.kwargs.get('pk')
    model = match.kwargs.get('model') or (queryset.model if queryset is not None else None)
    if model is None or not str(pk).isdigit() or model._meta.label_lower not in kinds():
        return None
    return ObjectKey(model._meta.label_lower, int(pk))
