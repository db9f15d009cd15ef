"""What NetBox's global search knows of chats: titles, never texts."""

from netbox.search import SearchIndex

from .models import ChatSession

__all__ = ('indexes',)


class ChatSessionIndex(SearchIndex):
    """Sessions by title; NetBox restricts the results to what the user may see."""

    model = ChatSession
    fields = (('title', 100),)
    display_attrs = ('user', 'status', 'last_interaction')


indexes = (ChatSessionIndex,)
