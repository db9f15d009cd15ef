"""What is known of one part."""

from dataclasses import dataclass

__all__ = ('Part',)


@dataclass(frozen=True)
class Part:
    """One part of what the plugin needs.

    Attributes:
        name: A word for programs.
        works: Whether it does; what is switched off works.
        sentence: What was found, for people.
    """

    name: str
    works: bool
    sentence: str
