"""What holds for every memory and every phrase: no wrong type, nothing hidden, no choice between equals."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from netbox_chat_sessions.conversation.memory import Memory, ShownList
from netbox_chat_sessions.conversation.objects import ObjectKey
from netbox_chat_sessions.conversation.reader import Reader
from netbox_chat_sessions.conversation.reading import QueryType, ReferenceStatus, Source
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.conversation.session import EntityReference, SaidBy

from .finder import NOUNS, PDU, PLURALS, ROUTER, SWITCH, SmallInventory, thing
from .topics import TOPICS

START = datetime(2026, 3, 2, tzinfo=UTC)
TENANTS = tuple(thing('tenancy.tenant', number, f'Tenant {name}') for number, name in enumerate('XYZ', 1))
SITES = tuple(
    thing('dcim.site', number, f'Town-{name}', TENANTS[number % 3], words=('planned',) if number % 2 else ())
    for number, name in enumerate('ABC', 1)
)
RACKS = tuple(thing('dcim.rack', number, f'Cab-{name}', SITES[number % 3]) for number, name in enumerate('DEFGH', 1))
ROLES = (ROUTER, SWITCH, PDU)
DEVICES = tuple(
    thing('dcim.device', number, f'Node-{name}', SITES[number % 3], RACKS[number % 5], role=ROLES[number % 3])
    for number, name in enumerate('IJKLMNO', 1)
)
VLANS = tuple(thing('ipam.vlan', number, f'Net-{name}', SITES[number % 3]) for number, name in enumerate('PQR', 1))
OBJECTS = (*TENANTS, *SITES, *RACKS, *DEVICES, *VLANS)
KINDS = ('site', 'rack', 'cabinet', 'device', 'box', 'router', 'switch', 'pdu', 'vlan', 'tenant', 'interface')
PLURAL_OF = {word: plural for plural, word in PLURALS.items()}
ORDINALS = ('first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth')
FRAMES = (
    'show {}',
    'how full is {}?',
    'which site is {} in?',
    'list the devices in {}',
    '{}',
    'and {}?',
    'compare {}',
    'what VLANs are in {}, please?',
)
BARE = (
    'it', 'its', 'they', 'them', 'their', 'both', 'all of them', 'this', 'that', 'these', 'those', 'there', 'here',
    'in there', 'this one', 'that one', 'the other one', 'the others', 'the rest', 'the previous one', 'the latest one',
    'another one', 'the planned one', 'that list', 'first two', 'the last two', 'everything', 'all but the last one',
    'only the active ones', 'and the serial?', 'how many?', 'the same for Town-A', 'what about Node-K',
)  # fmt: skip
TYPED = (
    'the {}', 'that {}', 'this {}', 'the other {}', 'the previous {}', 'the same {}', 'any other {}', 'its {}',
    'the {} we talked about', 'the first {} we talked about', 'the last {}', 'the second {}', 'the planned {}',
    "the {}'s serial", 'back to the {}',
)  # fmt: skip
TYPED_PLURAL = (
    'the {}',
    'those {}',
    'these {}',
    'their {}',
    'the two {}',
    'the three {}',
    'the other {}',
    'all {}',
    'first two {}',
)


@dataclass(frozen=True)
class World:
    """What a session remembers, and what of it may be seen."""

    memory: Memory
    hidden: frozenset[ObjectKey] = frozenset()
    page: ObjectKey | None = None

    def finder(self, kind=SmallInventory):
        return kind(*(ref for ref in OBJECTS if ref.key not in self.hidden))

    def read(self, text, finder=None):
        finder = finder or self.finder()
        return Reader(finder, TOPICS).read(TurnRequest(text), self.memory, finder.refs.get(self.page))

    def sees(self, key):
        return key not in self.hidden

    @property
    def secrets(self):
        return [ref.display for ref in OBJECTS if ref.key in self.hidden]


class Unordered(SmallInventory):
    """Answers in another order than it was asked."""

    def look(self, keys):
        return dict(reversed(super().look(keys).items()))


def entity(ref, first, last, said_by):
    """What a session keeps of an object, under the name it had when it was mentioned."""
    times = (START + timedelta(minutes=first, microseconds=ref.key.object_id), START + timedelta(minutes=last))
    return EntityReference(ref.key, ref.display, *times, last, said_by=said_by)


@st.composite
def worlds(draw, *, hiding=True):
    """A memory of some turns. Now and then several objects were mentioned in the same one."""
    turns = draw(st.integers(0, 6))
    entities, lists = {}, []
    for turn in range(1, turns + 1):
        for ref in draw(st.lists(st.sampled_from(OBJECTS), max_size=4, unique=True)):
            first = entities[ref.key].last_sequence if ref.key in entities else turn
            entities[ref.key] = entity(ref, first, turn, draw(st.sampled_from(SaidBy)))
        pool = draw(st.sampled_from((SITES, RACKS, DEVICES, VLANS, OBJECTS)))
        if listed := draw(st.lists(st.sampled_from(pool), max_size=5, unique=True)):
            lists.insert(0, ShownList(turn, tuple(ref.key for ref in listed)))
    recent = sorted(entities.values(), key=lambda item: (item.last_mentioned, item.key), reverse=True)
    known = [*entities, *(key for shown in lists for key in shown.keys)]
    focus = draw(st.lists(st.sampled_from(known), max_size=3, unique=True)) if known else []
    hidden = draw(st.sets(st.sampled_from(known), max_size=4)) if hiding and known else set()
    page = draw(st.none() | st.sampled_from([ref.key for ref in OBJECTS if ref.key not in hidden]))
    return World(Memory(tuple(recent), tuple(focus), tuple(lists)), frozenset(hidden), page)


@st.composite
def phrases(draw):
    """A phrase, and the noun in it if any."""
    form = draw(st.sampled_from((*TYPED, *TYPED_PLURAL, *BARE)))
    if '{}' not in form:
        return form, None
    word = draw(st.sampled_from(KINDS))
    return form.format(PLURAL_OF[word] if form in TYPED_PLURAL else word), NOUNS[word]


@st.composite
def sentences(draw):
    """Two phrases at most, in a sentence around them."""
    found = [draw(phrases())[0] for _ in range(draw(st.integers(1, 2)))]
    return draw(st.sampled_from(FRAMES)).format(' and '.join(found))


WORDS = sorted({word for form in (*TYPED, *BARE, *FRAMES) for word in form.replace('{}', 'rack').split()})
JUMBLES = st.lists(
    st.sampled_from((*WORDS, *KINDS, *PLURALS, *ORDINALS, '#2', '3', 'no,', 'wait', 'but', 'Cab-E', '"x"')), max_size=9
)
TEXTS = sentences() | JUMBLES.map(' '.join) | st.text(max_size=30)


def shown(reading):
    """Everything of a reading that leaves it."""
    return json.dumps([reading.as_json(), [ref.as_json() for ref in reading.bindings]], ensure_ascii=False)


def overlapping(reading, start, end):
    return [ref for ref in reading.references if ref.start < end and start < ref.end]


@given(worlds(), TEXTS)
def test_what_may_not_be_seen_is_nowhere(world, text):
    reading = world.read(text)
    assume(not any(name.casefold() in text.casefold() for name in world.secrets))
    told = shown(reading)
    assert not [name for name in world.secrets if name in told]
    keys = {ref.key for reference in reading.bindings for ref in (*reference.objects, *reference.candidates)}
    assert all(world.sees(key) for key in keys)


@given(worlds(), TEXTS)
def test_every_reference_is_well_formed(world, text):
    for reference in world.read(text).references:
        assert 0 <= reference.start <= reference.end <= len(text)
        assert text[reference.start : reference.end] == reference.phrase
        kept = {
            ReferenceStatus.RESOLVED: bool(reference.objects and reference.source and not reference.candidates),
            ReferenceStatus.AMBIGUOUS: len(reference.candidates) > 1 and not reference.objects,
            ReferenceStatus.UNRESOLVED: not (reference.objects or reference.candidates or reference.source),
            ReferenceStatus.GONE: not (reference.objects or reference.candidates),
        }
        assert kept[reference.status], reference
        for refs in (reference.objects, reference.candidates):
            assert len({ref.key for ref in refs}) == len(refs)


@given(worlds(), phrases(), st.sampled_from(FRAMES))
def test_no_object_is_of_another_kind_than_the_phrase(world, phrase, frame):
    words, noun = phrase
    assume(noun is not None)
    reading = world.read(frame.format(words))
    at = frame.index('{}') + words.index(
        next(word for word in words.split() if word.removesuffix("'s") in (*NOUNS, *PLURALS))
    )
    for reference in overlapping(reading, at, at + 1):
        event(reference.status.value)
        assert all(noun.fits(ref) for ref in (*reference.objects, *reference.candidates)), reference


@settings(max_examples=400)
@given(worlds(), TEXTS, st.randoms(use_true_random=False))
def test_equals_stay_equals(world, text, random):
    """What the same turn mentioned last, of one kind and in one way, is resolved alike, however it was put away."""
    entities = among_equals(world, random)
    shuffled = replace(world, memory=replace(world.memory, entities=entities))
    one, other = world.read(text), shuffled.read(text)
    assert [outcome(ref) for ref in one.references] == [outcome(ref) for ref in other.references]


def among_equals(world, random):
    """The entities with equals in another order, and everything else in its place."""

    def sort(item):
        return item.last_sequence, item.said_by, item.key.object_type, world.sees(item.key)

    equals = {}
    for item in world.memory.entities:
        equals.setdefault(sort(item), []).append(item)
    for group in equals.values():
        random.shuffle(group)
    return tuple(equals[sort(item)].pop() for item in world.memory.entities)


def outcome(reference):
    return (
        reference.start,
        reference.end,
        reference.status,
        reference.source,
        {*reference.objects},
        {*reference.candidates},
    )


@given(st.sampled_from(('the', 'that')), st.sampled_from((SITES, RACKS, VLANS)), st.data())
def test_one_of_two_is_never_chosen(determiner, pool, data):
    """Of several that the latest turn mentioned, and that nothing tells apart, none is taken."""
    count = data.draw(st.integers(2, len(pool)))
    said_by = data.draw(st.sampled_from(SaidBy))
    older = data.draw(st.lists(st.sampled_from((*pool[count:], *DEVICES)), max_size=3, unique=True))
    entities = [entity(ref, 5, 5, said_by) for ref in pool[:count]] + [entity(ref, 1, 1, SaidBy.USER) for ref in older]
    listed = data.draw(st.booleans())
    lists = (ShownList(5, tuple(ref.key for ref in pool[:count])),) if listed else ()
    world = World(Memory(tuple(entities), (), lists))
    word = pool[0].kind
    (reference,) = world.read(f'show {determiner} {word}').references
    assert reference.status is ReferenceStatus.AMBIGUOUS
    assert {*reference.candidates} == {*pool[:count]}


@given(
    worlds(),
    st.integers(1, 12),
    st.sampled_from(('#{}', 'number {}', 'the {} one', 'the {}', 'the {} rack', 'the {} switch')),
    st.sampled_from(FRAMES),
)
def test_what_is_out_of_range_never_resolves(world, place, form, frame):
    if '#' in form or 'number' in form:
        words = form.format(place)
    else:
        assume(place <= len(ORDINALS))
        words = form.format(ORDINALS[place - 1])
    known = {entity.key for entity in world.memory.entities}
    longest = max([len(shown.keys) for shown in world.memory.lists] + [len(known)], default=0)
    assume(place > longest)
    reading = world.read(frame.format(words))
    at = frame.index('{}')
    assert not [ref for ref in overlapping(reading, at, at + len(words)) if ref.resolved or ref.candidates]


@given(worlds(), st.integers(1, 10), st.sampled_from(('#{}', 'number {}', 'the {} one', 'the {}')))
def test_a_place_in_the_list_is_that_place(world, place, form):
    """Also when something of the list has been deleted or hidden since: what stands behind it does not move up."""
    assume(world.memory.lists)
    keys = world.memory.lists[0].keys
    assume(any(world.sees(key) for key in keys))
    words = form.format(place if '#' in form or 'number' in form else ORDINALS[place - 1])
    (reference,) = world.read(f'show {words}').references
    if place > len(keys):
        assert reference.status is ReferenceStatus.UNRESOLVED
    elif not world.sees(keys[place - 1]):
        assert reference.status is ReferenceStatus.GONE
    else:
        assert reference.keys == (keys[place - 1],)


@given(worlds(), TEXTS)
def test_the_same_memory_gives_the_same_reading(world, text):
    once = world.read(text)
    assert world.read(text).as_json() == once.as_json()
    assert world.read(text, world.finder(Unordered)).as_json() == once.as_json()


@given(TEXTS, st.none() | st.sampled_from(OBJECTS))
def test_the_first_turn_stands_alone(text, page):
    world = World(Memory(), page=page.key if page else None)
    reading = world.read(text)
    assert reading.query_type is QueryType.STANDALONE
    assert not [ref for ref in reading.references if ref.source is Source.MEMORY]
    if page is None and not any(ref.display.casefold() in text.casefold() for ref in OBJECTS):
        assert not [ref for ref in reading.references if ref.objects or ref.candidates]


@given(worlds(), TEXTS)
def test_nothing_is_resolved_from_an_invisible_memory(world, text):
    blind = replace(world, hidden=frozenset(ref.key for ref in OBJECTS), page=None)
    assert not [ref for ref in blind.read(text).references if ref.objects or ref.candidates]
