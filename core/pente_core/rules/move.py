"""Moves with their effects, as the rules have judged them, and the reasons why a move is illegal."""

from enum import StrEnum

from pente_core.rules.point import Point
from pente_core.value import Value


class Choice(StrEnum):
    """A choice in a swap opening."""

    SWAP = "swap"
    """Exchange seats with the other player."""
    STAY = "stay"
    """Keep the seats."""
    PASS = "pass"
    """Place two more stones and let the other player choose (swap2 only)."""


class Call(StrEnum):
    """An announcement about a move: it made a row of exactly three (tria) or four (tessera).

    An open row has an empty point at both ends.
    """

    TRIA = "tria"
    """Three in a row, closed at one end or both."""
    OPEN_TRIA = "open-tria"
    """Three in a row with both ends empty."""
    TESSERA = "tessera"
    """Four in a row, closed at one end or both."""
    OPEN_TESSERA = "open-tessera"
    """Four in a row with both ends empty."""


class Capture(Value):
    """Captured stones of one colour."""

    colour: int
    points: tuple[Point, ...]


class Move(Value):
    """A placed stone and its effects on the board."""

    colour: int
    """The colour of the placed stone."""
    point: Point
    captured: tuple[Capture, ...] = ()
    """The captured enemy stones, by colour."""
    poofed: tuple[Point, ...] = ()
    """The mover's own stones that poofed; the new stone may be among them."""
    calls: tuple[Call, ...] = ()
    """The announcements; empty if the ruleset has none."""


class IllegalMove(ValueError):
    """The rules do not allow the move; ``reason`` says why."""

    def __init__(self, reason: "Illegal") -> None:
        super().__init__(reason.value)
        self.reason = reason


class Illegal(StrEnum):
    """The reason why a move is illegal."""

    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    NOT_CENTRE = "not-centre"
    RESTRICTED = "restricted"
    CHOICE_DUE = "choice-due"
    NO_CHOICE_DUE = "no-choice-due"
    GAME_OVER = "game-over"
