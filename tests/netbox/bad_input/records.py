"""Records of somebody who may do everything, for requests that are to get as far as they can."""

from dcim.models import Site
from users.models import User

from tests.netbox.hidden.records import places
from tests.netbox.views.records import exchange, mention, open_session, proposed

__all__ = ('own_records',)


def own_records(user: User) -> dict[str, int]:
    """A session of theirs with what is in it, and objects that it may be about; IDs by what they are."""
    found = places()
    site = Site.objects.get(pk=found['site'])
    session = open_session(user, 'Own')
    interaction = exchange(session, 'Akron')
    return found | {
        'session': session.pk,
        'interaction': interaction.pk,
        'proposal': proposed(interaction, site).pk,
        'reference': mention(session, site).pk,
        'place': 0,
    }
