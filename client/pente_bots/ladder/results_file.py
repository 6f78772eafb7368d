"""The file of a ladder: one line for each game."""

from pathlib import Path
from typing import Final

from pente_bots.ladder.ladder_result import LadderResult, format_result, parse_result


class BadResults(Exception):
    """The file can't be read or written, or is none of a ladder; the message says where."""


class ResultsFile:
    """The results of a ladder in a file, which is made with the first one. One program writes it at a time.

    All methods raise BadResults.
    """

    def __init__(self, path: Path) -> None:
        self.path: Final = path

    def read(self) -> list[LadderResult]:
        """All results, the oldest first. A last line without an end, which a crash has left, is left out."""
        try:
            *lines, _ = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise self._problem(f"can't be read: {error.strerror}") from None
        return [self._parsed(number, line) for number, line in enumerate(lines, start=1)]

    def add(self, result: LadderResult) -> None:
        """Append a result, in place of what a crash has left of another one."""
        try:
            with self.path.open("ab+") as file:
                file.truncate(_whole(self.path.read_bytes()))
                file.write(format_result(result) + b"\n")
        except OSError as error:
            raise self._problem(f"can't be written: {error.strerror}") from None

    def _parsed(self, number: int, line: bytes) -> LadderResult:
        try:
            return parse_result(line)
        except ValueError as error:
            raise self._problem(f"line {number} is no result of a ladder: {error}") from None

    def _problem(self, what: str) -> BadResults:
        return BadResults(f"{self.path}: {what}")


def _whole(content: bytes) -> int:
    """The length of all whole lines."""
    return content.rfind(b"\n") + 1
