"""The agents: who is offered which, and what the help agent answers."""
