"""Two who confirm at the same time: the change is made once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from core.models import ObjectChange
from dcim.models import Site
from django.db import connections
from django.test import RequestFactory
from users.models import User

from netbox_chat_sessions.conversation.errors import ProposalUsed
from netbox_chat_sessions.conversation.requests import TurnRequest
from netbox_chat_sessions.wiring import proposal_keeper, turn_service

pytestmark = pytest.mark.django_db(transaction=True)
PARALLEL = 8


def test_it_is_done_once(settings):
    settings.PLUGINS_CONFIG = {'netbox_chat_sessions': {'enable_proposals': True}}
    user = User.objects.create_superuser('ann')
    reply = turn_service(user).handle(TurnRequest('create a site Malmö')).reply
    start = Barrier(PARALLEL)

    def confirm(place):
        request = RequestFactory().post('/')
        request.user, request.id = User.objects.get(pk=user.pk), f'00000000-0000-0000-0000-00000000000{place}'
        try:
            start.wait(60)
            return proposal_keeper(request.user).confirm(reply['proposal']['id'], request).status
        except ProposalUsed as error:
            return error.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(PARALLEL) as pool:
        done = sorted(pool.map(confirm, range(PARALLEL)))
    assert done == ['confirmed', *['proposal_used'] * (PARALLEL - 1)]
    assert Site.objects.count() == ObjectChange.objects.count() == 1
