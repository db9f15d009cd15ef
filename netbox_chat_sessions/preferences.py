"""What each user may set about the chat panel, on NetBox's page of user preferences."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from users.preferences import UserPreference

__all__ = ('preferences',)

# The first choice of each is what applies unless the user, or DEFAULT_USER_PREFERENCES, says otherwise.
preferences = {
    'panel': UserPreference(
        label=_('Chat panel'),
        choices=(('', _('Shown')), ('hidden', _('Hidden'))),
        description=_('Whether the chat is there on every page'),
    ),
    'side': UserPreference(
        label=_('Side of the chat panel'),
        choices=(('', pgettext_lazy('side', 'Right')), ('start', pgettext_lazy('side', 'Left'))),
        description=_('Where the chat opens; the other way round in languages that are written from right to left'),
    ),
    'width': UserPreference(
        label=_('Width of the chat panel'),
        choices=(
            ('', pgettext_lazy('width', 'Standard')),
            ('narrow', pgettext_lazy('width', 'Narrow')),
            ('wide', pgettext_lazy('width', 'Wide')),
        ),
        description=_('How much room the chat takes beside the page'),
    ),
    'enter': UserPreference(
        label=_('Enter key in the chat'),
        choices=(('', _('Sends the message')), ('newline', _('Starts a new line'))),
        description=_('Where Enter starts a new line, Ctrl or Cmd and Enter sends'),
    ),
}
