"""Why a language model gave no answer."""

from enum import StrEnum

__all__ = ('Failure', 'LanguageModelError')


class Failure(StrEnum):
    """Kinds of failure."""

    NOT_INSTALLED = 'not_installed'
    NO_KEY = 'no_key'
    LOADING = 'loading'
    WAITING = 'waiting'
    TIMEOUT = 'timeout'
    UNREACHABLE = 'unreachable'
    RATE_LIMITED = 'rate_limited'
    NO_QUOTA = 'no_quota'
    DENIED = 'denied'
    NOT_FOUND = 'not_found'
    REJECTED = 'rejected'
    BROKEN = 'broken'
    REDIRECTED = 'redirected'
    TOO_LARGE = 'too_large'
    UNREADABLE = 'unreadable'

    @property
    def is_providers(self) -> bool:
        """Whether the next call will probably fail as well: the provider is to blame, not what it was asked."""
        return self not in (
            Failure.NOT_INSTALLED,
            Failure.NO_KEY,
            Failure.LOADING,
            Failure.WAITING,
            Failure.REJECTED,
        )


class LanguageModelError(Exception):
    """A language model gave no answer.

    Attributes:
        failure: What kind of failure it was.
        sentence: What is wrong, for an administrator; it never holds a key or the value of a header.
        said: What the provider says itself; it may repeat what it was sent, so no log takes it.
        retry_after: Seconds that the provider asked to be left alone for; None when it did not say.
    """

    def __init__(self, failure: Failure, sentence: str, retry_after: float | None = None, said: str = '') -> None:
        super().__init__(sentence)
        self.failure = failure
        self.sentence = sentence
        self.said = said
        self.retry_after = retry_after
