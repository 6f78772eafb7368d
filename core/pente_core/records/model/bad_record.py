"""Text that is no record of a game, and the place where that shows."""


class BadRecord(ValueError):
    """Says where, and what was expected there.

    >>> str(BadRecord(12, 7, "expected a result"))
    'line 12, column 7: expected a result'
    """

    def __init__(self, line: int, column: int, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {expected}")
        self.line = line
        """The line, from 1."""
        self.column = column
        """The character of the line, from 1."""
        self.expected = expected
        """What was expected there, in one sentence."""
