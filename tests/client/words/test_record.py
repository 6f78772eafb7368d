"""Recorded games in words."""

import pytest

from pente_client.drawing.text_board import ASCII
from pente_client.words.lists.record import (
    captures_text,
    player_text,
    record_heading,
    recorded_outcome,
    recorded_turns,
)
from pente_core.clock.clock import Fischer
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.records import Contestant, Day, DayTime, End, Record
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from

PEOPLE = (Contestant("ann", 1500), Contestant("bob"), Contestant("cat"), Contestant("dan", 9, PlayerKind.BOT))


def record(rules: Ruleset, *turns: Turn, end: End | None = None) -> Record:
    return Record(ruleset=rules, players=PEOPLE[: rules.sides], turns=turns, end=end)


def points(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


@pytest.mark.parametrize(
    ("end", "lines"),
    [
        (None, ["The game was not finished."]),
        (End((1,)), ["Result: 0-1"]),
        (End(), ["Result: 1/2-1/2"]),
        (End((0,), Termination.TIME), ["ann won: bob ran out of time.", "Result: 1-0 (time)"]),
        (End((0,), Termination.RESIGNATION), ["ann won: bob resigned.", "Result: 1-0 (resignation)"]),
        (End((), Termination.AGREEMENT), ["The game is drawn by agreement.", "Result: 1/2-1/2 (agreement)"]),
        (End((), Termination.ABORTED), ["The game was aborted.", "Result: ? (aborted)"]),
        (End((0,), Termination.AGREEMENT), ["ann won.", "Result: 1-0 (agreement)"]),
        (End((0,), Termination.LINE), ["ann won: five in a row.", "Result: 1-0 (line)"]),
    ],
)
def test_an_end_is_told_as_far_as_it_is_known(end: End | None, lines: list[str]) -> None:
    assert recorded_outcome(record(RULESETS["pente"], *points("K10"), end=end)) == lines


def test_captures_and_teams_win_together() -> None:
    rules = ruleset_from({"sides": 4, "teams": True, "goal": 2, "line": 4})
    won = record(rules, *points("K10", "A1", "E5", "B1", "D1", "L11", "E7", "C1", "F1"))
    assert recorded_outcome(won) == ["The game was not finished."]
    taken = record(RULESETS["pente-casual"], *points("A1", "B1", "T19", "C1", "D1"))
    small = ruleset_from({"base": "pente-casual", "goal": 2})
    assert recorded_outcome(Record(ruleset=small, players=PEOPLE[:2], turns=taken.turns)) == [
        "ann won: 1 pair captured.",
        "Result: 1-0 (captures)",
    ]
    out = (Retirement(1, Termination.TIME), Retirement(3, Termination.RESIGNATION))
    assert recorded_outcome(record(rules, *out))[0] == "ann and cat won: dan resigned."


def test_poofs_and_calls_are_told() -> None:
    moves = points("K10", "L10", "A1", "O10", "N10", "T1", "M10")
    lines = [
        step.line
        for step in recorded_turns(
            record(ruleset_from({"base": "poof-pente", "second_move": "free"}), *moves)
        )
    ]
    assert lines[-1] == "7. ann M10, loses M10 N10, black has 2 of 10."


def test_choices_are_told_with_who_made_them() -> None:
    turns: tuple[Turn, ...] = (*points("A1", "B1", "C1"), Choice.PASS, *points("D1", "E1"), Choice.SWAP)
    lines = [step.line for step in recorded_turns(record(RULESETS["swap2-pente"], *turns))]
    assert lines[0] == "1. bob A1, white."
    assert lines[3] == "ann passes and will place two more stones."
    assert lines[-1] == "bob swaps: the players change colours."


def test_what_was_lost_is_taken_for_stay() -> None:
    lines = [
        step.line
        for step in recorded_turns(record(RULESETS["d-pente"], *points("A1", "B1", "C1", "D1", "E1")))
    ]
    assert lines[4:] == ["bob stays: the players keep their colours.", "5. ann E1."]


def test_a_game_is_introduced() -> None:
    introduced = Record(
        ruleset=RULESETS["gomoku"],
        players=PEOPLE[:2],
        control=Fischer(Millis(300_000), Millis(3000)),
        rated=True,
        day=Day(2016, 4, 8),
        time=DayTime(1, 2, 3),
        tags=(("Event", "-"), ("Site", "here")),
    )
    lines = record_heading(introduced, ASCII.stone)
    assert lines[0].startswith("gomoku, 19x19, exactly 5 in a row wins; 5 minutes plus 3 s a turn")
    assert lines[0].endswith("; rated")
    assert lines[1:] == ["  white X: ann (1500)", "  black O: bob", "  2016-04-08 01:02:03", "  Site: here"]
    assert captures_text(Game.new(introduced.ruleset)) == ""


def test_players_are_told_with_rating_and_kind() -> None:
    assert [player_text(player) for player in (*PEOPLE[2:], Contestant())] == [
        "cat",
        "dan (9, a bot)",
        "unknown",
    ]
