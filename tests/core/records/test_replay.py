"""Playing records again: legal ones lead to their end, and of others it says what is wrong."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.records import End, Problem, Record, Unplayable, check, record_of, replay_record, steps
from pente_core.rules.game import Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.support.games.random_games import random_turns
from tests.support.games.real_games import RealGame, load_real_games
from tests.support.games.record_strategies import ALL_RULESETS, made_records, plain_record, played

PENTE = RULESETS["pente"]
CASUAL = RULESETS["pente-casual"]
FIVE_IN_A_ROW = ("A1", "A3", "B1", "B3", "C1", "C3", "D1", "D3", "E1")


def stones(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


def problems(rules: Ruleset, *turns: Turn, end: End | None = None) -> list[Problem]:
    return check(plain_record(rules, turns=turns, end=end))


@settings(max_examples=60)
@given(st.sampled_from(ALL_RULESETS), st.integers(0, 2**32), st.integers(0, 80))
def test_the_record_of_a_game_leads_to_the_same_game(rules: Ruleset, seed: int, limit: int) -> None:
    game = played(rules, *random_turns(rules, Random(seed), limit))
    record = record_of(game)
    assert check(record) == []
    assert replay_record(record) == game


@settings(max_examples=60)
@given(made_records())
def test_every_record_can_be_checked(record: Record) -> None:
    found = check(record)
    assert len(found) <= 1
    if not found:
        replay_record(record)


@pytest.mark.parametrize("real", load_real_games(), ids=lambda real: real.id)
def test_real_games_are_right(real: RealGame) -> None:
    turns = tuple(parse_point(name, 19) for name in real.moves)
    assert problems(real.rules, *turns, end=End((real.winner,))) == []
    assert problems(real.rules, *turns, end=End((1 - real.winner,), Termination.LINE)) != []


def test_an_illegal_turn_is_named_with_its_reason() -> None:
    record = plain_record(PENTE, turns=stones("K10", "L10", "K11", "A1"))
    assert check(record) == [
        Problem(
            2, "turn 3, K11, is illegal: the second stone of the first side must be further from the centre"
        )
    ]
    with pytest.raises(Unplayable, match="turn 3, K11") as raised:
        replay_record(record)
    assert raised.value.problem.turn == 2
    games = steps(record)
    assert [next(games).position.ply, next(games).position.ply] == [1, 2]


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        (stones("K10", "K10"), "turn 2, K10, is illegal: there is a stone already"),
        (stones("K9"), "turn 1, K9, is illegal: the first stone goes on the centre"),
        ((Choice.SWAP,), "turn 1, swap, is illegal: you can't choose that now"),
        (
            (*stones("K10"), *(Retirement(1, Termination.TIME),) * 2),
            "turn 3, time:1, is illegal: the game is over",
        ),
    ],
)
def test_all_kinds_of_illegal_turns_are_found(turns: tuple[Turn, ...], reason: str) -> None:
    (problem,) = problems(PENTE, *turns)
    assert problem.reason.startswith(reason)


def test_a_turn_after_the_end_is_illegal() -> None:
    (problem,) = problems(CASUAL, *stones(*FIVE_IN_A_ROW, "T19"), end=End((0,)))
    assert problem == Problem(9, "turn 10, T19, is illegal: the game is over")


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (None, "no result is recorded, but the game ended 1-0 (line)"),
        (End((1,)), "the recorded end is 0-1, but the game ended 1-0 (line)"),
        (End((0,), Termination.TIME), "the recorded end is 1-0 (time), but the game ended 1-0 (line)"),
        (End((), Termination.ABORTED), "the recorded end is ? (aborted), but the game ended 1-0 (line)"),
        (End((0,)), None),
        (End((0,), Termination.LINE), None),
    ],
)
def test_the_end_has_to_fit_a_game_that_is_decided(end: End | None, reason: str | None) -> None:
    found = problems(CASUAL, *stones(*FIVE_IN_A_ROW), end=end)
    assert found == ([] if reason is None else [Problem(None, reason)])


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (
            End((0,), Termination.LINE),
            "the recorded end is 1-0 (line), but the last turn does not end the game",
        ),
        (End((), Termination.NO_MOVES), "the recorded end is 1/2-1/2 (no-moves), but the last turn does not"),
        (End((), Termination.TIME), "the recorded end is 1/2-1/2 (time), but this end has a winner"),
        (End((1,), Termination.AGREEMENT), "the recorded end is 0-1 (agreement), but this end has no winner"),
        (End((1,), Termination.RESIGNATION), None),
        (End((), Termination.AGREEMENT), None),
        (End((), Termination.ABORTED), None),
        (End((1,)), None),
        (End(), None),
        (None, None),
    ],
)
def test_the_end_has_to_fit_a_game_that_is_not_decided(end: End | None, reason: str | None) -> None:
    found = problems(CASUAL, *stones("A1", "B1"), end=end)
    assert [problem.reason[: len(reason or "")] for problem in found] == ([] if reason is None else [reason])


@pytest.mark.parametrize(
    ("end", "termination"),
    [
        (End((1,)), Termination.RESIGNATION),
        (End(), Termination.AGREEMENT),
        (End((1,), Termination.TIME), Termination.TIME),
    ],
)
def test_an_end_without_a_reason_gets_the_usual_one(end: End, termination: Termination) -> None:
    game = replay_record(plain_record(PENTE, turns=stones("K10"), end=end))
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.termination) == (end.winners, termination)


def test_a_seat_that_is_out_takes_no_more_turns() -> None:
    rules = ruleset_from({"sides": 3})
    out = Retirement(1, Termination.RESIGNATION)
    record = plain_record(rules, turns=(*stones("K10"), out, *stones("A1")))
    assert check(record) == []
    assert replay_record(record).position.to_act == 0
    (problem,) = problems(rules, out, out)
    assert problem.reason == "turn 2, resignation:1, is illegal: the game is over"


def test_a_record_that_has_lost_its_choices_is_played_without_a_swap() -> None:
    record = plain_record(RULESETS["swap2-pente"], turns=stones("K10", "A1", "B1", "C1"))
    assert check(record) == []
    assert replay_record(record).turns == (*stones("K10", "A1", "B1"), Choice.STAY, *stones("C1"))


def test_a_record_with_a_choice_has_lost_none() -> None:
    turns: tuple[Turn, ...] = (*stones("K10", "A1", "B1"), Choice.PASS, *stones("C1", "D1", "E1"))
    (problem,) = problems(RULESETS["swap2-pente"], *turns)
    assert problem.reason == "turn 7, E1, is illegal: first choose: swap, stay or pass"
