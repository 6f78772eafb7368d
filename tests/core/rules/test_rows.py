import pytest

from pente_core.rules.move import Call
from pente_core.rules.position import Position
from pente_core.rules.rows import all_lines, breakable, is_dead, rows_made, unbreakable_lines
from pente_core.rules.ruleset import ruleset_from
from tests.core.pictures import at, drawn, names

NINE = {"base": "pente", "size": 9}
EMPTY = ". . . . . . . . .\n"


def row(stones: str, **changed: object) -> Position:
    """A position with one row, the fifth of nine."""
    return drawn(EMPTY * 4 + stones + "\n" + EMPTY * 4, ruleset_from(NINE | changed))


@pytest.mark.parametrize(
    ("stones", "calls"),
    [
        (". . X X . . . . .", []),
        (". . X X X . . . .", [Call.OPEN_TRIA]),
        (". O X X X . . . .", [Call.TRIA]),
        (". O X X X O . . .", [Call.TRIA]),
        ("X X X . . . . . .", [Call.TRIA]),
        (". . . . . . X X X", [Call.TRIA]),
        (". . X X X . X . .", [Call.OPEN_TRIA]),
        (". X X X X . . . .", [Call.OPEN_TESSERA]),
        (". X X X X O . . .", [Call.TESSERA]),
        ("X X X X . . . . .", [Call.TESSERA]),
        (". X X X X X . . .", []),
    ],
)
def test_tria_and_tessera_are_called(stones: str, calls: list[Call]) -> None:
    position = row(stones)
    last = max(range(9), key=lambda column: stones.split()[column] == "X")
    made, _ = rows_made(position.compiled, position.board, 0, at(f"{'ABCDEFGHJ'[last]}5", 9))
    assert list(made) == calls
    silent = row(stones, announce=False)
    assert rows_made(silent.compiled, silent.board, 0, at(f"{'ABCDEFGHJ'[last]}5", 9))[0] == ()


def test_every_axis_is_called_by_itself() -> None:
    position = drawn(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . X . .
        . . . . X X . . .
        . . X X X X . . .
        . . . X . . . . .
        . . O . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        ruleset_from(NINE),
    )
    calls, lines = rows_made(position.compiled, position.board, 0, at("E5", 9))
    assert calls == (Call.OPEN_TESSERA, Call.OPEN_TRIA, Call.TESSERA)
    assert lines == ()


@pytest.mark.parametrize(
    ("stones", "changed", "won"),
    [
        ("X X X X X . . . .", {}, "A5 B5 C5 D5 E5"),
        ("X X X X X X . . .", {}, "A5 B5 C5 D5 E5 F5"),
        ("X X X X X X . . .", {"exact_line": True}, ""),
        ("X X X X . X X . .", {}, ""),
        ("X X X . . . . . .", {"line": 3}, "A5 B5 C5"),
        ("X X X X . . . . .", {"line": 3, "exact_line": True}, ""),
        ("X X X X X X X X X", {"line": 9}, "A5 B5 C5 D5 E5 F5 G5 H5 J5"),
        ("X X X X . . . . .", {"line": 4}, "A5 B5 C5 D5"),
    ],
)
def test_lines_win(stones: str, changed: dict[str, object], won: str) -> None:
    position = row(stones, **changed)
    _, lines = rows_made(position.compiled, position.board, 0, at("A5", 9))
    assert [names(line, position.board) for line in lines] == ([won] if won else [])
    assert [line for _, line in all_lines(position.compiled, position.board, 0)] == list(lines)


def test_a_winning_row_is_not_called_but_what_is_too_long_may_be() -> None:
    three, four = row("X X X . . . . . .", line=3), row("X X X X . . . . .", line=3, exact_line=True)
    assert rows_made(three.compiled, three.board, 0, at("A5", 9))[0] == ()
    assert rows_made(four.compiled, four.board, 0, at("A5", 9))[0] == (Call.TESSERA,)


def test_all_lines_of_a_board_are_found() -> None:
    position = drawn(
        """
        X . . . . X X X .
        . X . . . X . . .
        . . X . . X . . .
        . . . X . . . . .
        . . . . . . . . X
        . . . . . . . X .
        . . . . . . X . .
        . X X X X . . . .
        . . . . . . . . .
        """,
        ruleset_from(NINE | {"line": 3}),
    )
    lines = {names(line, position.board) for _, line in all_lines(position.compiled, position.board, 0)}
    assert lines == {
        "B2 C2 D2 E2",
        "F9 G9 H9",
        "F7 F8 F9",
        "D6 C7 B8 A9",
        "G3 H4 J5",
    }
    assert list(all_lines(position.compiled, position.board, 1)) == []


@pytest.mark.parametrize(
    ("captures", "stones"),
    [([2], "B7 C7"), ([3], "E5 F5 G5"), ([2, 3], "E5 F5 G5 B7 C7"), ([1], "")],
)
def test_breakable_are_runs_with_an_enemy_at_one_end_and_nothing_at_the_other(
    captures: list[int], stones: str
) -> None:
    position = drawn(
        """
        . . . . . . . . .
        . . . . . . . . .
        O X X . . . . . .
        . . . . . . . . .
        . . . . X X X O .
        . . . . . . . . .
        . O X X O . . . .
        . . . . . . . . .
        X X . . . X X . .
        """,
        ruleset_from(NINE | {"captures": captures}),
    )
    assert names(breakable(position.compiled, position.board, 0), position.board) == stones


@pytest.mark.parametrize(
    ("line", "weak", "holds"),
    [
        ("X X X X X . . . .", "A", False),
        ("X X X X X . . . .", "C", False),
        ("X X X X X X . . .", "A", True),
        ("X X X X X X . . .", "F", True),
        ("X X X X X X . . .", "B", False),
        ("X X X X X . . . .", "", True),
    ],
)
def test_a_line_holds_when_five_stay(line: str, weak: str, *, holds: bool) -> None:
    flank, pair = (["."] * 9, ["."] * 9)
    if weak:
        flank["ABCDEFGHJ".index(weak)], pair["ABCDEFGHJ".index(weak)] = "O", "X"
    rows = [*[EMPTY.strip()] * 4, " ".join(flank), " ".join(pair), line, *[EMPTY.strip()] * 2]
    position = drawn("\n".join(rows), ruleset_from({"base": "boat-pente", "size": 9}))
    lines = unbreakable_lines(position.compiled, position.board, 0)
    assert bool(lines) is holds
    assert list(lines) == [run for _, run in all_lines(position.compiled, position.board, 0) if holds]


@pytest.mark.parametrize(
    ("picture", "changed", "dead"),
    [
        (". . .\n. . .\n. . .", {}, False),
        ("X O X\nX O O\nO X .", {}, True),
        ("X O X\nO O X\nO X .", {}, False),
        ("X O X\nO X O\nO . O", {}, False),
        (". O .\nO X O\n. O .", {}, False),
        ("O X O\nX . X\nO X O", {}, False),
        ("X O .\nO X .\nO X O", {}, False),
    ],
)
def test_a_board_is_dead_when_nobody_can_make_a_line(
    picture: str, changed: dict[str, object], *, dead: bool
) -> None:
    position = drawn(picture, ruleset_from({"base": "freestyle", "size": 3, "line": 3} | changed))
    assert is_dead(position.compiled, position.board, 0) is dead


def test_a_row_that_would_be_too_long_gives_no_hope() -> None:
    picture = """
        X O X O X
        O O O X O
        X X . X X
        O O X X X
        O X O O X
        """
    for exact in (False, True):
        rules = ruleset_from({"base": "freestyle", "size": 5, "line": 4, "exact_line": exact})
        position = drawn(picture, rules)
        assert is_dead(position.compiled, position.board, 0) is exact


def test_seats_that_are_out_give_no_hope() -> None:
    rules = ruleset_from({"base": "freestyle", "size": 3, "line": 3, "sides": 3})
    position = drawn("X O #\nO X #\nO X .", rules)
    assert not is_dead(position.compiled, position.board, 0)
    assert not is_dead(position.compiled, position.board, 0b001)
    assert is_dead(position.compiled, position.board, 0b101)
