"""A fictional company, Nordwind Logistics, to try the chat on: its sites, racks, devices, addresses, power and cables.

`plan`, `hardware` and `layout` say what the company owns, without a database; the other modules write it through
NetBox's models; `build` puts them in order inside one transaction.
"""
