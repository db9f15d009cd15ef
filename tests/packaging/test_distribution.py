"""What is built from a checkout holds all that NetBox needs, and nothing else."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

import netbox_chat_sessions

ROOT = Path(__file__).parents[2]
NOT_SOURCE = shutil.ignore_patterns('.git', '.dev', '.venv', 'build', 'dist', '*.egg-info', '__pycache__', '.*_cache')
PRINT_ORIGIN = """
import django
django.setup()
from django.template.loader import get_template
print(get_template({template!r}).origin.name)
"""


@pytest.fixture(scope='module')
def source(tmp_path_factory):
    """A copy of this checkout: what is built leaves no trace in it."""
    return shutil.copytree(ROOT, tmp_path_factory.mktemp('distribution') / 'source', ignore=NOT_SOURCE)


@pytest.fixture(scope='module')
def built(source):
    """A folder with an sdist of this checkout, and a wheel made from the sdist alone."""
    folder = source.parent / 'dist'
    command = [sys.executable, '-m', 'build', '--no-isolation', '--outdir', folder, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope='module')
def wheel(built):
    """The wheel, open."""
    with zipfile.ZipFile(next(built.glob('*.whl'))) as archive:
        yield archive


@pytest.fixture(scope='module')
def sdist_names(built):
    """The names in the sdist, without its top folder."""
    with tarfile.open(next(built.glob('*.tar.gz'))) as archive:
        return {name.partition('/')[2] for name in archive.getnames()}


def source_files(source: Path, *patterns: str) -> set[str]:
    """Names of source files relative to the repository."""
    return {
        path.relative_to(source).as_posix() for pattern in patterns for path in source.glob(pattern) if path.is_file()
    }


@pytest.mark.parametrize(
    'pattern',
    [
        '**/__init__.py',
        '**/*.py',
        'migrations/0001_*.py',
        'static/**/*',
        '**/*.toml',
        'management/commands/*.py',
        'locale/*/LC_MESSAGES/*.po',
        'locale/*/LC_MESSAGES/*.mo',
    ],
)
def test_wheel_holds_the_package(source, wheel, pattern):
    expected = source_files(source, f'netbox_chat_sessions/{pattern}')
    assert expected, f'nothing in the checkout matches {pattern}'
    assert expected <= set(wheel.namelist())


def test_wheel_holds_the_templates_inside_the_package(source, wheel):
    expected = {f'netbox_chat_sessions/{name}' for name in source_files(source, 'templates/**/*')}
    assert expected, 'there are no templates'
    assert expected <= set(wheel.namelist())


def test_wheel_holds_nothing_else(wheel):
    top = {name.split('/')[0] for name in wheel.namelist()}
    assert top == {'netbox_chat_sessions', f'netbox_chat_sessions-{netbox_chat_sessions.__version__}.dist-info'}


def test_metadata(wheel):
    name = next(name for name in wheel.namelist() if name.endswith('.dist-info/METADATA'))
    metadata = message_from_string(wheel.read(name).decode())
    assert metadata['Version'] == netbox_chat_sessions.__version__
    assert metadata['License-Expression'] == 'Apache-2.0'
    required = [line for line in metadata.get_all('Requires-Dist') if 'extra ==' not in line]
    assert len(required) == 1
    assert required[0].startswith('celery')


def test_sdist_holds_sources_tests_and_documents(source, sdist_names):
    documents = {'README.md', 'LICENSE', 'CHANGELOG.md', 'constraints.txt', 'pyproject.toml', 'setup.py'}
    own = ('netbox_chat_sessions/**/*.py', 'netbox_chat_sessions/locale/**/*', 'templates/**/*')
    sources = source_files(source, *own, 'tests/**/*.py', 'script/*')
    assert documents | sources <= sdist_names


def test_installed_wheel_finds_its_own_templates(wheel, tmp_path):
    """Without a checkout in sight NetBox loads the templates from inside the package."""
    template = next(name for name in sorted(wheel.namelist()) if name.endswith('.html'))
    wheel.extractall(tmp_path)
    code = PRINT_ORIGIN.format(template=template.removeprefix('netbox_chat_sessions/templates/'))
    environment = os.environ | {
        'PYTHONPATH': f'{tmp_path}{os.pathsep}{ROOT}{os.pathsep}{ROOT / "script"}',
        'DJANGO_SETTINGS_MODULE': 'netbox.settings',
    }
    command = [sys.executable, '-c', code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == tmp_path / template


def test_checkout_finds_its_own_templates():
    from django.template.loader import get_template

    template = next(iter(sorted((ROOT / 'templates').rglob('*.html'))))
    name = template.relative_to(ROOT / 'templates').as_posix()
    assert Path(get_template(name).origin.name) == template
