"""What the archive counts at a position: the turn that followed, turned like the position, and the result.

A tally is three bytes: two for the turn, as it looks from where the position has the least key of its eight
images, and one for the seats that won, as a set of bits, 0 for a draw. A position that is its own image has
several such views; of the turn's images the first point then stands for all.
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
"""No turn followed: the game ended, or a seat retired."""


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position as the archive knows it, and the symmetries that lead there from the one that was meant."""

    key: PositionKey
    size: int
    symmetries: tuple[Symmetry, ...]

    def code(self, turn: Turn | None) -> int:
        """The number of a turn; all its images in this position have the same."""
        match turn:
            case None | Retirement():
                return _NOTHING
            case Choice():
                return _CHOICES[turn]
            case _:
                return min(image(turn, self.size, symmetry) for symmetry in self.symmetries)

    def turns(self, code: int) -> list[Point] | Choice | None:
        """The turns with a number, as they look in the position that was meant; None: there was none.

        Raises ValueError for a number of no turn on this board.
        """
        if code == _NOTHING:
            return None
        if code in _CHOICE_OF:
            return _CHOICE_OF[code]
        if code >= self.size**2:
            raise ValueError("a point off the board")
        return sorted({image(Point(code), self.size, inverse(symmetry)) for symmetry in self.symmetries})


def position_view(position: Position) -> PositionView:
    """How the archive knows a position, and its images."""
    keys = image_keys(position)
    least = min(keys)
    key = PositionKey((least ^ _key_of(ruleset_text(position.rules))).to_bytes(8, "big"))
    return PositionView(key, position.rules.size, tuple(s for s in SYMMETRIES if keys[s] == least))


def encode_tally(code: int, winners: Iterable[int]) -> bytes:
    """What is counted; the twin of `decode_tally`."""
    return code.to_bytes(2, "big") + bytes([sum(1 << seat for seat in winners)])


def decode_tally(counted: bytes) -> tuple[int, tuple[int, ...]]:
    """The number of a turn, and the seats that won. Raises ValueError."""
    if len(counted) != 3:
        raise ValueError("a tally has three bytes")
    return int.from_bytes(counted[:2], "big"), tuple(seat for seat in range(4) if counted[2] >> seat & 1)


@lru_cache(maxsize=256)
def ruleset_text(rules: Ruleset) -> str:
    """What stands for a ruleset in the archive: another for each that differs in anything."""
    return json.dumps(rules.spec, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=256)
def _key_of(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
