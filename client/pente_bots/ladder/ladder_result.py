"""What came of a game of a ladder, as a line of its file."""

from typing import Annotated

import msgspec

from pente_core.clock.instant import Instant

_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class LadderResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game of two bots."""

    at: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
    """When it ended, in milliseconds of the server's clock."""
    players: tuple[_Name, _Name]
    """In the order in which they sat down to move; different."""
    winner: _Name | None
    """None for a draw."""
    termination: str
    stones: Annotated[int, msgspec.Meta(ge=0)]
    room: str

    def __post_init__(self) -> None:
        if self.players[0] == self.players[1]:
            raise ValueError("a bot does not play itself")
        if self.winner is not None and self.winner not in self.players:
            raise ValueError(f"{self.winner} has not played")

    @property
    def instant(self) -> Instant:
        return Instant(self.at)


def format_result(result: LadderResult) -> bytes:
    """A result as a line, without its end."""
    return msgspec.json.encode(result)


def parse_result(line: bytes) -> LadderResult:
    """The inverse of `format_result`. Raises ValueError.

    >>> line = b'{"at":9,"players":["a","b"],"winner":"a","termination":"line","stones":9,"room":"r"}'
    >>> format_result(parse_result(line)) == line
    True
    """
    return msgspec.json.decode(line, type=LadderResult)
