"""A position explained by a player."""

from pathlib import Path
from random import Random

import pytest

from pente_bots.cli.explain import CannotExplain, explain, position_asked_for
from pente_bots.players.catalogue import make_player
from pente_core.notation import format_position
from pente_core.records import Contestant, Record, format_pgn, format_sgf
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_protocol.logs.game_records import format_gamelog

PENTE = RULESETS["pente"]
MOVES = ["K10", "L11", "N10", "M12", "L10", "J8", "M10", "H7", "J10"]
PLAYERS = (Contestant("ann"), Contestant("ben"))
RECORD = Record(ruleset=PENTE, players=PLAYERS, turns=tuple(parse_point(name, 19) for name in MOVES))


def test_a_position_is_told_with_its_value_its_points_and_the_words_of_the_player() -> None:
    position = _after(7)
    lines = list(explain(make_player("patterns", {"level": "1"}, Random(1)), position))
    assert lines[:19] == str(position.board).splitlines()
    assert lines[19] == "value for black, from -1 to 1: -0.97"
    assert lines[20].startswith(("best points, ", "best points"))
    assert lines[20].split()[-1] == "-1.3e+30"  # what is lost is told by its magnitude
    assert any(line.startswith("main line: ") for line in lines)


def test_only_some_of_many_points_are_told() -> None:
    lines = list(explain(make_player("weights", {}, Random(1)), _after(3)))
    judged = next(line for line in lines if line.startswith("best points"))
    assert judged.startswith("best points, 10 of 358: ")
    assert judged.count(",") == 10


def test_a_player_without_opinions_has_no_best_points() -> None:
    lines = list(explain(make_player("random", {}, Random(1)), _after(3)))
    assert lines[19:] == [
        "value for black, from -1 to 1: +0.00",
        "any of 358 legal points, each as likely",
    ]


def test_a_position_is_read_from_a_line() -> None:
    assert position_asked_for(format_position(_after(4))) == _after(4)
    with pytest.raises(CannotExplain, match="the board needs 19 rows"):
        position_asked_for("3/3/3 0,0 0X1 - - 0 pente")
    with pytest.raises(CannotExplain, match="--at needs a file"):
        position_asked_for(format_position(_after(4)), 2)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("game.pgn", format_pgn(RECORD)),
        ("game.SGF", format_sgf(RECORD)),
        ("game.jsonl", format_gamelog(RECORD)),
    ],
)
def test_a_position_is_read_from_a_file(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert position_asked_for(str(file), 0) == Position.initial(PENTE)
    assert position_asked_for(str(file), 5) == _after(5)
    with pytest.raises(CannotExplain, match="the game is over there; choose a smaller --at"):
        position_asked_for(str(file))
    with pytest.raises(CannotExplain, match="the game has only 9 stones"):
        position_asked_for(str(file), 10)


def test_the_choices_made_are_part_of_a_moment(tmp_path: Path) -> None:
    file = tmp_path / "swapped.pgn"
    rules = RULESETS["d-pente"]
    turns = tuple(Point(number) for number in range(5))
    file.write_text(format_pgn(Record(ruleset=rules, players=PLAYERS, turns=turns)))
    position = position_asked_for(str(file), 4)
    assert position.made
    assert not position.choices


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it contains no game"),
        ("what is this\n", "line 1"),
        (format_pgn(RECORD).replace("L11", "K10"), "is illegal"),
    ],
)
def test_a_file_without_a_game_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.pgn"
    file.write_text(text)
    with pytest.raises(CannotExplain, match=reason) as raised:
        position_asked_for(str(file))
    assert str(raised.value).startswith(str(file))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for missing in (str(tmp_path / "none.pgn"), "\0"):
        with pytest.raises(CannotExplain):
            position_asked_for(missing)


def test_a_moment_without_a_decision_about_stones_is_refused() -> None:
    swap = Position.initial(RULESETS["swap2-pente"])
    for point in (0, 1, 2):
        _, swap = swap.play(Point(point))
    full = Position.initial(ruleset_from({"base": "freestyle", "size": 3, "line": 3}))
    for point in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        _, full = full.play(Point(point))
    player = make_player("random", {}, Random(1))
    with pytest.raises(CannotExplain, match="A choice of a swap opening"):
        explain(player, swap)
    with pytest.raises(CannotExplain, match="No stone can be placed"):
        explain(player, full)


def test_a_ruleset_that_the_player_does_not_play_is_refused() -> None:
    with pytest.raises(CannotExplain, match="does not support the ruleset"):
        explain(make_player("alphabeta", {}, Random(1)), Position.initial(RULESETS["connect6"]))


def _after(stones: int) -> Position:
    position = Position.initial(PENTE)
    for name in MOVES[:stones]:
        _, position = position.play(parse_point(name, 19))
    return position
