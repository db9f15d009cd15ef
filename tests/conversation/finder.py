"""A finder over a handful of objects: names are found as they stand, and some objects may be hidden or deleted."""

from netbox_chat_sessions.conversation.objects import Annotations, NameSpan


class SmallFinder:
    def __init__(self, *refs):
        self.refs = {ref.key: ref for ref in refs}

    def annotate(self, text, scope=()):
        names = {}
        for ref in self.refs.values():
            if (at := text.find(ref.display)) >= 0:
                names.setdefault((at, at + len(ref.display)), []).append(ref)
        spans = [NameSpan(start, end, text[start:end], tuple(refs)) for (start, end), refs in sorted(names.items())]
        return Annotations(text, names=tuple(spans))

    def look(self, keys):
        return {key: self.refs[key] for key in keys if key in self.refs}

    def related(self, anchor, noun, limit):
        return ()

    def relates(self, object_type, noun):
        return False

    def is_place(self, object_type):
        return True

    def is_party(self, object_type):
        return False

    def page(self, hint):
        return self.refs.get(hint.key)
