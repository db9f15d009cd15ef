"""What the chat panel costs: NetBox's pages with it and without it, opening it, and showing a session of any length.

"Without" is the same page for a user who has hidden the panel in their preferences, in the same run.
"""
