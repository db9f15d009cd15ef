"""JSON bodies: of bounded depth everywhere, of bounded size where a conversation is meant."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from rest_framework import parsers
from rest_framework.exceptions import ParseError

from .errors import TooLarge

__all__ = ('RECORD_PARSERS', 'BoundedJSONParser')

LIMIT = 64 * 1024


class JSONParser(parsers.JSONParser):
    """Reads JSON; the REST framework's own parser fails on one that is nested too deeply."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in `stream`.

        Raises:
            ParseError: It is no JSON, or has more levels than can be read.
        """
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError('JSON parse error - too many levels') from error


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
        return super().parse(BytesIO(body), media_type, parser_context)


# What NetBox's own endpoints take.
RECORD_PARSERS = (JSONParser, parsers.MultiPartParser)
