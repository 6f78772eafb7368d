"""The error of a text that is not a record, with its place in the text."""


class BadRecord(ValueError):
    """The text is not a record; the message says where and what was expected there.

    >>> str(BadRecord(12, 7, "expected a result"))
    'line 12, column 7: expected a result'
    """

    def __init__(self, line: int, column: int, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {expected}")
        self.line = line
        """The number of the line, from 1."""
        self.column = column
        """The number of the character in the line, from 1."""
        self.expected = expected
        """A clause that begins with "expected", without a full stop."""
