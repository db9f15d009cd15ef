"""The commands, run as `netbox <name>`."""
