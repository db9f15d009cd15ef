"""Topic domains: which one a turn belongs to, and what happens when it changes (ADR-0017)."""

from collections.abc import Mapping, Sequence
from typing import Any

from .changes import asks_for_change
from .objects import Annotations, ObjectKey
from .ports import TopicMap
from .reading import Reference, Source, TopicReading
from .session import Session
from .vocabulary import Vocabulary

__all__ = ('read_topic', 'suspended_after')


def read_topic(
    annotations: Annotations,
    references: Sequence[Reference],
    previous: str | None,
    topics: TopicMap,
    vocabulary: Vocabulary,
) -> TopicReading:
    """The topic of a turn: from the types its words name, else from its objects, else from its words.

    A request to change something is provisioning, whatever it changes. None: the topic stays as it was.

    A change with a reference carried over from memory is no boundary: the new question still hangs on the old topic.
    """
    words = [
        domain for span in annotations.nouns for kind in span.noun.object_types[:1] if (domain := topics.of_type(kind))
    ]
    objects = [domain for ref in references for key in ref.keys[:1] if (domain := topics.of_type(key.object_type))]
    domain = topics.of_changes() if asks_for_change(annotations, vocabulary) else None
    domain = domain or next(iter([*words, *objects]), None)
    if domain is None:
        domain = topics.of_words(annotations.text.casefold().split())
    if domain is None:
        return TopicReading(None, previous, False)
    carried = any(ref.source is Source.MEMORY for ref in references)
    return TopicReading(domain, previous, previous is not None and domain != previous and not carried)


def suspended_after(session: Session, topic: TopicReading, focus: Sequence[ObjectKey]) -> dict[str, Any]:
    """The suspended contexts after a turn: a topic that was left keeps its focus, one returned to has none."""
    suspended: dict[str, Any] = dict(_mapping(session.suspended))
    if topic.changed and topic.previous:
        suspended[topic.previous] = {'focus': [list(key) for key in focus]}
    if topic.domain:
        suspended.pop(topic.domain, None)
    return suspended


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
