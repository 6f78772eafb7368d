"""The error for a line that means nothing."""


class InvalidInput(ValueError):
    """A line that means nothing; the message says what to type instead."""


class NotAMove(InvalidInput):
    """The line is neither a move nor a command; it may be meant as chat."""
