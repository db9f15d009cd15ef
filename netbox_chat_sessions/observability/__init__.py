"""What operators see of the plugin at work: a line in the log for each turn, metrics, and whether its parts work."""
