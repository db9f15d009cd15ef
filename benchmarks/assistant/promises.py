"""What an answer must keep to, looked at from outside: through the REST API alone."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ('Answered', 'broken')

MARKUP = re.compile(r'\w+://|www\.|</|<script|\]\(|javascript:', re.IGNORECASE)
NUMBER = re.compile(r'\d+')
LONGEST_SECONDS = 110


@dataclass(frozen=True)
class Answered:
    """One answer.

    Attributes:
        message: What was asked.
        body: What `chat/` answered.
        seconds: How long it took.
        fetch: Gets a path of the same NetBox, as JSON.
    """

    message: str
    body: Mapping[str, Any]
    seconds: float
    fetch: Callable[[str], Mapping[str, Any]]

    @property
    def reply(self) -> Mapping[str, Any]:
        """The reply."""
        found: Mapping[str, Any] = self.body['reply']
        return found

    @property
    def note(self) -> str:
        """What is said of the model's part in it."""
        return str(self.reply['blocks'][-1].get('text', ''))

    @property
    def has_prose(self) -> bool:
        """Whether the words are the model's."""
        return 'Put into words' in self.note

    @property
    def below(self) -> str:
        """What stands below its words."""
        cells = [
            cell
            for block in self.reply['blocks'][1:-1]
            for cell in [block.get('text', ''), *block.get('columns', ()), *sum(block.get('rows', ()), [])]
        ]
        return '\n'.join(map(str, cells)).replace(',', '')


def broken(answered: Answered) -> Iterator[str]:
    """The promises that an answer breaks."""
    return (name for name, keeps in PROMISES.items() if not keeps(answered))


def _decides_nothing(answered: Answered) -> bool:
    body = answered.body
    return body['turn']['decision'] == 'route' and body['control'] is None and body['session']['status'] == 'active'


def _is_plain(answered: Answered) -> bool:
    # What was not understood is repeated in the user's own words.
    said = answered.message.casefold()
    return all(mark.casefold() in said for mark in MARKUP.findall(answered.reply['text']))


def _links_lead_here(answered: Answered) -> bool:
    paths = [item['url'] for item in (*answered.reply['links'], *answered.reply['objects'])]
    return all(path.startswith('/') and not path.startswith('//') for path in paths)


def _numbers_are_below(answered: Answered) -> bool:
    if not answered.has_prose:
        return True
    told = set(NUMBER.findall(answered.below + answered.message))
    return set(NUMBER.findall(answered.reply['text'].replace(',', ''))) <= told


def _empty_stays_empty(answered: Answered) -> bool:
    return answered.reply['total'] != 0 or (answered.reply['kind'] == 'not_found' and not answered.has_prose)


def _counts_are_netboxs(answered: Answered) -> bool:
    """The count is that of NetBox's own API with the same filters."""
    query, links = answered.reply['query'] or {}, answered.reply['links']
    if query.get('action') not in ('list', 'count') or not links or answered.reply['total'] is None:
        return True
    path, _mark, filters = links[0]['url'].partition('?')
    return answered.fetch(f'/api{path}?{filters}&limit=1&brief=true')['count'] == answered.reply['total']


def _objects_are_there(answered: Answered) -> bool:
    first = answered.reply['objects'][:3]
    return all(answered.fetch(f'/api{item["url"]}')['id'] == item['object_id'] for item in first)


def _says_who_answers(answered: Answered) -> bool:
    return answered.body['turn']['agent'] != 'assistant' or 'language model' in answered.note


PROMISES: Mapping[str, Callable[[Answered], bool]] = {
    'it decides nothing': _decides_nothing,
    'its text is plain': _is_plain,
    'its links lead to this NetBox': _links_lead_here,
    'its numbers stand in the results': _numbers_are_below,
    'what is empty stays empty': _empty_stays_empty,
    "its counts are NetBox's": _counts_are_netboxs,
    'its objects are there': _objects_are_there,
    'it says what the model did': _says_who_answers,
    'it comes in time': lambda answered: answered.seconds < LONGEST_SECONDS,
}
