import pytest

from pente_client.words.phrases import captured_text, clock_text, reading_text, rules_text, time_text
from pente_core.clock.clock import Reading, parse_time_control
from pente_core.clock.instant import Millis
from pente_core.rules.ruleset import RULESETS, ruleset_from


@pytest.mark.parametrize(
    ("control", "text"),
    [
        ("-", "no clocks"),
        ("5+3", "5 minutes plus 3 s a turn"),
        ("1d3", "1 minute with a delay of 3 s a turn"),
        ("0+1x30", "1 period of 30 s"),
        ("1.5+5x30", "1.5 minutes, then 5 periods of 30 s"),
        ("30/move", "30 s a turn"),
        ("3d/move", "3 days a turn"),
    ],
)
def test_every_time_control_has_its_words(control: str, text: str) -> None:
    assert time_text(parse_time_control(control)) == text


def test_rules_and_times_in_a_few_words() -> None:
    assert rules_text(RULESETS["gomoku"]) == "gomoku, 19x19, exactly 5 in a row wins"
    assert rules_text(RULESETS["keryo-pente"]).endswith("5 in a row or 15 captured stones win")
    assert rules_text(ruleset_from({"base": "pente", "size": 13})).startswith("pente, 13x13")
    assert time_text(parse_time_control("-")) == "no clocks"
    assert captured_text(RULESETS["poof-pente"], 1) == "1 stone"


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (-5, "0:00.0"),
        (0, "0:00.0"),
        (1, "0:00.1"),
        (9_900, "0:09.9"),
        (10_000, "0:10"),
        (59_001, "1:00"),
        (300_000, "5:00"),
        (3_600_000, "1:00:00"),
        (86_400_000, "24:00:00"),
        (259_200_000, "3d 0:00"),
        (259_199_000, "2d 23:59"),
    ],
)
def test_clocks_show_nothing_left_only_then(left: int, text: str) -> None:
    assert clock_text(Millis(left)) == text


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (Reading(Millis(60_000)), "1:00"),
        (Reading(Millis(9000), 2), "0:09.0x2"),
    ],
)
def test_in_overtime_the_periods_are_shown(shown: Reading, text: str) -> None:
    assert reading_text(shown) == text
