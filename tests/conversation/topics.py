"""Topic domains of a few object types."""

from netbox_chat_sessions.conversation.topics import TopicReader

DOMAINS = {'dcim': 'infrastructure', 'ipam': 'network', 'power': 'power'}


class Topics:
    def of_type(self, object_type):
        return DOMAINS.get(object_type.split('.')[0])

    def of_changes(self):
        return 'provisioning'

    def of_words(self, words):
        return next((domain for domain in DOMAINS.values() if domain in words), None)


TOPICS = TopicReader(Topics())
