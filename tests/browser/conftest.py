"""What browser tests share."""

import pytest
from dcim.models import Device, DeviceRole, DeviceType, Manufacturer, Rack, Site
from playwright.sync_api import expect, sync_playwright
from users.models import User

from tests.netbox.views.records import allow
from tests.turns import join_turns

from .chat import logged_in, unexpected

# Milliseconds: a machine that does other things as well is slow, and not wrong.
expect.set_options(timeout=20_000)


@pytest.fixture
def inventory():
    """Three sites with two devices each; two of them call their rack the same."""
    maker = Manufacturer.objects.create(name='Acme', slug='acme')
    kind = DeviceType.objects.create(manufacturer=maker, model='Switch 48', slug='switch-48')
    role = DeviceRole.objects.create(name='Access switch', slug='access-switch')
    names = {'Ashford': 'Main', 'Brindle': 'Comms closet', 'Cawood': 'Comms closet'}
    # At once: NetBox's search, which nobody here asks, learns of each object that is saved by itself.
    sites = Site.objects.bulk_create(Site(name=name, slug=name.lower()) for name in names)
    racks = Rack.objects.bulk_create(Rack(name=names[site.name], site=site) for site in sites)
    Device.objects.bulk_create(
        Device(name=f'{rack.site.slug}-sw{number}', site=rack.site, rack=rack, device_type=kind, role=role)
        for rack in racks
        for number in (1, 2)
    )


@pytest.fixture
def user(inventory):
    """Somebody who may see the inventory, and has chats because everybody has."""
    person = User.objects.create_user(username='ann')
    for model in (Site, Rack, Device, DeviceRole, DeviceType, Manufacturer):
        allow(person, 'view', model)
    return person


@pytest.fixture(scope='module')
def browser(chromium, django_db_setup):
    """A Chromium for the tests of a file, which may use the ORM beside it."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright runs an event loop in this thread, which Django takes for ours.
        patch.setenv('DJANGO_ALLOW_ASYNC_UNSAFE', '1')
        browser = playwright.chromium.launch(executable_path=chromium, args=['--no-sandbox'])
        yield browser
        browser.close()


@pytest.fixture
def page(browser, live_server, user):
    """A page of the user, logged in; the test fails on any error in the browser's console."""
    page = logged_in(browser, live_server.url, user)
    errors: list[str] = []
    page.on('pageerror', lambda error: errors.append(str(error)))
    page.on('console', lambda message: errors.append(message.text) if unexpected(message) else None)
    page.goto('/')
    yield page
    for context in browser.contexts:
        context.close()
    join_turns()
    assert not errors
