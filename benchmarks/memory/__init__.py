"""What the memory of a conversation is worth, what it hands to agents, and what it costs to keep.

The metrics of ADR-0017, in one inventory: how many follow-ups succeed with a session, with a history that the client
sends, and with nothing; what topic boundaries change; how large the contexts are beside an unbounded history, and how
much of them is used; how large the state of a session is; what storing and loading cost beside plain SQL.
"""
