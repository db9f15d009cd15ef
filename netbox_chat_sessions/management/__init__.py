"""Management commands of the plugin and what they are made of."""
