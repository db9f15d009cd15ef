"""script/messages: gathers the product's texts into its translations, and compiles them."""

import gettext
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from .paths import ROOT

__all__ = ('LANGUAGES', 'LOCALE', 'catalog_of', 'compiled', 'gathered', 'is_translated', 'path_of', 'plural_forms')

LANGUAGES = ('de', 'es', 'fr', 'ja')
LOCALE = ROOT / 'netbox_chat_sessions' / 'locale'
# Django's own functions beside those of gettext.
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    'gettext_lazy': None,
    'gettext_noop': None,
    'ngettext_lazy': (1, 2),
    'pgettext_lazy': ((1, 'c'), 2),
    'npgettext_lazy': ((1, 'c'), 2, 3),
}
WIDTH = 120
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
HEADER = {
    'project': 'netbox_chat_sessions',
    'version': '0.1',
    'last_translator': 'netbox_chat_sessions',
    'language_team': 'netbox_chat_sessions',
    'charset': 'utf-8',
    'msgid_bugs_address': '',
}


def gathered() -> Catalog:
    """All texts of the product's code and templates, with the files that they stand in."""
    found = Catalog()
    for path, code in _sources():
        for _line, message, _comments, context in extract('python', BytesIO(code.encode()), KEYWORDS):
            found.add(message, locations=[(str(path.relative_to(ROOT)), 0)], context=context)
    return found


def _sources() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / 'netbox_chat_sessions').rglob('*.py')):
        if 'migrations' not in path.parts:
            yield path, path.read_text(encoding='utf-8')
    for path in sorted((ROOT / 'templates').rglob('*.html')):
        code = templatize(path.read_text(encoding='utf-8'))
        # Only its calls are code; how the lines are indented says nothing.
        yield path, '\n'.join(line.strip() for line in code.splitlines())


def path_of(language: str, suffix: str = 'po') -> Path:
    """The catalog of a language."""
    return LOCALE / language / 'LC_MESSAGES' / f'django.{suffix}'


def catalog_of(language: str) -> Catalog:
    """The translations of a language as they are written; empty where there are none yet."""
    path = path_of(language)
    if not path.exists():
        # A fixed day: what changes is seen in the texts alone.
        catalog = Catalog(language, header_comment='', creation_date=FIRST, revision_date=FIRST, fuzzy=False, **HEADER)
        catalog.mime_headers = [('Plural-Forms', plural_forms(language))]
        return catalog
    with path.open('rb') as file:
        return read_po(file, locale=language)


def plural_forms(language: str) -> str:
    """NetBox's plural forms of a language: Django uses one rule for all catalogs of a language that it can join."""
    package = Path(find_spec('netbox').submodule_search_locations[0])
    with (package / '_data' / 'translations' / language / 'LC_MESSAGES' / 'django.mo').open('rb') as file:
        return gettext.GNUTranslations(file).info()['plural-forms']


def compiled(catalog: Catalog) -> bytes:
    """A catalog as gettext reads it."""
    buffer = BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def main() -> int:
    """Bring all catalogs up to date; returns the exit status, 1 where something waits for a translation."""
    template, missing = gathered(), 0
    for language in LANGUAGES:
        catalog = catalog_of(language)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        with path_of(language).open('wb') as file:
            write_po(file, catalog, width=WIDTH, ignore_obsolete=True, include_lineno=False)
        path_of(language, 'mo').write_bytes(compiled(catalog))
        waiting = [message for message in catalog if message.id and not is_translated(message)]
        missing += len(waiting)
        sys.stdout.write(f'{language}: {len(catalog)} texts, {len(waiting)} without a translation\n')
    return int(bool(missing))


def is_translated(message: Message) -> bool:
    """Whether a text has its translation, all plural forms included."""
    forms = message.string if isinstance(message.string, list | tuple) else [message.string]
    return bool(forms) and all(forms)


if __name__ == '__main__':
    sys.exit(main())
