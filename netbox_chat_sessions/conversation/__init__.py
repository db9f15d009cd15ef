"""The rules of a conversation, in plain Python.

Nothing here knows Django, NetBox or a language model: what a turn needs from outside comes through `ports`.
"""
