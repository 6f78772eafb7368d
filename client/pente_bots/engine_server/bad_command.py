"""The error of all protocols."""


class BadCommand(ValueError):
    """A command can't be carried out; the message says why."""
