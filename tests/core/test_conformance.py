"""Judging tokens: the recorded games of every variant, answered to the letter."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from pente_core.conformance import BadTask, judge
from pente_core.rules.ruleset import InvalidRuleset

ANSWERS: Final = Path(__file__).parents[2] / "../shared/conformance/variant_games.jsonl.gz"
ENDS_WITH_A_SIX: Final = 1269
"""The game in which the reference plays on after a six that no capture can leave with fewer than five.

That it does is known and not to be copied (see the case ``boat.overline_breakable_anywhere``).
"""


def recorded() -> Iterator[dict[str, Any]]:
    with gzip.open(ANSWERS, "rt") as lines:
        for line in lines:
            yield json.loads(line)


def task(answer: dict[str, Any]) -> dict[str, Any]:
    return {"ruleset": answer["ruleset"], "tokens": [step[0] for step in answer["steps"]]}


@pytest.mark.skipif(not ANSWERS.exists(), reason="the reference answers are not here")
def test_every_recorded_game_is_answered_to_the_letter() -> None:
    answers = list(recorded())
    assert len(answers) == 1560
    different = [number for number, answer in enumerate(answers) if judge(task(answer)) != answer]
    assert different == [ENDS_WITH_A_SIX]


@pytest.mark.skipif(not ANSWERS.exists(), reason="the reference answers are not here")
def test_the_game_with_a_six_is_answered_to_the_letter_up_to_the_six() -> None:
    reference = list(recorded())[ENDS_WITH_A_SIX]
    ours = judge(task(reference))
    end = next(number for number, step in enumerate(ours["steps"]) if step[1] and not step[-1])
    assert ours["steps"][:end] == reference["steps"][:end]
    assert ours["steps"][end][:-1] == reference["steps"][end][:-1]
    assert ours["winner"] == reference["winner"]
    assert all(step[1] == 0 for step in ours["steps"][end + 1 :])


def test_a_swap_opening_is_judged_with_its_choices() -> None:
    answer = judge({"ruleset": "swap2-pente", "tokens": ["K10", "L10", "K11", "stay", "pass", "M10", "N10"]})
    assert answer["steps"][3] == ["stay", 1, 0, 0, 2]
    assert [step[1] for step in answer["steps"]] == [1, 1, 1, 1, 0, 1, 1]


def test_captures_are_counted_in_stones_for_each_colour() -> None:
    answer = judge({"ruleset": "pente-casual", "tokens": ["A1", "B1", "T19", "C1", "D1"]})
    assert answer["steps"][-1] == ["D1", 1, 2, 0, 2]
    assert answer["black"] == []


def test_more_sides_have_more_colours_and_seats_that_leave() -> None:
    tokens = ["K10", "L11", "resignation:2", "resignation:2", "time:1", "A1"]
    answer = judge({"ruleset": {"sides": 3}, "tokens": tokens})
    assert answer["steps"] == [
        ["K10", 1, 0, 0, 0, 2],
        ["L11", 1, 0, 0, 0, 3],
        ["resignation:2", 1, 0, 0, 0, 1],
        ["resignation:2", 0],
        ["time:1", 1, 0, 0, 0, 0],
        ["A1", 0],
    ]
    assert (answer["winner"], answer["white"], answer["black"], answer["red"]) == (1, ["K10"], ["L11"], [])


def test_the_side_that_moves_first_is_number_one_whatever_its_colour() -> None:
    answer = judge({"ruleset": {"base": "gomoku", "first": "black"}, "tokens": ["K10"]})
    assert answer["steps"] == [["K10", 1, 0, 0, 2]]
    assert list(answer) == ["ruleset", "steps", "winner", "white", "black"]
    assert answer["black"] == ["K10"]


@pytest.mark.parametrize("token", ["I8", "A20", "", "swap2", "time:3", "time:", "K10 ", "\x1b", "9" * 5000])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    assert judge({"ruleset": "pente", "tokens": [token]})["steps"] == [[token, 0]]


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        "pente",
        {"ruleset": "pente"},
        {"tokens": []},
        {"ruleset": "pente", "tokens": "K10"},
        {"ruleset": "pente", "tokens": [1]},
        {"ruleset": "pente", "tokens": [], "more": 1},
    ],
)
def test_what_is_no_task_is_refused(bad: object) -> None:
    with pytest.raises(BadTask):
        judge(bad)


def test_a_ruleset_that_can_not_be_played_is_refused() -> None:
    with pytest.raises(InvalidRuleset, match="5x5"):
        judge({"ruleset": {"size": 5}, "tokens": []})
