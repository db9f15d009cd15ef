"""Finders without NetBox: one that knows names alone, and a small inventory with nouns, roles, states and relations."""

import re
from dataclasses import replace

from netbox_chat_sessions.conversation.objects import (
    Annotations,
    NameSpan,
    Noun,
    NounSpan,
    ObjectKey,
    ObjectRef,
    Trait,
    ValueSpan,
)
from netbox_chat_sessions.conversation.text import fold, tokenise

# Which types an object belongs to: what its relations lead to.
BELONGS = {
    'dcim.site': ('tenancy.tenant',),
    'dcim.rack': ('dcim.site',),
    'dcim.device': ('dcim.site', 'dcim.rack'),
    'dcim.interface': ('dcim.device',),
    'ipam.vlan': ('dcim.site',),
    'ipam.prefix': ('ipam.vlan', 'dcim.site'),
    'circuits.circuit': ('circuits.provider',),
    'virtualization.virtualmachine': ('virtualization.cluster', 'tenancy.tenant'),
}
PLACES = ('dcim.site', 'dcim.rack', 'dcim.device', 'ipam.prefix', 'virtualization.cluster')
PARTIES = ('tenancy.tenant', 'circuits.provider')
ROUTER, SWITCH, PDU = (Trait('role', 'dcim.devicerole', number) for number in (1, 2, 3))
NOUNS = {
    'site': Noun(('dcim.site',)),
    'rack': Noun(('dcim.rack',)),
    'cabinet': Noun(('dcim.rack',)),
    'device': Noun(('dcim.device',)),
    'box': Noun(('dcim.device',)),
    'router': Noun(('dcim.device',), frozenset({ROUTER})),
    'switch': Noun(('dcim.device',), frozenset({SWITCH})),
    'pdu': Noun(('dcim.device',), frozenset({PDU})),
    'interface': Noun(('dcim.interface',)),
    'uplink': Noun(('dcim.interface',)),
    'vlan': Noun(('ipam.vlan',)),
    'prefix': Noun(('ipam.prefix',)),
    'circuit': Noun(('circuits.circuit',)),
    'provider': Noun(('circuits.provider',)),
    'cluster': Noun(('virtualization.cluster',)),
    'vm': Noun(('virtualization.virtualmachine',)),
    'tenant': Noun(('tenancy.tenant',)),
    'customer': Noun(('tenancy.tenant',)),
}
PLURALS = {word + ('es' if word.endswith(('x', 'ch')) else 's'): word for word in NOUNS}
STATES = ('active', 'offline', 'planned')


class SmallFinder:
    """Names are found as they stand; no word is a noun, and nothing is related."""

    def __init__(self, *refs):
        self.refs = {ref.key: ref for ref in refs}

    def annotate(self, text, scope=()):
        names = {}
        for ref in self.refs.values():
            if (at := text.find(ref.display)) >= 0:
                names.setdefault((at, at + len(ref.display)), []).append(ref)
        spans = [NameSpan(start, end, text[start:end], tuple(refs)) for (start, end), refs in sorted(names.items())]
        return Annotations(text, names=tuple(spans))

    def look(self, keys):
        return {key: self.refs[key] for key in keys if key in self.refs}

    def related(self, anchor, noun, limit):
        return ()

    def relates(self, object_type, noun):
        return False

    def belongs(self, object_type, noun):
        return False

    def is_place(self, object_type):
        return True

    def is_party(self, object_type):
        return False

    def page(self, hint):
        return self.refs.get(hint.key)


class SmallInventory(SmallFinder):
    """Objects with roles and relations; `hide`, `rename` and `move` do what happens between two turns."""

    def annotate(self, text, scope=()):
        nouns = tuple(_nouns(text))
        names = tuple(self._names(text, nouns))
        outside = [span for span in nouns if not _inside(span.start, names)]
        values = [
            ValueSpan(token.start, _end(token), {'dcim.device': {'status': token.base}})
            for token in tokenise(text)
            if token.base in STATES and not _inside(token.start, names)
        ]
        return Annotations(text, names, tuple(outside), tuple(values))

    def related(self, anchor, noun, limit):
        origin = self.refs.get(anchor)
        pointed = {(trait.object_type, trait.object_id) for trait in origin.traits} if origin else set()
        fitting = [ref for ref in self.refs.values() if noun.fits(ref) and ref.key != anchor]
        found = [ref for ref in fitting if ref.key in pointed or _points_at(ref, anchor)] if origin else []
        return tuple(sorted(found, key=lambda ref: ref.key))[:limit]

    def relates(self, object_type, noun):
        return self.belongs(object_type, noun) or any(
            object_type in BELONGS.get(kind, ()) for kind in noun.object_types
        )

    def belongs(self, object_type, noun):
        return any(kind in BELONGS.get(object_type, ()) for kind in noun.object_types)

    def is_place(self, object_type):
        return object_type in PLACES

    def is_party(self, object_type):
        return object_type in PARTIES

    def called(self, name):
        """The object of that name, written `name` or, where names repeat, `name/detail`."""
        display, _, detail = name.partition('/')
        (found,) = [
            ref for ref in self.refs.values() if ref.display == display and (not detail or ref.detail == detail)
        ]
        return found

    def hide(self, *names):
        for name in names:
            del self.refs[self.called(name).key]

    def rename(self, name, display):
        ref = self.called(name)
        self.refs[ref.key] = replace(ref, display=display, texts=(display, ref.detail))

    def move(self, name, where):
        ref, place = self.called(name), self.called(where)
        kept = {trait for trait in ref.traits if trait.object_type != place.key.object_type}
        traits = frozenset(kept | {_trait(place)})
        self.refs[ref.key] = replace(ref, traits=traits)

    def _names(self, text, nouns):
        by_name = {}
        for ref in self.refs.values():
            by_name.setdefault(fold(ref.display), []).append(ref)
        taken = []
        for name in sorted(by_name, key=len, reverse=True):
            for match in re.finditer(rf'(?<![\w-]){re.escape(name)}(?![\w-])', text, re.IGNORECASE):
                if not _inside(match.start(), taken):
                    taken.append(_named(text, match.start(), match.end(), by_name[name], nouns))
        for token in tokenise(text):
            # A word with letters and digits looks like a name, whether it is one or not.
            looks = re.fullmatch(r'(?=.*[a-z])(?=.*\d)[\w/-]+', token.base) and not re.fullmatch(r'\d+\w\w', token.base)
            if looks and not _inside(token.start, taken):
                taken.append(NameSpan(token.start, _end(token), text[token.start : _end(token)]))
        return sorted(taken, key=lambda span: span.start)


def thing(object_type, number, display, *belongs, detail='', role=None, words=()):
    """An object that belongs to others, described by its name, its detail and `words`."""
    traits = frozenset(_trait(ref) for ref in belongs) | ({role} if role else set())
    return ObjectRef(
        ObjectKey(object_type, number), display, f'/{object_type}/{number}/', detail, object_type.split('.')[1],
        frozenset(traits), (display, detail, *words),
    )  # fmt: skip


def _trait(ref):
    return Trait(ref.key.object_type.split('.')[1], *ref.key)


def _points_at(ref, anchor):
    return any((trait.object_type, trait.object_id) == anchor for trait in ref.traits)


def _end(token):
    """Where a word ends, without a possessive ending."""
    return token.end - 2 * token.possessive


def _inside(offset, spans):
    return any(span.start <= offset < span.end for span in spans)


def _nouns(text):
    for token in tokenise(text):
        word = PLURALS.get(token.base, token.base)
        if word in NOUNS:
            plural = token.base in PLURALS
            yield NounSpan(token.start, _end(token), replace(NOUNS[word], label=word), plural)


def _named(text, start, end, refs, nouns):
    beside = next((noun for noun in nouns if not text[noun.end : start].strip() and noun.end < start), None)
    fitting = [ref for ref in refs if beside and beside.noun.fits(ref)]
    return NameSpan(start, end, text[start:end], tuple(fitting or refs), noun=beside if fitting else None)
