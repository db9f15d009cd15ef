"""Topics: which domain a turn belongs to, when it leaves the topic, and what is kept of one that was left (ADR-0017).

A domain is an area of NetBox, as the settings name it (`infrastructure`). A topic is a stretch of the conversation: it
stays in one domain, or is carried into the next by what refers back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .carrying import carried_query
from .changes import asks_for_change
from .followups import CARRYING
from .memory import Memory
from .objects import Annotations, ObjectKey
from .ports import TopicMap
from .reading import Reading, Reference, Source, TopicReading
from .reply import Reply, ReplyKind
from .session import SuspendedTopic
from .text import match_words, tokenise
from .vocabulary import Vocabulary

__all__ = ('TopicReader', 'TopicState', 'topic_after')


@dataclass(frozen=True)
class TopicState:
    """Where a conversation stands after a turn.

    Attributes:
        start: Sequence number of the interaction that the topic began with.
        suspended: Topic domain → the topic that was left there.
    """

    start: int
    suspended: Mapping[str, SuspendedTopic]


@dataclass(frozen=True)
class TopicReader:
    """Tells what turns are about.

    Attributes:
        topics: Which domain types and words belong to.
    """

    topics: TopicMap

    def read(
        self,
        annotations: Annotations,
        references: Sequence[Reference],
        signals: Sequence[str],
        memory: Memory,
        vocabulary: Vocabulary,
    ) -> TopicReading:
        """The topic of a turn: from the types its words name, else from its objects, else from its words.

        A request to change something is provisioning, whatever it changes. None: the turn belongs to no domain, and the
        topic stays as it was.
        """
        nouns = [kind for span in annotations.nouns for kind in span.noun.object_types[:1]]
        objects = [key.object_type for reference in references for key in reference.keys[:1]]
        domain = self.topics.of_changes() if asks_for_change(annotations, vocabulary) else None
        domain = domain or next(filter(None, map(self.topics.of_type, [*nouns, *objects])), None)
        domain = domain or self.topics.of_words(annotations.text.casefold().split())
        back = _leads_back(annotations, vocabulary)
        return self._reading(domain, references, signals, memory, back=back)

    def about(self, keys: Sequence[ObjectKey], memory: Memory) -> TopicReading:
        """The topic of an interaction of which only the objects are known; the last one is what it is about."""
        domain = self.topics.of_type(keys[-1].object_type) if keys else None
        return self._reading(domain, (), (), memory)

    def answered(self, reading: Reading, reply: Reply, memory: Memory) -> TopicReading:
        """The topic once the turn is answered: where its words belong to no domain, what was asked for tells.

        What could not be answered was asked for as a guess only: it begins a topic, but leaves none.
        """
        asked = reply.query.get('object_type') if reply.query else None
        guessed = reply.kind not in (ReplyKind.ANSWER, ReplyKind.CLARIFICATION) and memory.topic_domain
        if reading.topic.domain or not asked or guessed:
            return reading.topic
        return self._reading(self.topics.of_type(asked), reading.bindings, reading.signals, memory)

    def _reading(
        self,
        domain: str | None,
        references: Sequence[Reference],
        signals: Sequence[str],
        memory: Memory,
        *,
        back: bool = False,
    ) -> TopicReading:
        previous = memory.topic_domain
        if domain is None or previous is None or domain == previous:
            return TopicReading(domain, previous)
        remembered = [key for ref in references if ref.source is Source.MEMORY for key in ref.keys]
        left = memory.suspended.get(domain)
        own = all(self.topics.of_type(key.object_type) == domain for key in remembered)
        if left and left.start != memory.topic_start and own and (remembered or back):
            return TopicReading(domain, previous, changed=True, returned=True)
        related = bool(signals) and any(ref.source is Source.RELATION for ref in references)
        carries = bool(remembered) or related or not CARRYING.isdisjoint(signals)
        return TopicReading(domain, previous, changed=not carries)


def topic_after(topic: TopicReading, memory: Memory, sequence: int) -> TopicState:
    """Where the conversation stands after the turn with this sequence number.

    The domain that was left keeps what it takes to go on with it, also where the topic itself goes on in another one.
    """
    suspended = dict(memory.suspended)
    if topic.domain is None or topic.domain == memory.topic_domain:
        return TopicState(memory.topic_start, suspended)
    left = suspended.pop(topic.domain, None)
    if memory.topic_domain:
        authors = {turn.author_id for turn in memory.window if turn.reply.get('query')}
        suspended[memory.topic_domain] = SuspendedTopic(
            start=memory.topic_start,
            left=sequence,
            focus=memory.focus,
            query=carried_query(memory, ()),
            asked_by=authors.pop() if len(authors) == 1 else None,
        )
    if topic.returned and left:
        return TopicState(left.start, suspended)
    return TopicState(sequence if topic.changed else memory.topic_start, suspended)


def _leads_back(annotations: Annotations, vocabulary: Vocabulary) -> bool:
    tokens = tokenise(annotations.text)
    return any(match_words(tokens, at, vocabulary.words('returning')) for at in range(len(tokens)))
