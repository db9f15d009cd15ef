"""What is said when a question cannot be answered: asked back, not found, or not understood."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from ...conversation.objects import Noun, ObjectRef
from ...conversation.ports import AgentRequest
from ...conversation.reading import Reference
from ...conversation.reply import Choice, Link, Reply, ReplyKind
from ...inventory.catalogue import kind, kinds
from ...inventory.enumerating import either, enumeration
from ...inventory.errors import QueryError
from ...inventory.query import InventoryQuery
from ..language import Problem, ProblemKind

__all__ = ('explain', 'explain_error')

MOST_CHOICES = 25
FEW_CHOICES = 5
# Questions are understood in English, whatever the language of the answers.
OF_THE_PAGE = ('what is in it?', 'its location', 'who changed it last?')
OF_ANYTHING = ('which devices are at <site>?', 'how full is rack <name>?', 'where is <device>?')
ROLES = 'which device roles are there?'


def explain(problem: Problem, request: AgentRequest) -> Reply:
    """The reply for a reading that could not become a query; how far it was understood stands in its query."""
    reply = _explained(problem, request)
    return replace(reply, query=problem.query.as_json()) if problem.query else reply


def _explained(problem: Problem, request: AgentRequest) -> Reply:
    if problem.kind is ProblemKind.ASK and problem.reference:
        return _ask(problem.reference)
    if problem.kind is ProblemKind.GONE:
        return Reply(_('What you mean is no longer there, or you may not see it.'), ReplyKind.NOT_FOUND)
    words = enumeration(_('“{words}”').format(words=word) for word in problem.words)
    if problem.kind is ProblemKind.UNKNOWN_NAME:
        return _unknown_name(problem, words)
    if problem.kind is ProblemKind.NO_PROPERTY:
        text = _('NetBox does not record {words} for {kinds}.').format(
            words=words or _('that'), kinds=_nouns(problem.noun)
        )
        return Reply(text, ReplyKind.NOT_UNDERSTOOD)
    if problem.kind is ProblemKind.UNKNOWN_VALUE:
        text = _('{kinds} have no {value}.').format(kinds=_nouns(problem.noun), value=words)
        return Reply(' '.join([capfirst(text), *_statuses(problem.noun)]), ReplyKind.NOT_UNDERSTOOD)
    if problem.kind is ProblemKind.WRITES:
        return _not_writing(problem)
    if problem.kind is ProblemKind.NO_ROLE:
        text = _('No device role is called {words}.').format(words=words)
        return Reply(' '.join([text, _('Ask “{question}”.').format(question=ROLES)]), ReplyKind.NOT_FOUND)
    if problem.kind is ProblemKind.CANCEL:
        return Reply(_('All right.'), ReplyKind.CONTROL)
    if problem.kind is ProblemKind.THANKS:
        return Reply(_('You are welcome.'))
    if problem.kind is ProblemKind.GREETING:
        return Reply(' '.join([_('Hello.'), _('Ask about anything in NetBox.'), _examples(request.page)]))
    text = _('I did not understand {words}.').format(words=words) if words else _('I did not understand that.')
    return Reply(f'{text} {_examples(request.page)}', ReplyKind.NOT_UNDERSTOOD)


def explain_error(error: QueryError, query: InventoryQuery) -> Reply:
    """The reply for a query that NetBox does not take."""
    return Reply(str(error), ReplyKind.NOT_UNDERSTOOD, query=query.as_json())


def _not_writing(problem: Problem) -> Reply:
    """Nothing is changed from here; what it would be about is one step away in NetBox."""
    text = _('This chat does not change anything in NetBox.')
    if len(problem.refs) == 1:
        ref = problem.refs[0]
        ask = _('Do you want to open {name} in NetBox, and do it there?').format(name=ref.display)
        return Reply(f'{text} {ask}', ReplyKind.CLARIFICATION, links=(Link(ref.display, ref.url),) if ref.url else ())
    object_type = problem.query.object_type if problem.query else None
    if object_type in kinds() and (path := kind(object_type).list_path):
        ask = _('Do you want to open the list of {kinds} in NetBox, and do it there?')
        link = Link(kind(object_type).nouns, path)
        return Reply(f'{text} {ask.format(kinds=link.text)}', ReplyKind.CLARIFICATION, links=(link,))
    return Reply(f'{text} {_("What do you want to know?")}', ReplyKind.CLARIFICATION)


def _ask(reference: Reference) -> Reply:
    candidates = reference.candidates
    if reference.beyond:
        text = ngettext('The list has only {count} entry.', 'The list has only {count} entries.', reference.beyond)
        which = _('Which one do you mean?')
        return Reply(f'{text.format(count=reference.beyond)} {which}', ReplyKind.CLARIFICATION)
    if not candidates:
        return Reply(_('Which {noun} do you mean?').format(noun=_called(reference.noun)), ReplyKind.CLARIFICATION)
    text = _question(reference, candidates)
    return Reply(text, ReplyKind.CLARIFICATION, choices=tuple(_choice(ref) for ref in candidates[:MOST_CHOICES]))


def _unknown_name(problem: Problem, words: str) -> Reply:
    """Nothing is called so; what is called nearly so is offered."""
    noun = problem.reference.noun if problem.reference else problem.noun
    typed = _is_known(noun)
    kind_ = _noun(noun) if typed else ''
    near = problem.reference.candidates if problem.reference else ()
    if near:
        text = _('There is no {kind} {name}.') if typed else _('There is nothing called {name}.')
        text = text.format(kind=kind_, name=words)
        return Reply(
            f'{text} {_did_you_mean(near)}', ReplyKind.CLARIFICATION, choices=tuple(_choice(ref) for ref in near)
        )
    text = (
        _('There is no {kind} {name}, or you may not see it.')
        if typed
        else _('There is nothing called {name}, or you may not see it.')
    )
    text = text.format(kind=kind_, name=words)
    return Reply(text, ReplyKind.NOT_FOUND)


def _did_you_mean(near: Sequence[ObjectRef]) -> str:
    same = len({ref.display for ref in near}) < len(near)
    names = [f'{ref.display} ({ref.detail})' if same and ref.detail else ref.display for ref in near]
    return _('Did you mean {name}?').format(name=either(names))


def _question(reference: Reference, candidates: tuple[ObjectRef, ...]) -> str:
    """Which of them; of more than a few, the place or name is asked for."""
    kinds_ = {ref.key.object_type for ref in candidates}
    noun = _nouns(Noun((candidates[0].key.object_type,))) if len(kinds_) == 1 else _('objects')
    same = len({ref.display for ref in candidates}) == 1
    told = [(ref.detail or ref.display) if same else ref.display for ref in candidates[:FEW_CHOICES]]
    told += ['…'] if len(candidates) > FEW_CHOICES else []
    if same:
        text = ngettext(
            '{count} {noun} is called {name}: {told}.', '{count} {noun} are called {name}: {told}.', len(candidates)
        )
    else:
        text = ngettext('{count} {noun} fits: {told}.', '{count} {noun} fit: {told}.', len(candidates))
    text = text.format(count=len(candidates), noun=noun, name=candidates[0].display, told=enumeration(told))
    # What is left out ends the sentence.
    text = text.replace('….', '…')
    ask = (
        _('Which one do you mean?')
        if len(candidates) <= FEW_CHOICES
        else _('Which one do you mean? Say its place or name.')
    )
    return f'{text} {ask}'


def _choice(ref: ObjectRef) -> Choice:
    return Choice(ref, f'{ref.display} ({ref.detail})' if ref.detail else ref.display)


def _is_known(noun: Noun | None) -> TypeGuard[Noun]:
    return noun is not None and bool(noun.object_types) and noun.object_types[0] in kinds()


def _noun(noun: Noun) -> str:
    return kind(noun.object_types[0]).noun


def _called(noun: Noun | None) -> str:
    """What one is called: a role as NetBox's users have named it, all else as NetBox does."""
    if noun is not None and noun.traits:
        return noun.label
    return _noun(noun) if _is_known(noun) else _('object')


def _nouns(noun: Noun | None) -> str:
    return kind(noun.object_types[0]).nouns if _is_known(noun) else _('objects')


def _statuses(noun: Noun | None) -> list[str]:
    if not _is_known(noun) or 'status' not in kind(noun.object_types[0]).filterset.base_filters:
        return []
    choices = kind(noun.object_types[0]).model._meta.get_field('status').flatchoices
    with override('en'):
        # As a question has to name them.
        statuses = [str(label) for _value, label in choices]
    return [_('Their status can be: {statuses}.').format(statuses=enumeration(statuses))]


def _examples(page: ObjectRef | None) -> str:
    examples = (_('“{question}”').format(question=question) for question in (OF_THE_PAGE if page else OF_ANYTHING))
    return _('For example: {examples}.').format(examples=enumeration(examples))
