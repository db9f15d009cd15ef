"""The answers of the help agent: from live data, from the settings, and where NetBox's documentation says more."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from ...conversation.objects import ObjectRef
from ...conversation.reply import Link, Reply, ReplyKind, text_block
from ...inventory.attributes import facts_of
from ...inventory.catalogue import Kind, kinds
from ...inventory.columns import columns_of
from ...inventory.enumerating import enumeration, inside, sentence_list
from .asked import Asked, Topic
from .chat import ABOUT_THE_CHAT
from .documentation import add_links, documentation
from .examples import Examples, examples_of, general_examples, page_examples

__all__ = ('tell',)

# As much as a sentence can hold.
MOST_KINDS, MOST_EXAMPLES, MOST_PROPERTIES = 2, 4, 12


def tell(asked: Asked, user: Any, page: ObjectRef | None = None, adding: bool = False) -> Reply:
    """The answer to a question for help.

    Args:
        asked: What it is about.
        user: Who asks.
        page: The object that the user looks at, if any.
        adding: It is about making or changing something.
    """
    if asked.topic in ABOUT_THE_CHAT:
        return Reply(ABOUT_THE_CHAT[asked.topic](user))
    if asked.topic is Topic.KINDS:
        return _kinds(asked.object_types, user)
    if asked.topic is Topic.HOW_TO:
        return _how_to(asked.object_types, user, adding)
    return _abilities(user, page)


def _abilities(user: Any, page: ObjectRef | None) -> Reply:
    examples = page_examples(page) if page else general_examples(user)
    further = (
        _('“It”, “the second one” and “and at the other site?” go on from what was said.'),
        _('“What can I ask about racks?” tells more about one kind of object.'),
        _('“Who can read this?” and “how long do you keep this?” ask about the chat itself.'),
    )
    told = _with(examples, _('Ask about anything in NetBox, in plain words.'))
    return replace(told, blocks=(text_block('\n'.join(further)),))


def _kinds(object_types: Sequence[str], user: Any) -> Reply:
    """What can be asked about kinds of objects: those of which the user may see some."""
    asked = [kinds()[object_type] for object_type in object_types if object_type in kinds()][:MOST_KINDS]
    known = [(found, examples) for found in asked if (examples := examples_of(found.object_type, user)).questions]
    if not known:
        nouns = sentence_list(found.nouns for found in asked) or _('objects of that kind')
        text = _('There are no {kinds} that you may see.').format(kinds=nouns)
        return Reply(text, ReplyKind.NOT_FOUND, links=documentation(object_types))
    most = MOST_EXAMPLES // len(known)
    examples = Examples(
        tuple(question for _found, each in known for question in each.questions[:most]),
        tuple(key for _found, each in known for key in each.named),
    )
    nouns = sentence_list(found.nouns for found, _each in known)
    told = _with(examples, _('Ask about {kinds} in plain words.').format(kinds=nouns))
    lists = tuple(Link(found.nouns, found.list_path) for found, _each in known if found.list_path)
    recorded = text_block('\n'.join(_recorded(found) for found, _each in known))
    return replace(told, blocks=(recorded,), links=(*lists, *documentation(object_types)))


def _recorded(known: Kind) -> str:
    """What there is to know of objects of a kind, that of NetBox's own list first."""
    labels = dict.fromkeys(inside(item.label) for item in (*columns_of(known), *facts_of(known)))
    told = enumeration(list(labels)[:MOST_PROPERTIES])
    text = _('What NetBox records of {kinds} can be asked for, and be a condition: {properties}.')
    return text.format(kinds=known.nouns, properties=told)


def _how_to(object_types: Sequence[str], user: Any, adding: bool) -> Reply:
    text = _('That is a question about how NetBox is used; this chat answers what is in it.')
    forms = tuple(add_links(object_types, user)) if adding else ()
    return Reply(f'{text} {_("NetBox brings its documentation along.")}', links=(*forms, *documentation(object_types)))


def _with(examples: Examples, text: str) -> Reply:
    """A sentence with examples; whoever may not see what they name is not shown them."""
    if not examples.questions:
        return Reply(text)
    quoted = enumeration(_('“{question}”').format(question=question) for question in examples.questions)
    return Reply(f'{text} {_("For example: {examples}.").format(examples=quoted)}', named=examples.named)
