"""What a move does: a judged fact, not a wish."""

from dataclasses import dataclass
from enum import StrEnum

from pente_core.rules.point import Point


class Choice(StrEnum):
    """An answer in a swap opening."""

    SWAP = "swap"
    STAY = "stay"
    PASS = "pass"


class Call(StrEnum):
    """What is announced of a move: a run of exactly three or four through the new stone."""

    TRIA = "tria"
    OPEN_TRIA = "open tria"
    TESSERA = "tessera"
    OPEN_TESSERA = "open tessera"


@dataclass(frozen=True, slots=True)
class Capture:
    """Stones of one colour that leave the board together."""

    colour: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A stone placed, with all that follows for the board."""

    colour: int
    """The colour placed."""
    point: Point
    captured: tuple[Capture, ...] = ()
    """Enemy stones taken, by colour."""
    poofed: tuple[Point, ...] = ()
    """Own stones lost, the new one included when it is."""
    calls: tuple[Call, ...] = ()
    """What is announced; empty where the ruleset does not announce."""


class IllegalMove(ValueError):
    """A move that the rules don't allow; ``reason`` is one of `Illegal`."""

    def __init__(self, reason: "Illegal") -> None:
        super().__init__(reason.value)
        self.reason = reason


class Illegal(StrEnum):
    """Why a move is not legal."""

    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    NOT_CENTRE = "not-centre"
    RESTRICTED = "restricted"
    CHOICE_DUE = "choice-due"
    NO_CHOICE_DUE = "no-choice-due"
    GAME_OVER = "game-over"
