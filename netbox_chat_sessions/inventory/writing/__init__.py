"""Writing to NetBox as one user: what can be set, whether a change is valid, what it does, and doing it.

Everything goes through the serializers of NetBox's REST API, so that what is valid there is valid here.
"""
