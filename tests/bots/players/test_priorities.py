"""The ladder of threats, and what the original says of sixty positions."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pente_bots.players.priorities import PrioritiesPlayer, ThreatLevel, threat_levels
from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.support.reference_answers import reference_answers

Cell = tuple[int, int]
RUNGS = {
    "win": ThreatLevel.WIN,
    "block_win": ThreatLevel.BLOCK_WIN,
    "open_four": ThreatLevel.OPEN_FOUR,
    "block_open_four": ThreatLevel.BLOCK_OPEN_FOUR,
}


def test_wins_are_those_of_the_original() -> None:
    for case in reference_answers("priority_heuristic"):
        assert _names(case, ThreatLevel.WIN) == set(case["win"]), case


@pytest.mark.parametrize("name", ["block_win", "open_four", "block_open_four"])
def test_what_is_sound_in_the_original_is_seen(name: str) -> None:
    """Sound is a point of the original's set that does what the set says, on the board as it is: an own
    stone there makes a row of exactly four with both ends empty; or it stops what the other side threatens, a
    row of five or more, or such a four. Stopping is meant strictly: no threat is left, or, where no point
    achieves that, fewer than before. (The original looks only along the lines of the last move, so that its
    sets may be smaller than ours, and empty.)
    """
    seen = 0
    for case in reference_answers("priority_heuristic"):
        sound = {point for point in case[name] if _is_sound(case, name, point)}
        assert sound <= _names(case, RUNGS[name]), case
        seen += len(sound)
    assert seen > 10


def test_a_six_is_completed() -> None:
    position = _position("gomoku", {"X": "A1 B1 C1 E1 F1", "O": "A3 A5 A7 A9 G1"}, base={"exact_line": False})
    assert _points(position, ThreatLevel.WIN) == "D1"


def test_where_only_five_wins_a_six_is_no_win() -> None:
    position = _position("gomoku", {"X": "A1 B1 C1 E1 F1", "O": "A3 A5 A7 A9 G1"})
    assert _points(position, ThreatLevel.WIN) == ""


@pytest.mark.parametrize(
    ("stones", "rung", "points"),
    [
        ({"X": "C3 D3 E3 F3", "O": "C5 C6 C8 C9"}, ThreatLevel.WIN, "B3 G3"),
        ({"X": "A1 C1 E1", "O": "C3 D3 E3 F3"}, ThreatLevel.BLOCK_WIN, "B3 G3"),
        ({"X": "D3 E3 G3", "O": "A1 A9"}, ThreatLevel.OPEN_FOUR, "F3"),
        ({"X": "A1 A9 J1", "O": "D3 E3 G3"}, ThreatLevel.BLOCK_OPEN_FOUR, "C3 F3 H3"),
        ({"X": "A1 A9 J1", "O": "C3 D3 E3"}, ThreatLevel.BLOCK_OPEN_FOUR, "B3 F3"),
        ({"X": "A1 A9 J1", "O": "B3 C3 D3"}, ThreatLevel.BLOCK_OPEN_FOUR, "A3 E3 F3"),
        ({"X": "D4 F4", "O": "A1"}, ThreatLevel.OPEN_THREE, "E4"),
        ({"X": "A1 A9", "O": "D4 F4"}, ThreatLevel.BLOCK_OPEN_THREE, "C4 E4 G4"),
        ({"X": "B2", "O": "J9"}, ThreatLevel.OPEN_TWO, "C2 B3 C3"),
    ],
)
def test_rungs(stones: dict[str, str], rung: ThreatLevel, points: str) -> None:
    assert _points(_position("gomoku", stones, base={"size": 9, "opening": "free"}), rung) == points


def test_the_most_urgent_rung_is_played() -> None:
    position = _position("freestyle", {"X": "C3 D3 E3 F3", "O": "C5 D5 E5 F5"})
    played = {format_point(PrioritiesPlayer(Random(seed)).choose(position), 19) for seed in range(20)}
    assert played == {"B3", "G3"}


def test_captures_win_and_block_only_when_asked() -> None:
    stones = {"X": "C3 F6", "O": "D3 E3 H4 H5 H6 H7"}
    position = _position("pente-casual", stones, taken=(8, 0))
    assert _points(position, ThreatLevel.WIN) == ""
    assert _points(position, ThreatLevel.WIN, captures=True) == "F3"
    threatened = _position("pente-casual", {"X": "D3 E3", "O": "C3"}, taken=(0, 8))
    assert _points(threatened, ThreatLevel.BLOCK_WIN) == ""
    assert _points(threatened, ThreatLevel.BLOCK_WIN, captures=True) == "F3"


def test_taking_a_stone_of_a_row_stops_it() -> None:
    stones = {"X": "D2 F5", "O": "D3 D4 A4 B4 C4 F4"}
    position = _position("pente-casual", stones)
    assert _points(position, ThreatLevel.BLOCK_WIN) == "E4"
    assert _points(position, ThreatLevel.BLOCK_WIN, captures=True) == "E4 D5"


def test_in_the_explanation_is_every_rung() -> None:
    position = _position("freestyle", {"X": "C3 D3 E3 F3", "O": "C5 D5 E5"})
    assert PrioritiesPlayer(Random(1)).explain(position).splitlines() == [
        "white to place a stone; 7 on the board",
        "win:                  B3 G3",
        "stop a win:           -",
        "make an open tessera: -",
        "stop an open tessera: B5 F5",
        "make an open tria:    -",
        "stop an open tria:    -",
        "make an open two:     B2 C2 D2 E2 F2 G2 B4 C4 E4 F4 G4",
        "would play win: B3 G3",
    ]


def test_an_empty_board_is_opened_in_the_centre() -> None:
    position = Position.initial(RULESETS["pente-casual"])
    assert format_point(PrioritiesPlayer(Random(3)).choose(position), 19) == "K10"
    assert PrioritiesPlayer(Random(3)).explain(position).endswith("would play the centre")


# -- positions ---------------------------------------------------------------------------------------------


def _position(
    name: str, stones: dict[str, str], taken: tuple[int, int] = (0, 0), base: dict[str, Any] | None = None
) -> Position:
    """X is to move."""
    rules = ruleset_from({"base": name, **(base or {})})
    placed = {
        side: [parse_point(point, rules.size) for point in text.split()] for side, text in stones.items()
    }
    return _placed(rules, placed["X"], placed["O"], 0, taken)


def _placed(
    rules: Ruleset, first: list[Point], second: list[Point], colour: int, taken: tuple[int, int] = (0, 0)
) -> Position:
    board = Board.empty(rules.size, 2).toggled(0, first).toggled(1, second)
    return Position(compile_rules(rules), board, taken, ply=max(10, len(first) + len(second)), colour=colour)


def _points(position: Position, rung: ThreatLevel, *, captures: bool = False) -> str:
    found = dict(threat_levels(position, captures=captures))[rung]
    return " ".join(format_point(point, found.size) for point in found)


# -- the original's positions: columns a to z with i, rows from the top --------------------------------------


def _names(case: dict[str, Any], rung: ThreatLevel) -> set[str]:
    size = case["size"]
    rules = ruleset_from({"base": "freestyle", "size": size})
    stones = {side: [_point(name, size) for name in case["stones"][side]] for side in "bw"}
    colour = "bw".index(case["to_move"])
    position = _placed(rules, stones["b"], stones["w"], colour)
    return {_name(point, size) for point in dict(threat_levels(position, captures=False))[rung]}


def _point(name: str, size: int) -> Point:
    column, row = _cell(name)
    return Point((size - 1 - row) * size + column)


def _name(point: Point, size: int) -> str:
    row, column = divmod(point, size)
    return f"{chr(ord('a') + column)}{size - row}"


def _cell(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _is_sound(case: dict[str, Any], name: str, point: str) -> bool:
    """As the words say, cell by cell; it shares nothing with what is tested."""
    mine = {_cell(stone) for stone in case["stones"][case["to_move"]]}
    theirs = {_cell(stone) for side, stones in case["stones"].items() for stone in stones} - mine
    size, cell = case["size"], _cell(point)
    empty = {(x, y) for x in range(size) for y in range(size)} - mine - theirs
    if name == "open_four":
        return _opens(mine, empty, cell)
    is_threat = _wins if name == "block_win" else _opens
    threats = {one for one in empty if is_threat(theirs, empty, one)}

    def remaining(stone: Cell) -> int:
        still_empty = empty - {stone}
        return sum(is_threat(theirs, still_empty, one) for one in threats - {stone})

    if any(remaining(one) == 0 for one in empty):
        return bool(threats) and remaining(cell) == 0
    return remaining(cell) < len(threats)


def _wins(stones: set[Cell], empty: set[Cell], cell: Cell) -> bool:
    return any(len(row) >= 5 for row, _ in _rows(stones, cell))


def _opens(stones: set[Cell], empty: set[Cell], cell: Cell) -> bool:
    return any(len(row) == 4 and ends <= empty for row, ends in _rows(stones, cell))


def _rows(stones: set[Cell], cell: Cell) -> Iterator[tuple[list[Cell], set[Cell]]]:
    """The rows through ``cell`` if a stone were there, each with the two cells behind its ends."""
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        row, ends = [cell], set()
        for way in (1, -1):
            x, y = cell[0] + way * dx, cell[1] + way * dy
            while (x, y) in stones:
                row.append((x, y))
                x, y = x + way * dx, y + way * dy
            ends.add((x, y))
        yield row, ends
