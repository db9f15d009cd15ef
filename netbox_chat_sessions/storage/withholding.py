"""What of a stored interaction a reader may not see: what names or counts objects hidden from them now.

What somebody else asked and nobody has read yet may name anything, so it is hidden as well (DESIGN: permissions).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Model
from django.utils.translation import gettext as _
from utilities.permissions import get_permission_for_model

from ..conversation.naming import objects_named
from ..conversation.objects import ObjectKey
from ..conversation.reply import text_block
from ..models import Interaction

__all__ = ('Readable', 'readable', 'withheld')


def withheld(interactions: Iterable[Interaction], user: Any) -> set[int]:
    """Primary keys of those interactions that tell of an object which exists and which `user` may not see now.

    Of what others asked, those count too that have not been read, and those that count more than they list: it was
    counted with other eyes. Deleted objects hide nothing. One statement for each object type of which the user may see
    some objects only; none for the others.
    """
    naming: defaultdict[ObjectKey, set[int]] = defaultdict(set)
    if user.is_active and user.is_superuser:
        return set()
    hidden = set()
    for interaction in interactions:
        foreign = interaction.author_id is None or interaction.author_id != user.pk
        if foreign and (not interaction.reading or _counts_unseen(interaction.reply, user)):
            hidden.add(interaction.pk)
        for key in objects_named(interaction.reading, interaction.reply, interaction.listed):
            naming[key].add(interaction.pk)
    return hidden | {pk for key in _hidden(naming, user) for pk in naming[key]}


@dataclass(frozen=True)
class Readable:
    """What of an interaction may be shown to a reader.

    Attributes:
        rating_comment: What somebody thought of the answer, in their words.
        withheld: The texts were replaced by sentences, because they tell of something that the reader may not see.
    """

    query: str
    response: str
    reply: Mapping[str, Any]
    reading: Mapping[str, Any]
    listed: Sequence[Any]
    rating_comment: str = ''
    withheld: bool = False


def readable(interaction: Interaction, user: Any, *, withheld: bool) -> Readable:
    """The fields of an interaction as `user` may read them; people keep their own words, never those of others."""
    if not withheld:
        return Readable(
            interaction.query,
            interaction.response,
            interaction.reply,
            interaction.reading,
            interaction.listed,
            interaction.rating_comment,
        )
    own = interaction.author_id is not None and interaction.author_id == user.pk
    query = interaction.query if own else _hidden_question(interaction)
    response = _('This answer is about something that you may not see.') if interaction.reply else ''
    reply, reading = _stripped_reply(interaction.reply, response), _stripped_reading(interaction.reading, query)
    return Readable(query, response, reply, reading, [], withheld=True)


def _hidden_question(interaction: Interaction) -> str:
    if not interaction.reading:
        return _('This question has not been answered; it may name something that you may not see.')
    return _('This question names something that you may not see.')


def _stripped_reply(reply: Mapping[str, Any], text: str) -> dict[str, Any]:
    if not reply:
        return {}
    return {
        'text': text,
        'blocks': [text_block(text)],
        'kind': reply.get('kind'),
        'total': None,
        'shown': 0,
        'objects': [],
        'query': None,
        'links': [],
        'choices': [],
    }


def _stripped_reading(reading: Mapping[str, Any], query: str) -> dict[str, Any]:
    if not reading:
        return {}
    kept = {name: reading[name] for name in ('query_type', 'followup_signals', 'topic') if name in reading}
    return kept | {'references': [], 'resolved_message': query}


def _counts_unseen(reply: Mapping[str, Any], user: Any) -> bool:
    """Whether a reply counts more objects than it lists, of a type of which the user may not see all."""
    object_type = (reply.get('query') or {}).get('object_type')
    if not object_type or (reply.get('total') or 0) <= reply.get('shown', 0):
        return False
    try:
        model = apps.get_model(object_type)
    except LookupError:
        return False
    return not _sees_all(model, user)


def _sees_all(model: type[Model], user: Any) -> bool:
    objects = model._default_manager.all()
    if not hasattr(objects, 'restrict'):
        return bool(user.has_perm(get_permission_for_model(model, 'view')))
    return not objects.restrict(user, 'view').query.has_filters()


def _hidden(keys: Iterable[ObjectKey], user: Any) -> Iterator[ObjectKey]:
    ids: defaultdict[str, set[int]] = defaultdict(set)
    for key in keys:
        ids[key.object_type].add(key.object_id)
    for object_type, wanted in ids.items():
        try:
            model = apps.get_model(object_type)
        except LookupError:
            # Its plugin is gone, and its objects with it.
            continue
        for pk in _hidden_of(model, wanted, user):
            yield ObjectKey(object_type, pk)


def _hidden_of(model: type[Model], ids: set[int], user: Any) -> Iterable[int]:
    if _sees_all(model, user):
        return ()
    objects = model._default_manager.filter(pk__in=ids)
    if hasattr(objects, 'restrict'):
        objects = objects.exclude(pk__in=model._default_manager.restrict(user, 'view').order_by().values('pk'))
    return objects.order_by().values_list('pk', flat=True)
