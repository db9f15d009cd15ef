"""Objects, references and links of an exchange as the templates show them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ..conversation.reply import ReplyKind
from ..storage.withholding import Readable

__all__ = ('Chip', 'ShownObject', 'chips_of', 'links_of', 'objects_of', 'safe_url')


@dataclass(frozen=True)
class ShownObject:
    """An object, with its page where it has one."""

    display: str
    url: str = ''
    detail: str = ''
    object_type: str = ''
    object_id: int | None = None
    message: str = ''


@dataclass(frozen=True)
class Chip:
    """How one reference was read.

    Attributes:
        phrase: The user's words; empty where the reference had none of its own.
        source: Where it was found, for people; empty while it is not resolved.
        status: As in the REST contract.
        objects: What it stands for.
        place: Which of the message's references it is, counted from 0.
    """

    phrase: str
    source: str
    status: str
    objects: tuple[ShownObject, ...] = ()
    place: int = 0


def safe_url(url: Any) -> str:
    """Only paths of this NetBox and web addresses become links."""
    text = url if isinstance(url, str) else ''
    inside = text.startswith('/') and not text.startswith(('//', '/\\'))
    return text if inside or text.startswith(('http://', 'https://')) else ''


def objects_of(items: Iterable[Mapping[str, Any]]) -> Iterator[ShownObject]:
    """Objects of a stored reading or reply."""
    for item in items:
        yield ShownObject(
            display=str(item.get('display', '')),
            url=safe_url(item.get('url')),
            detail=str(item.get('detail') or ''),
            object_type=str(item.get('object_type', '')),
            object_id=item.get('object_id'),
            message=str(item.get('message') or item.get('display', '')),
        )


def chips_of(readable: Readable) -> Iterator[Chip]:
    """The references; of a change only what was found, as the rest is what the object shall be called."""
    changes = readable.reply.get('kind') == ReplyKind.PROPOSAL
    for place, reference in enumerate(readable.reading.get('references', ())):
        if reference.get('objects') or not changes:
            yield _chip(reference, place)


def _chip(reference: Mapping[str, Any], place: int) -> Chip:
    return Chip(
        phrase=str(reference.get('phrase', '')),
        source=_source(reference.get('source')),
        status=str(reference.get('status', '')),
        objects=tuple(objects_of(reference.get('objects', ()))),
        place=place,
    )


def _source(source: str | None) -> str:
    names = {
        'name': _('by name'),
        'memory': _('from this conversation'),
        'page': _('from the page'),
        'relation': _('by relation'),
        'unique': _('the only one'),
        'choice': _('as chosen'),
    }
    return names.get(source or '', '')


def links_of(links: Iterable[Mapping[str, Any]]) -> Iterator[ShownObject]:
    """Links of a stored reply, without those that lead nowhere."""
    for link in links:
        if url := safe_url(link.get('url')):
            yield ShownObject(str(link.get('text', url)), url)
