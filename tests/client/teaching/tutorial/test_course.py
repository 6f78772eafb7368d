"""Every exercise of the course: which moves succeed, and what is said of the others."""

import pytest

from pente_client.teaching.tutorial.attempt import TEACHER, Attempt
from pente_client.teaching.tutorial.course import COURSE
from pente_client.teaching.tutorial.exercise import RULES, Exercise
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_core.rules.point import format_point, parse_point

BY_TITLE = {exercise.title: exercise for exercise in COURSE}


def attempt_at(exercise: Exercise, name: str) -> Attempt:
    game = Game.new(RULES, exercise.setup)
    return Attempt.of(game, parse_point(name, RULES.size), exercise.answer)


def said_of(title: str, name: str) -> tuple[bool, str]:
    """Whether a move succeeds, and what is said of it."""
    exercise = BY_TITLE[title]
    attempt = attempt_at(exercise, name)
    return exercise.succeeds(attempt), exercise.verdict(attempt)


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Place a stone", {"G7"}),
        ("Five in a row", {"J9"}),
        ("Capture a pair", {"F8"}),
        ("Save your pair", {"H8"}),
        ("Between two stones", {"H7"}),
        ("Five captures", {"H6"}),
        ("Three: the tria", {"G8"}),
        ("Four: the tessera", {"G9"}),
        ("Stop a tria", {"E7", "J7"}),
        ("Break a tessera", {"G6"}),
    ],
)
def test_these_moves_and_no_others_succeed(title: str, names: set[str]) -> None:
    exercise = BY_TITLE[title]
    assert {format_point(point, RULES.size) for point in exercise.solutions} == names


def test_the_second_stone_goes_where_the_rules_let_it() -> None:
    exercise = BY_TITLE["The second stone"]
    position = Game.new(RULES, exercise.setup).position
    assert set(exercise.solutions) == set(position.legal_points)
    assert parse_point("F6", RULES.size) not in exercise.solutions
    assert parse_point("D4", RULES.size) in exercise.solutions


@pytest.mark.parametrize("exercise", COURSE, ids=lambda exercise: exercise.title)
def test_something_is_said_of_every_legal_move(exercise: Exercise) -> None:
    for point in Game.new(RULES, exercise.setup).position.legal_points:
        attempt = attempt_at(exercise, format_point(point, RULES.size))
        text = exercise.verdict(attempt)
        assert text.endswith((".", "!"))
        assert "{" not in text
        assert "  " not in text
        assert " ." not in text, f"a point is missing in {text!r}"


@pytest.mark.parametrize(
    ("title", "name", "text"),
    [
        ("Five in a row", "H9", "H9 makes no five."),
        ("Capture a pair", "E7", "E7 captures nothing."),
        ("Save your pair", "A1", "Black has captured your pair from H8."),
        ("Between two stones", "A1", "A1 is allowed"),
        ("Five captures", "A1", "A1 captures nothing."),
        ("Three: the tria", "G5", "A tria, but a closed one"),
        ("Three: the tria", "A1", "A1 makes no three in a row."),
        ("Four: the tessera", "G5", "A tessera, but a closed one: Black has stopped it on G9."),
        ("Four: the tessera", "A1", "A1 makes no four in a row."),
        ("Stop a tria", "A1", "Black has made an open tessera on E7."),
        ("Break a tessera", "D7", "Black has made five in a row on J7"),
    ],
)
def test_a_miss_is_explained(title: str, name: str, text: str) -> None:
    succeeds, said = said_of(title, name)
    assert not succeeds
    assert said.startswith(text)


def test_the_teacher_shows_what_a_miss_costs() -> None:
    taken = attempt_at(BY_TITLE["Save your pair"], "A1")
    assert taken.reply is not None
    assert taken.reply.captured
    lost = attempt_at(BY_TITLE["Break a tessera"], "J7")
    assert lost.game.outcome is not None
    assert (lost.game.outcome.termination, lost.game.outcome.winners) == (Termination.LINE, (TEACHER,))


def test_an_open_tessera_is_closed_at_one_end_in_vain() -> None:
    attempt = attempt_at(BY_TITLE["Four: the tessera"], "G9")
    assert attempt.reply is not None
    other = {"G5": "G10", "G10": "G5"}[format_point(attempt.reply.point, RULES.size)]
    assert attempt.game.play(parse_point(other, RULES.size))[1].is_over


def test_two_stones_between_two_others_stay() -> None:
    attempt = attempt_at(BY_TITLE["Between two stones"], "H7")
    board = attempt.game.position.board
    assert not attempt.move.captured
    assert all(board.colour_at(parse_point(name, RULES.size)) == 0 for name in ("G7", "H7"))


def test_both_ways_to_win_are_won() -> None:
    endings = {
        outcome.termination
        for exercise in COURSE
        if (outcome := attempt_at(exercise, format_point(exercise.solutions[0], 13)).game.outcome)
    }
    assert endings == {Termination.LINE, Termination.CAPTURES}
