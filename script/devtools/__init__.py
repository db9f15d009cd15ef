"""The development instance: what script/demo, script/test and script/netbox are made of."""
