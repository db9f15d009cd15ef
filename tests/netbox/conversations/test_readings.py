"""What questions are read as: each rule of the grammar has a case in readings/questions.toml."""

import re
import tomllib
from pathlib import Path

from django.contrib.auth import get_user_model
from django.test import TestCase

from netbox_chat_sessions.agents.language import Interpreter, Problem
from netbox_chat_sessions.conversation.memory import Memory
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.wiring import turn_service

from .inventory import build

CASES = tomllib.loads((Path(__file__).parent / 'readings' / 'questions.toml').read_text(encoding='utf-8'))['case']


def plain(value):
    """A filter's value as text; a moment only as being one."""
    return 'time' if re.match(r'\d{4}-\d\d-\d\d', str(value)) else str(value)


def told(query):
    """A query as the data file writes it: conditions and order in short, ids of objects left out."""
    found = {'action': query.action.value, 'of': query.object_type}
    filters = {name: [plain(value) for value in values] for name, values in query.filters.items()}
    ids = {name for name in filters if re.fullmatch(r'(.*_)?id(__n)?', name) and filters[name] != ['null']}
    found['filters'] = {name: values for name, values in filters.items() if name not in ids}
    found['ids'] = sorted(ids)
    found['subjects'] = [key.object_type for key in query.subjects]
    found['attributes'] = list(query.attributes)
    found['having'] = [
        f'{item.object_type} {item.minimum}-{"" if item.maximum is None else item.maximum}' for item in query.having
    ]
    rank = query.rank
    found['rank'] = f'{"most" if rank.descending else "least"} {rank.attribute or rank.object_type}' if rank else ''
    found |= {'order': list(query.order), 'group': query.group_by or '', 'size': query.size or 0}
    found['limit'] = query.limit if query.limit != 25 else 0
    return {name: value for name, value in found.items() if value}


class ReadingsTestCase(TestCase):
    """Every case of the data file."""

    @classmethod
    def setUpTestData(cls):
        build()
        cls.user = get_user_model().objects.create_superuser('asker')

    def test_readings(self):
        reader = turn_service(self.user).reader
        for case in CASES:
            with self.subTest(case['ask']):
                found = Interpreter().interpret(reader.read(TurnRequest(case['ask']), Memory()))
                if 'problem' in case:
                    problems = [item.kind.value for item in found if isinstance(item, Problem)]
                    self.assertEqual(problems, [case['problem']])
                    self.assertEqual(list(found[0].words), case.get('words', list(found[0].words)))
                    continue
                self.assertEqual([told(item.query) for item in found if not isinstance(item, Problem)], case['read'])
                self.assertFalse([item for item in found if isinstance(item, Problem)])
