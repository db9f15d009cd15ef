"""What is said when a question cannot be answered: asked back, not found, or not understood."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...conversation.objects import Noun, ObjectRef
from ...conversation.ports import AgentRequest
from ...conversation.reading import Reference
from ...conversation.reply import Choice, Link, Reply, ReplyKind
from ...inventory.catalogue import kind, kinds
from ...inventory.errors import QueryError
from ...inventory.query import InventoryQuery
from ..language import Problem, ProblemKind

__all__ = ('explain', 'explain_error')

MOST_CHOICES = 25
FEW_CHOICES = 5


def explain(problem: Problem, request: AgentRequest) -> Reply:
    """The reply for a reading that could not become a query; how far it was understood stands in its query."""
    reply = _explained(problem, request)
    return replace(reply, query=problem.query.as_json()) if problem.query else reply


def _explained(problem: Problem, request: AgentRequest) -> Reply:
    if problem.kind is ProblemKind.ASK and problem.reference:
        return _ask(problem.reference)
    if problem.kind is ProblemKind.GONE:
        return Reply(_('What you mean is no longer there, or you may not see it.'), ReplyKind.NOT_FOUND)
    words = ', '.join(f'“{word}”' for word in problem.words)
    if problem.kind is ProblemKind.UNKNOWN_NAME:
        return _unknown_name(problem, words)
    if problem.kind is ProblemKind.NO_PROPERTY:
        text = _('NetBox does not record {words} for {kinds}.').format(
            words=words or _('that'), kinds=_nouns(problem.noun)
        )
        return Reply(text, ReplyKind.NOT_UNDERSTOOD)
    if problem.kind is ProblemKind.UNKNOWN_VALUE:
        text = _('{kinds} have no {value}.').format(kinds=_nouns(problem.noun), value=words)
        return Reply(
            ' '.join([text.capitalize() if text[:1].islower() else text, *_statuses(problem.noun)]),
            ReplyKind.NOT_UNDERSTOOD,
        )
    if problem.kind is ProblemKind.WRITES:
        return _not_writing(problem)
    if problem.kind is ProblemKind.NO_ROLE:
        text = _('No device role is called {words}.').format(words=words)
        return Reply(' '.join([text, _('Ask “which device roles are there?”.')]), ReplyKind.NOT_FOUND)
    if problem.kind is ProblemKind.CANCEL:
        return Reply(_('All right.'), ReplyKind.CONTROL)
    if problem.kind is ProblemKind.THANKS:
        return Reply(_('You are welcome.'))
    if problem.kind is ProblemKind.GREETING:
        return Reply(' '.join([_('Hello.'), _('Ask about anything in NetBox.'), *_examples(request.page)]))
    if words:
        text = _('I did not understand {words}.').format(words=words)
        return Reply(' '.join([text, *_examples(request.page)]), ReplyKind.NOT_UNDERSTOOD)
    return Reply(' '.join([_('I did not understand that.'), *_examples(request.page)]), ReplyKind.NOT_UNDERSTOOD)


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
        noun = reference.noun.label if reference.noun else _('object')
        return Reply(_('Which {noun} do you mean?').format(noun=noun), ReplyKind.CLARIFICATION)
    text = _question(reference, candidates)
    return Reply(text, ReplyKind.CLARIFICATION, choices=tuple(_choice(ref) for ref in candidates[:MOST_CHOICES]))


def _unknown_name(problem: Problem, words: str) -> Reply:
    """Nothing is called so; what is called nearly so is offered."""
    noun = problem.reference.noun if problem.reference else problem.noun
    typed = noun is not None and noun.object_types[0] in kinds()
    kind_ = _noun(noun) if noun and typed else ''
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
    if len(names) == 1:
        return _('Did you mean {name}?').format(name=names[0])
    return _('Did you mean {names} or {name}?').format(names=', '.join(names[:-1]), name=names[-1])


def _question(reference: Reference, candidates: tuple[ObjectRef, ...]) -> str:
    """Which of them; of more than a few, the place or name is asked for."""
    kinds_ = {ref.key.object_type for ref in candidates}
    noun = _nouns(Noun((candidates[0].key.object_type,))) if len(kinds_) == 1 else _('objects')
    same = len({ref.display for ref in candidates}) == 1
    told = ', '.join((ref.detail or ref.display) if same else ref.display for ref in candidates[:FEW_CHOICES])
    if len(candidates) > FEW_CHOICES:
        told = f'{told}, …'
    if same:
        text = ngettext(
            '{count} {noun} is called {name}: {told}.', '{count} {noun} are called {name}: {told}.', len(candidates)
        )
    else:
        text = ngettext('{count} {noun} fits: {told}.', '{count} {noun} fit: {told}.', len(candidates))
    text = text.format(count=len(candidates), noun=noun, name=candidates[0].display, told=told)
    ask = (
        _('Which one do you mean?')
        if len(candidates) <= FEW_CHOICES
        else _('Which one do you mean? Say its place or name.')
    )
    return f'{text} {ask}'


def _choice(ref: ObjectRef) -> Choice:
    return Choice(ref, f'{ref.display} ({ref.detail})' if ref.detail else ref.display)


def _noun(noun: Noun) -> str:
    return kind(noun.object_types[0]).noun


def _nouns(noun: Noun | None) -> str:
    if noun and noun.object_types[0] in kinds():
        return kind(noun.object_types[0]).nouns
    return _('objects')


def _statuses(noun: Noun | None) -> list[str]:
    if (
        not noun
        or noun.object_types[0] not in kinds()
        or 'status' not in kind(noun.object_types[0]).filterset.base_filters
    ):
        return []
    choices = kind(noun.object_types[0]).model._meta.get_field('status').flatchoices
    return [_('Their status can be: {statuses}.').format(statuses=', '.join(str(label) for _value, label in choices))]


def _examples(page: ObjectRef | None) -> list[str]:
    if page:
        examples = [_('“what is in it?”'), _('“its location”'), _('“who changed it last?”')]
    else:
        examples = [_('“which devices are at <site>?”'), _('“how full is rack <name>?”'), _('“where is <device>?”')]
    return [_('For example: {examples}.').format(examples=', '.join(examples))]
