"""What can go wrong while the sample inventory is written."""


class SampleInventoryError(Exception):
    """The sample inventory does not fit the database; the message says which object and why."""
