"""Objects of another plugin are found by the FilterSet that it registers; an extension adds words for them."""

import sys
from importlib import import_module

import pytest
from dcim.models import Site
from django.apps import AppConfig, apps
from django.db import connection
from netbox.registry import registry as netbox

PLUGIN = """
from netbox.plugins import PluginConfig
class Masts(PluginConfig):
    name = label = base_url = 'netbox_masts'
    verbose_name = 'Masts'
    version = '1.0'
"""
MODELS = """
from django.db import models
from utilities.querysets import RestrictedQuerySet
class Mast(models.Model):
    name = models.CharField(max_length=20)
    height = models.PositiveIntegerField()
    site = models.ForeignKey('dcim.Site', models.CASCADE, related_name='+')
    objects = RestrictedQuerySet.as_manager()
    class Meta:
        ordering = ('name',)
    def __str__(self):
        return self.name
"""
FILTERSETS = """
import django_filters
from dcim.models import Site
from netbox.filtersets import BaseFilterSet
from utilities.filtersets import register_filterset
from .models import Mast
@register_filterset
class MastFilterSet(BaseFilterSet):
    site_id = django_filters.ModelMultipleChoiceFilter(queryset=Site.objects.all())
    class Meta:
        model = Mast
        fields = ('id', 'name', 'height')
"""


@pytest.fixture
def masts(tmp_path, monkeypatch, inventory):
    """Another plugin with a model of its own, and three masts."""
    folder = tmp_path / 'netbox_masts'
    folder.mkdir()
    for name, source in (('__init__', ''), ('apps', PLUGIN), ('models', MODELS), ('filtersets', FILTERSETS)):
        (folder / f'{name}.py').write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    # As INSTALLED_APPS would, but NetBox's own apps cannot be made ready twice.
    config = apps.app_configs['netbox_masts'] = AppConfig.create('netbox_masts.apps.Masts')
    config.apps = apps
    config.import_models()
    import_module('netbox_masts.filtersets')
    model = apps.get_model('netbox_masts.mast')
    with connection.schema_editor(atomic=False) as editor:
        editor.create_model(model)
    for name, height, site in (('M1', 30, 'HQ-Oslo'), ('M2', 45, 'HQ-Oslo'), ('M3', 20, 'BR-Bergen')):
        model.objects.create(name=name, height=height, site=Site.objects.get(name=site))
    yield
    del netbox['filtersets']['netbox_masts.mast'], apps.app_configs['netbox_masts'], apps.all_models['netbox_masts']
    apps.clear_cache()
    for name in [name for name in sys.modules if name.startswith('netbox_masts')]:
        del sys.modules[name]


def test_its_objects_are_listed_by_its_filterset(masts, package, talk):
    package('netbox-mast-words', "extension = Extension(nouns={'pole': ('netbox_masts.mast',)})")
    assert talk('how many masts are there?')['total'] == 3
    reply = talk('list the poles at HQ-Oslo')
    assert [ref['display'] for ref in reply['objects']] == ['M1', 'M2']
    assert talk('which masts have a height over 40?')['total'] == 1
