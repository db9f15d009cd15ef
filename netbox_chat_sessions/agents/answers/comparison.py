"""Objects side by side."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext

from ...conversation.reply import Reply, Table
from ...inventory.describe import describe_all
from ...inventory.enumerating import sentence_list
from ...inventory.results import Comparison
from .cells import Cells
from .wording import named

__all__ = ('comparison_reply',)

MAX_LABELS = 6


def comparison_reply(result: Comparison, user: AbstractBaseUser | AnonymousUser) -> Reply:
    """A table with one column for each object; the fields that differ come first and are named in the sentence."""
    refs = describe_all(result.objects, user)
    values = (attribute.value(obj) for attribute, _ in result.rows for obj in result.objects)
    cells = Cells.of(values, user)
    rows, differing = [], []
    for attribute, differs in result.rows:
        texts = tuple(cells.of_attribute(attribute, obj) for obj in result.objects)
        if not any(texts):
            continue
        rows.append((attribute.label, *texts))
        differing += [attribute.label] if differs and len(set(texts)) > 1 else []
    names = sentence_list(named(ref) for ref in refs)
    if differing:
        more = len(differing) - MAX_LABELS
        labels = [*differing[:MAX_LABELS], *([gettext('%(count)s more') % {'count': more}] if more > 0 else [])]
        text = gettext('%(names)s differ in %(labels)s.') % {'names': names, 'labels': sentence_list(labels)}
    else:
        text = gettext('%(names)s do not differ in anything that NetBox records.') % {'names': names}
    table = Table((gettext('Field'), *(ref.display for ref in refs)), tuple(rows), (None,) * len(rows))
    return Reply(text, blocks=(table.as_json(),), total=len(refs), objects=refs, query=result.query.as_json())
