"""How a game from a position or with a handicap is told."""

import pytest

from pente_client.words.phrases import rules_text, time_text
from pente_client.words.ruleset import parameters
from pente_client.words.waiting import invitation_text, is_even, setup_text, start_notes, start_words
from pente_core.clock.clock import parse_time_control
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset, ruleset_from
from pente_core.rules.setup import Setup
from tests.support.client.scripted_room import ServerRoom

SETUP = Setup(((Point(0), Point(1)), (Point(2),)), (0, 2), colour=1)


@pytest.mark.parametrize(
    ("table", "notes"),
    [
        (ServerRoom(), []),
        (ServerRoom(setup=SETUP), ["from a position"]),
        (ServerRoom(time="5+3,2+0"), ["handicap"]),
        (ServerRoom({"base": "pente", "goals": [10, 6]}, setup=SETUP), ["from a position", "handicap"]),
    ],
)
def test_lists_and_headings_say_what_is_unusual(table: ServerRoom, notes: list[str]) -> None:
    assert start_notes(table.summary()) == start_words(table.room.created) == notes
    assert is_even(table.summary()) is (not notes)
    assert invitation_text(table.summary()).removesuffix(".").endswith(", ".join(notes))


def test_a_position_in_words() -> None:
    assert setup_text(SETUP, Ruleset()) == (
        "The game begins from a position: 2 white and 1 black stones; black has captured 1 pair; "
        "black to move."
    )


def test_each_side_s_time_and_goal_in_words() -> None:
    assert time_text(parse_time_control("5+3,1+0")) == (
        "time odds: 5 minutes plus 3 s a turn against 1 minute"
    )
    rules = Ruleset(goals=(10, 6))
    assert rules_text(rules).endswith(
        "5 in a row or 5 captured pairs for white, 3 captured pairs for black win"
    )
    (goals,) = [each.meaning for each in parameters(rules) if each.name == "goals"]
    assert goals == "Instead, each side needs a number of its own: white 10, black 6."
    assert ruleset_from({"goals": [10, 6]}) == rules
