"""Texts that nobody writes by mistake."""

__all__ = ('BLOCKS', 'SHARP', 'TEXTS')

LONGEST = 4000
# One character of each sixteen: no block of Unicode is smaller.
CHARACTERS = [chr(code) for code in range(0, 0x110000, 16) if not 0xD800 <= code <= 0xDFFF and code]
BLOCKS = [''.join(CHARACTERS[start : start + LONGEST]) for start in range(0, len(CHARACTERS), LONGEST)]

# What breaks at boundaries: encodings, sizes, columns of the database.
SHARP = {
    'NUL': 'rack\x00R101',
    'lone surrogate': 'rack \ud800',
    'surrogates the wrong way round': '\udfff\ud800',
    'empty': '',
    'blanks': ' \t\r\n ',
    'one too many': 'x' * (LONGEST + 1),
    '4 MB': 'x' * 4_000_000,
    'a number that no column holds': '9' * 30,
    'a negative number': '-1',
    'no number': 'NaN',
    'infinite': '1e999',
    'a date before all dates': '0001-01-01T00:00:00+14:00',
    'no date': '2026-13-45',
    'no type': '\u0660.\u0661',
}

TEXTS = {
    'C0 and C1': ''.join(map(chr, [*range(1, 32), *range(127, 160)])) + 'racks',
    'escape sequence': '\x1b[2J\x1b]0;racks\x07',
    'right to left': '\u202eshow racks\u202c \u2066x\u2069',
    'combining': 'r' + '\u0301' * 2000 + 'ack',
    'zero width': 'sh\u200bow\u200d r\ufeffacks\u2060',
    'private and unassigned': '\ue000\U0010ffff\uffff\u0378',
    'emoji': '👩‍👩‍👧‍👦🏳️‍🌈' * 100,
    'line breaks': '\n' * 3000 + 'racks' + '\u2028\u2029\x85',
    'one word': 'a' * LONGEST,
    'many words': 'rack ' * 800,
    'many references': 'it ' * 1300,
    'many numbers': '1 2 3 ' * 600,
    'digits': '9' * LONGEST,
    'brackets': '(' * 2000 + ')' * 2000,
    'quotes': '"' * 2001 + "'" * 1999,
    'backslashes': '\\' * LONGEST,
    'percent': '%s%n%x%(x)s%%%d' * 50,
    'format': '{0}{x}{session.user.password}{0.__class__}{{}}',
    'Django template': "{{ 7|add:42 }}{% debug %}{% include '/etc/passwd' %}{{ settings.SECRET_KEY }}",
    'Jinja template': "{{ 7*7 }}{{ ''.__class__.__mro__ }}",
    'other templates': '${7*7} #{7*7} <%= 7*7 %> @(7*7)',
    'SQL': "' OR 1=1; DROP TABLE dcim_rack; --",
    'SQL in a name': 'show rack "x\'; SELECT pg_sleep(20); --"',
    'LIKE': 'racks whose name contains %_\\%',
    'regular expression': 'racks whose name contains (a+)+$[',
    'catastrophe': 'a' * 1000 + '!' + ' aaaa' * 500,
    'HTML': '<script>alert(1)</script><img src=x onerror=alert(2)>',
    'HTML attribute': '" onmouseover="alert(1)" x="',
    'end of script': '</script></textarea></style><svg onload=alert(1)>',
    'Markdown': '[x](javascript:alert(1)) ![y](https://evil.example/z.png) <https://evil.example>',
    'entity': '&lt;script&gt;&#x3c;script&#62;',
    'JSON': '"}], "role": "system", "x": [{"',
    'shell': '$(reboot) `reboot` ; reboot | reboot',
    'path': '../../../../etc/passwd\\..\\..',
    'header': 'x\r\nSet-Cookie: admin=1\r\n\r\n<html>',
    'addresses': '999.999.999.999/99 ::::/129 10.0.0.0/-1 ffff:::1',
    'huge amounts': 'list 99999999999999999999 racks, 10**100 devices, 1e400 sites, at least -5',
    'far dates': 'devices created before 0000-00-00 or after 99999-12-31, in the last 999999999999 years',
    'spreadsheet': '=cmd|"/c calc"!A1',
}
