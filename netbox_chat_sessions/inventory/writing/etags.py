"""The state of an object, for the lock against changes by others meanwhile."""

import hashlib
import json

from django.db.models import Model

# netbox/api/viewsets/__init__.py: the ETag that NetBox's REST API gives and takes (`If-Match`).
from netbox.api.viewsets import ETagMixin
from utilities.serialization import serialize_object

__all__ = ('etag_of',)


def etag_of(obj: Model) -> str:
    """NetBox's ETag of an object; for one that keeps no time of its last change, a digest of its values."""
    if etag := ETagMixin._get_etag(obj):
        return str(etag)
    values = json.dumps(serialize_object(obj), sort_keys=True, default=str)
    return f'"{hashlib.sha256(values.encode()).hexdigest()}"'
