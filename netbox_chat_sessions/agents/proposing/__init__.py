"""Text → a change that is proposed: what is to be done to which object, with the fields of NetBox's serializers."""

from .proposer import Proposer

__all__ = ('Proposer',)
