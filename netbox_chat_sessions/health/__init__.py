"""Whether the plugin works, part by part, each said in a sentence."""

from .part import Part
from .report import examine

__all__ = ('Part', 'examine')
