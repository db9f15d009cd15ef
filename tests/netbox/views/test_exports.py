"""Sessions as files: all that the reader may see, nothing else, and nothing of it as markup."""

import json
import re

import markdown
import pytest
from dcim.models import Site
from django.test import TestCase
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from users.models import User

from netbox_chat_sessions.conversation.reply import Choice, Reply, ReplyKind
from netbox_chat_sessions.ui.exports import BATCH
from netbox_chat_sessions.ui.markdown import inline, link, paragraphs, quoted, table

from .records import allow, exchange, listing, open_session, ref, said
from .test_panel import HOSTILE

HIDDEN = 'This answer is about something that you may not see.'
COMMON_MARK = MarkdownIt('commonmark', {'html': True}).enable(['table', 'strikethrough'])

# What would be markup, each where it would be.
MARKUP = (
    '# heading',
    '1. one\n2) two',
    '- a\n+ b\n* c',
    'line\n====\nline\n----',
    '> quote',
    '    code',
    '```\ncode\n```',
    '[text](javascript:alert(1)) ![image](http://x.example/)',
    '<b>bold</b> <script>alert(1)</script> &lt;',
    '**bold** _it_ ~~gone~~ `code`',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    '[x]: http://x.example/\n[x]',
    'a\\\nb\\*',
    'https://x.example/ <https://x.example/> ann@x.example',
)


def text_of(source):
    """The text that CommonMark shows for Markdown, and the names of the elements it makes."""
    tokens = COMMON_MARK.parse(source)
    inner = [child for token in tokens for child in token.children or ()]
    kinds = {token.tag for token in tokens} | {child.type for child in inner}
    return ''.join('\n' if child.type in ('hardbreak', 'softbreak') else child.content for child in inner), kinds


def plain(text):
    return re.sub(r'\s+', '', text)


@pytest.mark.parametrize('text', MARKUP)
def test_what_looks_like_markup_is_text(text):
    for render in (paragraphs, quoted):
        shown, kinds = text_of(render(text))
        assert plain(shown) == plain(text)
        assert kinds <= {'p', 'blockquote', '', 'text', 'hardbreak', 'softbreak'}


@pytest.mark.parametrize('text', MARKUP)
def test_nor_is_it_in_the_markdown_that_netbox_renders(text):
    html = markdown.markdown(paragraphs(text), extensions=['fenced_code', 'tables'])
    assert set(re.findall(r'<(\w+)', html)) <= {'p', 'br'}, html


@given(st.text(alphabet=st.sampled_from('ab1 \n\\`*_[]()<>#+-=.!|~&:/@"\'\t\u2028\x00'), max_size=40))
def test_any_text_stays_text(text):
    shown, kinds = text_of(paragraphs(text))
    assert kinds <= {'p', '', 'text', 'hardbreak', 'softbreak'}
    assert plain(shown) == plain(text.replace('\x00', ''))


def test_tables_and_links_keep_their_shape():
    source = table(['A | B', 'C'], [[link('a]b|', '/x/(y)?q=1 2'), inline('c | d')]])
    shown, kinds = text_of(source)
    assert shown == 'A | BCa]b|c | d'
    assert {'table', 'link_open'} <= kinds
    assert '(</x/%28y%29?q=1%202>)' in source


class ExportTest(TestCase):
    """Ann talks about two sites, one of which Ben may not see."""

    @classmethod
    def setUpTestData(cls):
        cls.ann, cls.ben = (User.objects.create_user(username=name) for name in ('ann', 'ben'))
        cls.open, cls.secret = (Site.objects.create(name=name, slug=name.lower()) for name in ('Akron', 'Bunker'))
        allow(cls.ann, 'view', Site)
        allow(cls.ben, 'view', Site, name='Akron')
        cls.session = open_session(cls.ann, HOSTILE[:60], title_is_manual=True)
        cls.session.participants.add(cls.ben)
        for site in (cls.open, cls.secret):
            exchange(cls.session, f'what is at {site}', listing(site.name, [site]), said('what', site))

    def export(self, user, kind, session=None):
        self.client.force_login(user)
        url = reverse('plugins:netbox_chat_sessions:chatsession_export', args=[(session or self.session).pk])
        return self.client.get(url, {'format': kind})

    def text(self, *args):
        answer = self.export(*args)
        assert answer.status_code == 200
        return answer.getvalue().decode()

    def test_markdown(self):
        text = self.text(self.ann, 'md')
        assert text.startswith('# [&lt;script')
        for shown in ('> what is at Bunker', '1 devices at Bunker.', '| Name | Status |', '[Open as list](<http'):
            assert shown in text, shown
        assert f'[Akron](<http://testserver{self.open.get_absolute_url()}>)' in text

    def test_json(self):
        found = json.loads(self.text(self.ann, 'json'))
        assert found['session']['title'] == HOSTILE[:60]
        assert [turn['query'] for turn in found['interactions']] == ['what is at Akron', 'what is at Bunker']
        turn = found['interactions'][1]
        assert turn['blocks'][1] == {'kind': 'table', 'columns': ['Name', 'Status'], 'rows': [['Bunker', 'Active']]}
        assert turn['references'][0]['objects'][0]['object_id'] == self.secret.pk
        assert (turn['author'], turn['withheld']) == ('ann', False)

    def test_what_is_withheld_stays_withheld(self):
        for kind in ('md', 'json'):
            text = self.text(self.ben, kind)
            assert 'Akron' in text
            assert 'Bunker' not in text
            assert HIDDEN in text
        assert [turn['withheld'] for turn in json.loads(text)['interactions']] == [False, True]

    def test_only_who_may_see_it_has_it_and_only_in_known_formats(self):
        eve = User.objects.create_user(username='eve')
        assert self.export(eve, 'md').status_code == 404
        assert self.export(self.ann, 'exe').status_code == 404

    def test_the_name_of_the_file_is_safe(self):
        for title, name in (
            ('../../etc/passwd\r\nX: "y"', 'etcpasswd-x-y.md'),
            ('Größe & "Gewicht"', 'groe-gewicht.md'),
            ('日本', 'md'),
            ('a' * 80, f'{"a" * 50}.md'),
        ):
            session = open_session(self.ann, title)
            stem = f'chat-session-{session.pk}'
            expected = f'{stem}.{name}' if name == 'md' else f'{stem}-{name}'
            assert self.export(self.ann, 'md', session)['Content-Disposition'] == f'attachment; filename="{expected}"'

    def test_a_session_of_any_length_is_whole(self):
        session = open_session(self.ann, 'Long')
        for number in range(BATCH + 1):
            exchange(session, f'Question {number}', Reply('Yes.'))
        found = json.loads(self.text(self.ann, 'json', session))['interactions']
        assert [turn['query'] for turn in found] == [f'Question {number}' for number in range(BATCH + 1)]

    def test_choices_and_failures_are_there_as_well(self):
        session = open_session(self.ann, 'Odd')
        choices = tuple(Choice(ref(site)) for site in (self.open, self.secret))
        exchange(session, 'which?', Reply('Which one?', ReplyKind.CLARIFICATION, choices=choices))
        exchange(session, 'lost', status='failed')
        text = self.text(self.ann, 'md', session)
        assert '- Akron' in text
        assert 'This question could not be answered.' in text
