"""Position tallies: the turn that followed a position and the game's result, independent of symmetry.

A tally is three bytes: two for the turn's code and one bit set of the seats that won, 0 for a draw. A
position is stored as its canonical image, the one of its eight symmetric images with the smallest key, and
the turn is mapped by the same symmetry. A symmetric position has several symmetries that lead to its
canonical image; the smallest of the turn's images then stands for all of them.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from pente_core.rules.game import Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.symmetries import SYMMETRIES, Symmetry, image, image_keys, inverse
from pente_server.store.archive_store import PositionKey

_CHOICES: Final = {Choice.SWAP: 0xF001, Choice.STAY: 0xF002, Choice.PASS: 0xF003}
_CHOICE_OF: Final = {code: choice for choice, code in _CHOICES.items()}
_NOTHING: Final = 0xFFFF
"""The code for "no turn": the game ended here, or a seat retired."""


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position's archive key, and the symmetries that map the position to its canonical image."""

    key: PositionKey
    size: int
    symmetries: tuple[Symmetry, ...]

    def code(self, turn: Turn | None) -> int:
        """The code of a turn, equal for all turns that are symmetric in this position."""
        match turn:
            case None | Retirement():
                return _NOTHING
            case Choice():
                return _CHOICES[turn]
            case _:
                return min(image(turn, self.size, symmetry) for symmetry in self.symmetries)

    def turns(self, code: int) -> list[Point] | Choice | None:
        """The turns with a code, mapped back to this position; None for the code of "no turn".

        Raises ValueError for a code that is not a point of this board.
        """
        if code == _NOTHING:
            return None
        if code in _CHOICE_OF:
            return _CHOICE_OF[code]
        if code >= self.size**2:
            raise ValueError("a point off the board")
        return sorted({image(Point(code), self.size, inverse(symmetry)) for symmetry in self.symmetries})


def position_view(position: Position) -> PositionView:
    """The archive's view of a position; symmetric positions have the same key.

    The key is the smallest image key XORed with a hash of the ruleset, which keeps the positions of
    different rulesets apart.
    """
    keys = image_keys(position)
    least = min(keys)
    key = PositionKey((least ^ _key_of(ruleset_text(position.rules))).to_bytes(8, "big"))
    return PositionView(key, position.rules.size, tuple(s for s in SYMMETRIES if keys[s] == least))


def encode_tally(code: int, winners: Iterable[int]) -> bytes:
    """Encode a turn code and the seats that won as three bytes; the inverse of `decode_tally`."""
    return code.to_bytes(2, "big") + bytes([sum(1 << seat for seat in winners)])


def decode_tally(counted: bytes) -> tuple[int, tuple[int, ...]]:
    """The turn code and the seats that won. Raises ValueError unless there are three bytes."""
    if len(counted) != 3:
        raise ValueError("a tally has three bytes")
    return int.from_bytes(counted[:2], "big"), tuple(seat for seat in range(4) if counted[2] >> seat & 1)


@lru_cache(maxsize=256)
def ruleset_text(rules: Ruleset) -> str:
    """The canonical text of a ruleset: equal for equal rulesets, different for all others."""
    return json.dumps(rules.spec, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=256)
def _key_of(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
