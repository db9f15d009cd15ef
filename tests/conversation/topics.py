"""Topic domains of a few object types."""


class Topics:
    def of_type(self, object_type):
        return {'dcim': 'infrastructure', 'ipam': 'network'}.get(object_type.split('.')[0])

    def of_changes(self):
        return 'provisioning'

    def of_words(self, words):
        return None
