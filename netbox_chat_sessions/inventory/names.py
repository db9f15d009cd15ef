"""Finding the names of live objects in a text: one restricted union over the types that people call by name."""

import ipaddress
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Lower

from ..conversation.objects import NameSpan, NounSpan, ObjectKey, ObjectRef
from ..conversation.text import Token, fold
from ..conversation.vocabulary import vocabulary
from .nouns import ROLE_NOUNS, inventory_words, singulars
from .sketches import references, sketch

__all__ = ('Mention', 'NameSearch')

# Types with many objects: a name must be said in full, so that an index serves the search.
NAMED_IN_FULL = (
    'dcim.device', 'virtualization.virtualmachine', 'dcim.rack', 'dcim.location', 'ipam.vlan', 'circuits.circuit',
    'dcim.powerpanel', 'dcim.powerfeed', 'dcim.virtualchassis',
)  # fmt: skip
# Types whose names are words for a kind of thing: in lower case only in front of a noun ("internet circuits").
CATEGORIES = (
    'dcim.rackrole', 'ipam.role', 'circuits.circuittype', 'virtualization.clustertype', 'extras.tag', 'dcim.platform',
    'dcim.devicerole', 'ipam.vlangroup', 'tenancy.tenantgroup',
)  # fmt: skip
# Types with few objects: a part of the name will do ("Akron" for DM-Akron).
NAMED_IN_PART = (
    'dcim.site', 'dcim.region', 'dcim.sitegroup', 'tenancy.tenant', 'circuits.provider', 'virtualization.cluster',
    'dcim.manufacturer', 'dcim.devicerole', 'dcim.devicetype', 'dcim.platform', 'ipam.vrf', 'ipam.role', 'dcim.rackrole',
    'circuits.circuittype', 'virtualization.clustertype', 'ipam.vlangroup', 'tenancy.contact', 'tenancy.tenantgroup',
    'extras.tag',
)  # fmt: skip
ADDRESSED = ('ipam.prefix', 'ipam.ipaddress', 'ipam.aggregate')
NUMBERED = {'ipam.vlan': 'vid', 'dcim.cable': 'pk', 'ipam.asn': 'asn'}
COMPONENTS = (
    'dcim.interface', 'dcim.frontport', 'dcim.rearport', 'dcim.poweroutlet', 'dcim.powerport', 'dcim.consoleport',
    'dcim.consoleserverport', 'dcim.modulebay', 'dcim.devicebay', 'dcim.inventoryitem',
)  # fmt: skip

LONGEST = 8
MOST_WORDS = 12
MOST_ROWS = 200
MOST_PARTIAL = 5
_MAC = re.compile(r'(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}', re.IGNORECASE)
_NAME_LIKE = re.compile(r'(?=.*[a-z])(?=.*\d)[\w./:@#+-]{4,}|[a-z][\w.]*[-_:][\w.:_-]+', re.IGNORECASE)
_QUANTITY = re.compile(r'\d+(\.\d+)?[a-z]{1,3}|ipv[46]|u\d+', re.IGNORECASE)
_COMPONENT = re.compile(r'[a-z]+[- ]?\d+([/.:]\d+)*', re.IGNORECASE)


@dataclass(frozen=True)
class Mention:
    """Words of a text that may be a name: tokens `[first, last]`, and the folded forms to look for."""

    first: int
    last: int
    start: int
    end: int
    text: str
    forms: tuple[str, ...]
    quoted: bool = False


@dataclass
class NameSearch:
    """The names of live objects in one text, as one user may see them.

    Attributes:
        user: Whose permissions apply.
        nouns: The nouns of the text; one beside a name gives its type.
        roles: Roles whose words stand in the text, filled by `run`.
    """

    user: Any
    text: str
    tokens: Sequence[Token]
    nouns: Sequence[NounSpan]
    roles: list[ObjectRef] = field(default_factory=list)

    def run(self) -> tuple[NameSpan, ...]:
        """The names, in order and apart from each other; at most one statement."""
        self.mentions = tuple(self._mentions())
        self.addresses = {at: found for at, token in enumerate(self.tokens) if (found := _address(token.folded))}
        queries = [query for query in self._queries() if query is not None]
        rows = _union(queries)
        found = references(rows, self.user)
        self.roles += [ref for ref in found if ref.key.object_type == 'dcim.devicerole']
        return self._apart([*self._in_full(found), *self._in_part(found), *self._addressed(found), *self._numbered(found)])

    def components(self, devices: Sequence[ObjectKey], taken: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
        """Names of ports, outlets and other components of the first of `devices` that has any; at most one statement."""
        mentions = [m for m in self.mentions if not _overlaps(m.start, m.end, taken) and _COMPONENT.fullmatch(m.forms[0])]
        typed = [m for m in self.mentions if self._noun_before(m) and not _overlaps(m.start, m.end, taken)]
        forms = {form for mention in (*mentions, *typed) for form in mention.forms}
        ids = [key.object_id for key in devices if key.object_type == 'dcim.device']
        if not forms or not ids:
            return ()
        queries = [
            shape.rows(self._restricted(object_type).filter(device_id__in=ids).annotate(n_in_full=Lower('name')).filter(n_in_full__in=forms))
            for object_type in COMPONENTS
            if (shape := sketch(object_type))
        ]
        found = references(_union(queries), self.user)
        owners = {ref.key: trait.object_id for ref in found for trait in ref.traits if trait.name == 'device'}
        owner = next((pk for pk in ids if pk in owners.values()), None)
        found = tuple(ref for ref in found if owners.get(ref.key) == owner)
        return self._apart([span for span in self._in_full(found) if not _overlaps(span.start, span.end, taken)])

    def unknown(self, taken: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
        """Words that can only be names although nothing is called so: quoted, typed by a noun, or of a name's shape."""
        found = []
        for at, token in enumerate(self.tokens):
            if _overlaps(token.start, token.end, taken) or any(n.start <= token.start < n.end for n in self.nouns):
                continue
            quoted = self._is_quoted(token)
            noun = self._noun_beside(Mention(at, at, token.start, token.end, token.text, ()))
            shaped = _NAME_LIKE.fullmatch(token.base) and not _QUANTITY.fullmatch(token.base)
            if quoted or at in self.addresses or (shaped and token.base not in vocabulary().closed) or self._typed(at):
                found.append(NameSpan(token.start, token.end, token.text, quoted=quoted, noun=noun))
        return tuple(found)

    def _typed(self, at: int) -> bool:
        """`site DC1`, `tenant ABC`, `the NYC region`: a capital or a digit beside a noun in the singular."""
        token = self.tokens[at]
        proper = token.text[:1].isupper() or any(char.isdigit() for char in token.text)
        if not proper or token.base in self._common or token.base.isdecimal():
            return False
        mention = Mention(at, at, token.start, token.end, token.text, ())
        noun = self._noun_before(mention) or self._noun_behind(mention)
        return noun is not None and not noun.plural

    def _restricted(self, object_type: str) -> QuerySet[Any]:
        queryset: QuerySet[Any] = sketch(object_type).model.objects.restrict(self.user, 'view')  # type: ignore[attr-defined]
        return queryset

    def _mentions(self) -> Iterator[Mention]:
        common = self._common
        for first, token in enumerate(self.tokens):
            for last in range(first, min(first + LONGEST, len(self.tokens))):
                run = self.tokens[first : last + 1]
                if first != last and all(item.base in common for item in run) and not self._is_quoted(run[0]):
                    continue
                start, end = token.start, run[-1].end
                text = self.text[start:end]
                forms = [fold(text)]
                if run[-1].possessive:
                    forms.append(fold(text[:-2]))
                if self.text[end : end + 1] == '.':
                    forms.append(fold(self.text[start : end + 1]))
                yield Mention(first, last, start, end, text, tuple(forms), self._is_quoted(token))
                if self.text[end : end + 1] in ('?', '!', ';'):
                    break

    @property
    def _common(self) -> frozenset[str]:
        return vocabulary().closed | frozenset(inventory_words()['names']['common'])

    def _queries(self) -> Iterator[QuerySet[Any] | None]:
        forms = {form for mention in self.mentions for form in mention.forms}
        for object_type in NAMED_IN_FULL:
            shape = sketch(object_type)
            condition = Q(n_in_full__in=forms)
            if (number := NUMBERED.get(object_type)) and (numbers := self._numbers(object_type)):
                condition |= Q(**{f'{number}__in': numbers})
            yield shape.rows(self._restricted(object_type).annotate(n_in_full=Lower(shape.name_field)).filter(condition))
        for object_type, number in NUMBERED.items():
            if object_type not in NAMED_IN_FULL and (numbers := self._numbers(object_type)):
                yield sketch(object_type).rows(self._restricted(object_type).filter(**{f'{number}__in': numbers}))
        words, nouns = self._telling_words(), self._noun_words()
        for object_type in NAMED_IN_PART:
            # The words of roles are nouns as well.
            if sought := [*words, *(nouns if object_type in ROLE_NOUNS else ())]:
                yield self._partial(object_type, sought, forms)
        if self.addresses:
            yield from (self._by_address(object_type) for object_type in ADDRESSED)

    def _telling_words(self) -> list[str]:
        nouns = {self.text[noun.start : noun.end].casefold() for noun in self.nouns}
        found = dict.fromkeys(
            single
            for token in self.tokens
            for part in _alnum(token.base)
            if part not in vocabulary().closed and part not in nouns and len(part) > 1
            for single in singulars(part)
        )
        return sorted(found, key=len, reverse=True)[: MOST_WORDS * 2]

    def _noun_words(self) -> list[str]:
        """Nouns that may be the last word of a role as well."""
        heads = (_alnum(self.text[noun.start : noun.end].casefold()) for noun in self.nouns)
        return sorted({single for head in heads if head for single in singulars(head[-1])})

    def _partial(self, object_type: str, words: Sequence[str], forms: set[str]) -> QuerySet[Any]:
        shape = sketch(object_type)
        pattern = rf'\y({"|".join(words)})\y'
        exact = Case(When(n_in_full__in=forms, then=Value(0)), default=Value(1), output_field=IntegerField())
        queryset = self._restricted(object_type).annotate(n_in_full=Lower(shape.name_field))
        matching = queryset.filter(Q(n_in_full__in=forms) | Q(**{f'{shape.name_field}__iregex': pattern}))
        ids = matching.order_by(exact, 'pk').values('pk')[:MOST_ROWS]
        return shape.rows(self._restricted(object_type).filter(pk__in=ids))

    def _by_address(self, object_type: str) -> QuerySet[Any] | None:
        condition = Q()
        for address in self.addresses.values():
            if object_type == 'ipam.ipaddress':
                condition |= Q(address__net_host=str(address.ip)) if address.network.num_addresses == 1 else Q(address=str(address))
            elif address.network.num_addresses > 1 and address.ip == address.network.network_address:
                condition |= Q(prefix=str(address.network))
        return sketch(object_type).rows(self._restricted(object_type).filter(condition)) if condition else None

    def _numbers(self, object_type: str) -> list[int]:
        return [number for _, number, noun in self._numbered_words() if object_type in noun.noun.object_types]

    def _numbered_words(self) -> Iterator[tuple[int, int, NounSpan]]:
        """Numbers behind a noun: `VLAN 100`, `cable #24`, `VLANs 100 and 200`."""
        for at, token in enumerate(self.tokens):
            before, here = None, at - 1
            while here >= 0 and before is None:
                before = self._noun_ending_at(here + 1)
                if before or not (self.tokens[here].folded.lstrip('#').isdigit() or self.tokens[here].folded in ('and', 'or', 'id')):
                    break
                here -= 1
            digits = token.folded.lstrip('#')
            if before and digits.isdecimal() and len(digits) < 10:
                yield at, int(digits), before

    def _numbered(self, found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
        for at, number, noun in self._numbered_words():
            token = self.tokens[at]
            matches = [
                ref for ref in found
                if ref.key.object_type in noun.noun.object_types and ref.key.object_type in NUMBERED and _has_number(ref, number)
            ]  # fmt: skip
            if matches or any(kind in NUMBERED for kind in noun.noun.object_types):
                yield NameSpan(token.start, token.end, token.text, tuple(matches), noun=noun)

    def _in_full(self, found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
        named: dict[str, list[ObjectRef]] = {}
        for ref in found:
            for form in {fold(ref.display), _bare(ref)}:
                named.setdefault(form, []).append(ref)
        for mention in self.mentions:
            matches = [ref for form in mention.forms for ref in named.get(form, ())]
            if matches and (span := self._named(mention, matches)):
                yield span

    def _named(self, mention: Mention, matches: Sequence[ObjectRef]) -> NameSpan | None:
        """The mention as a name, unless its words are more likely to be no name."""
        noun = self._noun_beside(mention)
        if noun and (typed := [ref for ref in matches if noun.noun.fits(ref)]):
            matches = typed
        elif noun and noun.end <= mention.start and not mention.quoted and self._is_word(mention, matches):
            return None
        elif not mention.quoted and self._is_word(mention, matches):
            return None
        else:
            noun = None
        return NameSpan(
            mention.start, mention.end, mention.text, tuple(dict.fromkeys(matches)), quoted=mention.quoted, noun=noun
        )

    def _is_word(self, mention: Mention, matches: Sequence[ObjectRef]) -> bool:
        """Whether a single word is an ordinary one: then only its exact spelling, capitals included, is a name."""
        word = mention.forms[-1]
        if mention.first != mention.last or not word.isalpha():
            return word.isdecimal()
        ordinary = word in self._common or any(noun.start <= mention.start < noun.end for noun in self.nouns)
        wordy = (*NAMED_IN_FULL, *CATEGORIES)
        large = all(ref.key.object_type in wordy for ref in matches) and not self._noun_behind(mention, plural=True)
        if not (ordinary or large):
            return False
        spelled = mention.text in {ref.display.split(' (')[0] for ref in matches}
        return not (spelled and mention.text != word and (mention.first > 0 or not ordinary) and not (ordinary and mention.text.istitle() and mention.first == 0))

    def _in_part(self, found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
        """Parts of names: the longest run of words that all stand in one name."""
        by_run: dict[tuple[int, int], list[tuple[float, ObjectRef]]] = {}
        for ref in found:
            if ref.key.object_type not in NAMED_IN_PART:
                continue
            words = _alnum(fold(ref.display))
            for first, last in self._runs(words):
                share = sum(len(_alnum(token.base)) for token in self.tokens[first : last + 1]) / max(len(words), 1)
                by_run.setdefault((first, last), []).append((share, ref))
        for (first, last), scored in by_run.items():
            if span := self._part(first, last, scored):
                yield span

    def _runs(self, words: Sequence[str]) -> Iterator[tuple[int, int]]:
        first = None
        for at, token in enumerate((*self.tokens, None)):
            parts = _alnum(token.base) if token else []
            inside = bool(parts) and all(part in words for part in parts)
            if inside and first is None:
                first = at
            if first is not None and (not inside or (token and token.closes)):
                last = at if inside else at - 1
                if any(self._tells(item) for item in self.tokens[first : last + 1]):
                    yield first, last
                first = None

    def _tells(self, token: Token) -> bool:
        noun = any(noun.start <= token.start < noun.end for noun in self.nouns)
        return not noun and any(part not in self._common and len(part) > 2 and not part.isdigit() for part in _alnum(token.base))

    def _part(self, first: int, last: int, scored: Sequence[tuple[float, ObjectRef]]) -> NameSpan | None:
        tokens = self.tokens[first : last + 1]
        capital = any(token.text[:1].isupper() for token in tokens)
        best = max(share for share, _ in scored)
        matches = [ref for share, ref in scored if share >= (0.3 if capital else 0.5)]
        mention = Mention(first, last, tokens[0].start, tokens[-1].end - len(tokens[-1].folded) + len(tokens[-1].base), '', ())
        noun = self._noun_beside(mention)
        if noun:
            fitting = [ref for ref in matches if noun.noun.fits(ref)]
            matches = fitting if fitting or not noun.plural else matches
        order = {object_type: place for place, object_type in enumerate(NAMED_IN_PART)}
        if best == 1:
            matches = [ref for share, ref in scored if share == 1]
        foremost = min((order[ref.key.object_type] for ref in matches), default=None)
        matches = [ref for ref in matches if order[ref.key.object_type] == foremost]
        if not matches or len(matches) > MOST_PARTIAL:
            return None
        category = all(ref.key.object_type in CATEGORIES for ref in matches)
        if category and not capital and not noun and not self._noun_behind(mention, plural=True):
            return None
        text = self.text[mention.start : mention.end]
        return NameSpan(mention.start, mention.end, text, tuple(dict.fromkeys(matches)), exact=best == 1, noun=noun)

    def _addressed(self, found: Sequence[ObjectRef]) -> Iterator[NameSpan]:
        for at, address in self.addresses.items():
            token = self.tokens[at]
            matches = [ref for ref in found if ref.key.object_type in ADDRESSED and _at_address(ref, address)]
            noun = self._noun_beside(Mention(at, at, token.start, token.end, token.text, ()))
            typed = [ref for ref in matches if noun and noun.noun.fits(ref)]
            yield NameSpan(token.start, token.end, token.text, tuple(typed or matches[:1] if typed else matches), noun=noun)

    def _apart(self, spans: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
        """Of spans that overlap the longest, then one said in full, then one whose type is said."""
        chosen: list[NameSpan] = []
        for span in sorted(spans, key=lambda s: (s.start - s.end, not s.matches, not s.exact, s.noun is None)):
            if not _overlaps(span.start, span.end, chosen):
                chosen.append(span)
            elif twin := next((c for c in chosen if (c.start, c.end) == (span.start, span.end) and c.exact == span.exact), None):
                both = tuple(dict.fromkeys((*twin.matches, *span.matches)))
                if span.noun == twin.noun:
                    chosen[chosen.index(twin)] = NameSpan(
                        twin.start, twin.end, twin.text, both, twin.exact, twin.quoted, twin.noun
                    )
        return tuple(sorted(chosen, key=lambda span: span.start))

    def _noun_beside(self, mention: Mention) -> NounSpan | None:
        return self._noun_before(mention) or self._noun_behind(mention)

    def _noun_before(self, mention: Mention) -> NounSpan | None:
        return self._noun_ending_at(mention.first)

    def _noun_behind(self, mention: Mention, plural: bool = False) -> NounSpan | None:
        if mention.last + 1 >= len(self.tokens) or self.tokens[mention.last].closes or self.tokens[mention.last].possessive:
            return None
        start = self.tokens[mention.last + 1].start
        return next((noun for noun in self.nouns if noun.start == start and (plural or not noun.plural)), None)

    def _noun_ending_at(self, at: int) -> NounSpan | None:
        """The noun that ends right before token `at`; words such as "called" and "named" may stand between."""
        here = at - 1
        while here >= 0 and self.tokens[here].folded in ('named', 'called', '=', 'id'):
            here -= 1
        if here < 0 or here >= len(self.tokens) or self.tokens[here].closes and here != at - 1:
            return None
        token = self.tokens[here]
        if token.closes and self.text[token.end : token.end + 1] in ',.;!?':
            return None
        return next((noun for noun in self.nouns if noun.start <= token.start < noun.end and noun.end >= token.start + len(token.base)), None)

    def _is_quoted(self, token: Token) -> bool:
        return token.start > 0 and self.text[token.start - 1] in '"\'“”„‘’«»`' and (
            token.start < 2 or self.text[token.start - 2].isspace() or self.text[token.start - 2] in '(['
        )


Interface = ipaddress.IPv4Interface | ipaddress.IPv6Interface


def _address(word: str) -> Interface | None:
    if '.' not in word and ':' not in word:
        return None
    try:
        return ipaddress.ip_interface(word)
    except ValueError:
        return None


def _at_address(ref: ObjectRef, address: Interface) -> bool:
    try:
        own = ipaddress.ip_interface(ref.display)
    except ValueError:
        return False
    if ref.key.object_type == 'ipam.ipaddress':
        return own.ip == address.ip
    return own.network == address.network


def _has_number(ref: ObjectRef, number: int) -> bool:
    if ref.key.object_type == 'dcim.cable':
        return ref.key.object_id == number
    return str(number) in re.findall(r'\d+', ref.display)[-1:]


def _bare(ref: ObjectRef) -> str:
    """The name without what NetBox adds to tell objects apart (`Data (100)`)."""
    return fold(ref.display.rsplit(' (', 1)[0]) if ref.display.endswith(')') else fold(ref.display)


def _alnum(text: str) -> list[str]:
    return ''.join(char if char.isalnum() else ' ' for char in text).split()


def _overlaps(start: int, end: int, spans: Sequence[NameSpan]) -> bool:
    return any(span.start < end and start < span.end for span in spans)


def _union(queries: Sequence[QuerySet[Any]]) -> list[Any]:
    """The rows of all queries by one statement; queries that the user's permissions empty cost none."""
    if not queries:
        return []
    first, *others = queries
    return list(first.union(*others, all=True).order_by() if others else first)


