"""JSON bodies of bounded size."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from .errors import TooLarge

__all__ = ('BoundedJSONParser',)

LIMIT = 64 * 1024


class BoundedJSONParser(JSONParser):
    """Reads JSON of at most 64 KiB."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in `stream`.

        Raises:
            TooLarge: It has more than 64 KiB.
            ParseError: It is no JSON.
        """
        body = stream.read(LIMIT + 1)
        if len(body) > LIMIT:
            raise TooLarge(LIMIT)
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except RecursionError as error:
            raise ParseError('JSON parse error - too many levels') from error
