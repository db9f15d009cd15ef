"""The cleanup in a process of its own, as a Celery worker does it. Runs inside NetBox.

It says when it is ready, waits for a line, cleans up at the pace of a worker for so many seconds, and then what is left
without rest. One JSON object for each part: how many sessions were deleted, in how many seconds.
"""

import json
import sys
import time

import django

__all__ = ('clean',)


def clean(seconds: float) -> None:
    """Both parts."""
    from netbox_chat_sessions.wiring import cleanup_service

    print('ready', flush=True)
    input()
    for service, limit in ((cleanup_service(), seconds), (cleanup_service(fast=True), float('inf'))):
        begun = time.monotonic()
        report = service.purge(seconds=limit)
        print(json.dumps({'purged': report.purged, 'seconds': time.monotonic() - begun}), flush=True)


if __name__ == '__main__':
    django.setup()
    clean(float(sys.argv[1]))
