"""The turns of a game as a numbered list, with what each captured and what was announced."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from pente_core.rules.game import Game, Retirement, Turn, format_turn
from pente_core.rules.geometry import Bits
from pente_core.rules.move import Call, Choice, IllegalMove, Move
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.setup import Setup

CALL_MARKS: Final = {Call.TRIA: "t", Call.OPEN_TRIA: "ot", Call.TESSERA: "T", Call.OPEN_TESSERA: "oT"}
"""The letters behind a move with which a call is noted, the weakest first."""


@dataclass(frozen=True, slots=True)
class MoveListEntry:
    """One line of the list: the stones of one turn, a choice, or a seat that left the game."""

    number: int
    """Counts from 1."""
    colour: int | None
    """The stones' colour; None for a choice."""
    text: str
    stones: Bits = 0
    """The points played."""
    gone: Bits = 0
    """The points that the turn emptied."""
    left: int = 0
    """How many more stones belong to the turn."""
    calls: tuple[Call, ...] = ()
    """What was announced of its stones."""
    seat: int | None = None
    """Who placed the stones; in an opening they may be of another colour."""
    points: tuple[Point, ...] = ()
    """Where they were placed, in that order."""
    captured: int = 0
    """How many stones of others they captured."""
    lost: int = 0
    """How many stones of their own colour left the board."""

    @property
    def turns(self) -> int:
        """How many turns of the game it stands for: each stone is one."""
        return len(self.points) or 1

    @property
    def mark(self) -> str:
        """The letters for the strongest call; empty without one."""
        return next((mark for call, mark in reversed(CALL_MARKS.items()) if call in self.calls), "")


@dataclass(frozen=True, slots=True)
class MoveList:
    """The entries for all turns of a game so far."""

    position: Position
    setup: Setup | None = None
    """The position in which the game began."""
    turns: tuple[Turn, ...] = ()
    entries: tuple[MoveListEntry, ...] = ()

    @classmethod
    def of(cls, game: Game) -> "MoveList":
        return cls(game.beginning.position, game.setup).following(game)

    def following(self, game: Game) -> "MoveList":
        """The list at another moment of the game; only the turns that are new are played."""
        known = len(self.turns)
        is_same = (game.rules, game.setup) == (self.position.rules, self.setup)
        if not is_same or game.turns[:known] != self.turns:
            return MoveList.of(game)
        if len(game.turns) == known:
            return self
        entries, position = list(self.entries), self.position
        for turn in game.turns[known:]:
            position = _note(entries, position, turn)
        return MoveList(position, game.setup, game.turns, tuple(entries))

    @property
    def last(self) -> MoveListEntry | None:
        """The latest entry with stones, or None."""
        return next((entry for entry in reversed(self.entries) if entry.stones), None)


def _note(entries: list[MoveListEntry], position: Position, turn: Turn) -> Position:
    """Add a turn to the entries; gives the position after it."""
    number = len(entries) + 1
    match turn:
        case Choice():
            entries.append(MoveListEntry(number, None, turn.value))
            return position.choose(turn)
        case Retirement(seat):
            entries.append(
                MoveListEntry(number, seat, format_turn(turn, position.rules.size).partition(":")[0])
            )
            return position.without(seat)
        case _:
            return _note_stone(entries, position, turn)


def _note_stone(entries: list[MoveListEntry], position: Position, point: Point) -> Position:
    try:
        move, after = position.play(point)
    except IllegalMove:  # a log whose rules were others than ours still has a list of its moves
        move = Move(position.colour, point)
        after = position.after(move)
    stones, gone = _bits(position, (point,)), _bits(position, _emptied(move))
    left = after.stones_left if after.colour == move.colour else 0
    entry = MoveListEntry(
        number=len(entries) + 1,
        colour=move.colour,
        text=_notation(position, move),
        stones=stones,
        gone=gone,
        left=left,
        calls=move.calls,
        seat=position.to_act,
        points=(point,),
        captured=_captured(move),
        lost=len(move.poofed),
    )
    before = entries[-1] if entries else None
    if before is not None and before.left and before.colour == move.colour:
        entries[-1] = replace(
            entry,
            number=before.number,
            text=f"{before.text} {entry.text}",
            calls=(*before.calls, *move.calls),
            stones=before.stones | stones,
            gone=before.gone | gone,
            points=(*before.points, point),
            captured=before.captured + entry.captured,
            lost=before.lost + entry.lost,
        )
    else:
        entries.append(entry)
    return after


def _notation(position: Position, move: Move) -> str:
    """A move as the list has it: ``K10``, ``K10x2`` when it took two stones, ``K10-2`` when it lost two."""
    text = format_point(move.point, position.rules.size)
    captured = _captured(move)
    if captured:
        text += f"x{captured}"
    if move.poofed:
        text += f"-{len(move.poofed)}"
    return text


def _captured(move: Move) -> int:
    return sum(len(capture.points) for capture in move.captured)


def _emptied(move: Move) -> Iterable[Point]:
    for capture in move.captured:
        yield from capture.points
    yield from move.poofed


def _bits(position: Position, points: Iterable[Point]) -> Bits:
    bits = 0
    for point in points:
        bits |= position.board.geometry.bit[point]
    return bits
