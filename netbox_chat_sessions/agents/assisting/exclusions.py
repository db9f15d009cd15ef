"""What never leaves the network: object types and fields that an administrator keeps from language models."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from ...conversation.objects import ObjectRef
from ...conversation.reply import Reply
from ...inventory.attributes import Attribute, find_attribute
from ...inventory.catalogue import Kind, kind, kinds
from ...inventory.errors import NotApplicable, QueryError
from ...inventory.loading import fetch
from ...inventory.model_fields import field_of
from ...inventory.query import Action, InventoryQuery
from ...llm.excluded import excludes, fields_excluded, touches
from ..answers.cells import Cells
from .naming import keys_of

__all__ = ('Exclusions',)

WITHHELD = '…'
STEPS = re.compile('(?<!_)__')
# Their answers tell of many fields, or of many types, at once.
BROAD = (Action.SUMMARY, Action.CHANGES, Action.COMPARE)


@dataclass(frozen=True)
class Exclusions:
    """The setting `llm_excluded`: apps (`tenancy`), types (`tenancy.contact`), fields (`dcim.device.serial`).

    Attributes:
        entries: As they were set; `*.comments` is a field of every type.
        user: Whose objects are looked at.
    """

    entries: tuple[str, ...]
    user: Any

    def is_type(self, object_type: str) -> bool:
        """Whether objects of that type are kept back."""
        return excludes(self.entries, object_type)

    def fields(self, object_type: str) -> frozenset[str]:
        """Names of the fields of that type that are kept back."""
        return fields_excluded(self.entries, object_type)

    def touches(self, object_type: str) -> bool:
        """Whether anything of objects of that type is kept back."""
        return touches(self.entries, object_type)

    def refuse(self, query: InventoryQuery) -> None:
        """Let a query pass that asks for nothing that is kept back, and chooses by nothing that is.

        Raises:
            NotApplicable: It does.
        """
        if not self.entries:
            return
        types = [query.object_type, *(key.object_type for key in query.subjects)]
        types += [item.object_type for item in query.having]
        types += [query.rank.object_type] if query.rank else []
        for object_type in filter(None, types):
            if self.is_type(object_type):
                raise NotApplicable(_('{type} is not available.').format(type=object_type))
        if query.action in BROAD:
            raise NotApplicable(_('{action} is not available.').format(action=query.action.value))
        for of, names in _asked(query):
            for name in names:
                if of in kinds() and self._keeps(kind(of), name):
                    raise NotApplicable(_('{type} has nothing called {name} here.').format(type=of, name=name))

    def _keeps(self, of: Kind, name: str) -> bool:
        bare = name.removeprefix('-').removeprefix('cf_').partition('__')[0]
        kept = self.fields(of.object_type)
        if not kept.isdisjoint({bare, bare.removesuffix('_id')}) or (name == 'q' and kept):
            return True
        found = of.filterset.base_filters.get(name.removeprefix('-')) or of.filterset.base_filters.get(bare)
        model = getattr(found, 'queryset', None)
        related = model.model._meta.label_lower if model is not None else ''
        if related and self.is_type(related) or self._leads_there(of, bare):
            return True
        return bool(found and found.field_name) and self._passes(of.model, found.field_name)

    def _passes(self, model: Any, path: str) -> bool:
        """Whether the way from a model to what a filter compares with (`device__status`) is kept back anywhere."""
        for step in STEPS.split(path):
            if step in self.fields(model._meta.label_lower):
                return True
            field = field_of(model, step)
            model = field.related_model if field is not None else None
            if not hasattr(model, '_meta'):
                return False
            if self.is_type(model._meta.label_lower):
                return True
        return False

    def _leads_there(self, of: Kind, name: str) -> bool:
        try:
            attribute = find_attribute(of, name)
        except QueryError:
            return False
        models = [field.related_model for field in attribute.fields if field is not None and field.related_model]
        return any(self.is_type(model._meta.label_lower) for model in models if hasattr(model, '_meta'))

    def withhold(self, reply: Reply) -> Reply:
        """The reply without what is kept back: columns left out, names and values made unreadable."""
        if not self.entries:
            return reply
        keys = list(dict.fromkeys(keys_of(reply)))
        objects = fetch(keys, self.user)
        secret = [str(obj) for obj in objects if self.is_type(_type(obj))]
        labels: set[str] = set()
        for obj in objects:
            for attribute in self._kept(_type(obj)):
                labels.add(attribute.label)
                value = attribute.value(obj)
                secret.append(Cells.of([value], self.user).of_attribute(attribute, obj))
        hide = _Hiding.of(secret)
        blocks = tuple(self._block(block, labels, hide) for block in reply.blocks)
        return replace(
            reply,
            text=hide(reply.text),
            blocks=blocks,
            objects=self._refs(reply.objects, hide),
            focus=self._refs(reply.focus, hide),
            mentions=self._refs(reply.mentions, hide),
            named=tuple(key for key in reply.named if not self.is_type(key.object_type)),
        )

    def _kept(self, object_type: str) -> Iterator[Attribute]:
        for name in sorted(self.fields(object_type)):
            try:
                yield find_attribute(kind(object_type), name)
            except QueryError:
                continue

    def _block(self, block: Mapping[str, Any], labels: Collection[str], hide: '_Hiding') -> Mapping[str, Any]:
        if block['kind'] != 'table':
            return {**block, 'text': hide(block.get('text', ''))}
        shown = [place for place, column in enumerate(block['columns']) if column not in labels]
        refs = block.get('object_refs') or [None] * len(block['rows'])
        rows = [
            (cells, ref)
            for cells, ref in zip(block['rows'], refs, strict=True)
            if not (ref and self.is_type(ref[0])) and not (ref is None and cells and cells[0] in labels)
        ]
        return {
            'kind': 'table',
            'columns': [block['columns'][place] for place in shown],
            'rows': [[hide(cells[place]) for place in shown if place < len(cells)] for cells, _ref in rows],
            'object_refs': [ref for _cells, ref in rows],
        }

    def _refs(self, refs: Iterable[ObjectRef], hide: '_Hiding') -> tuple[ObjectRef, ...]:
        return tuple(
            replace(ref, display=hide(ref.display), detail=hide(ref.detail))
            for ref in refs
            if not self.is_type(ref.key.object_type)
        )


@dataclass(frozen=True)
class _Hiding:
    pattern: re.Pattern[str] | None

    @classmethod
    def of(cls, texts: Iterable[str]) -> '_Hiding':
        longest = sorted({text.strip() for text in texts if text and text.strip()}, key=lambda text: (-len(text), text))
        joined = '|'.join(map(re.escape, longest))
        return cls(re.compile(rf'(?<!\w)(?:{joined})(?!\w)', re.IGNORECASE) if joined else None)

    def __call__(self, text: str) -> str:
        return self.pattern.sub(WITHHELD, text) if self.pattern else text


def _type(obj: Any) -> str:
    return str(obj._meta.concrete_model._meta.label_lower)


def _asked(query: InventoryQuery) -> Iterator[tuple[str, list[str]]]:
    """By type, the names by which a query chooses, orders or tells."""
    own = [*query.filters, *query.attributes, *query.order, *filter(None, [query.group_by])]
    if query.rank and query.rank.attribute:
        own.append(query.rank.attribute)
    yield query.object_type or '', own
    for key in query.subjects:
        yield key.object_type, list(query.attributes)
    for item in query.having:
        yield item.object_type, list(item.filters)
    if query.rank and query.rank.object_type:
        yield query.rank.object_type, list(query.rank.filters)
