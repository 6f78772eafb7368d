"""The error for a line that means nothing."""


class InvalidInput(ValueError):
    """A line that means nothing; the message says what to type instead."""
