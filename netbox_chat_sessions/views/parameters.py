"""Parameters of requests."""

from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest

__all__ = ('LARGEST_ID', 'CheckedParameters', 'whole_number')

# PostgreSQL's bigint, which primary keys are.
LARGEST_ID = 2**63 - 1


def whole_number(text: str | None) -> int | None:
    """The number that a parameter holds; None where it holds none that a primary key or sequence could be."""
    if not text or not text.isascii() or not text.isdigit() or len(text) > len(str(LARGEST_ID)):
        return None
    number = int(text)
    return number if number <= LARGEST_ID else None


class CheckedParameters:
    """A list of NetBox's that refuses the parameters on which NetBox's own lists are an error of the server."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Look at the parameters first.

        Raises:
            BadRequest: One holds a NUL, which PostgreSQL keeps in no text (`filter`, `sort` and `export` are sent to it
                as they are), or `tableconfig_id` is no ID (`netbox.views.generic.mixins.TableMixin`).
        """
        super().setup(request, *args, **kwargs)  # type: ignore[misc]
        if any('\x00' in text for _, texts in request.GET.lists() for text in texts):
            raise BadRequest('NUL in a parameter.')
        if (config := request.GET.get('tableconfig_id')) and whole_number(config) is None:
            raise BadRequest('No ID of a table configuration.')
