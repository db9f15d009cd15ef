"""How much there is of everything."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from ...conversation.reply import Link, Reply, Table
from ...inventory.describe import describe
from ...inventory.enumerating import sentence_list
from ...inventory.summary import Summary
from .cells import number
from .wording import counted, named, noun_of

__all__ = ('summary_reply',)

MAX_SAID = 5
MAX_LINKS = 8


def summary_reply(result: Summary, user: AbstractBaseUser | AnonymousUser) -> Reply:
    """The main numbers in a sentence, all of them in a table, and links to the lists they count."""
    refs = (describe(result.subject, user),) if result.subject is not None else ()
    said = [counted(count, of) for of, count, _ in result.counts[:MAX_SAID]]
    more = len(result.counts) - len(said)
    if more:
        said.append(
            ngettext('%(count)s more kind of objects', '%(count)s more kinds of objects', more) % {'count': more}
        )
    words = {'counts': sentence_list(said)}
    if result.subject is not None:
        subject = named(refs[0], noun_of(result.subject))
        text = gettext('%(subject)s has %(counts)s.') if said else gettext('Nothing in NetBox belongs to %(subject)s.')
        words['subject'] = capfirst(subject) if said else subject
    else:
        text = gettext('NetBox holds %(counts)s.') if said else gettext('You may not view any of the main objects.')
    rows = tuple((capfirst(of.nouns), number(count)) for of, count, _ in result.counts)
    table = Table((gettext('Objects'), pgettext('how many', 'Count')), rows, (None,) * len(rows))
    links = [Link(counted(count, of), path) for of, count, path in result.counts if path and count]
    return Reply(
        text % words,
        blocks=(table.as_json(),) if rows else (),
        total=sum(count for _, count, _ in result.counts),
        objects=refs,
        query=result.query.as_json(),
        links=tuple(links[:MAX_LINKS]),
        focus=refs,
    )
