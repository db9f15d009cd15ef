"""REST API of the plugin, under `/api/plugins/chat-sessions/`."""
