"""Which rules a foreign engine can play by, how it is started, and what it is told of the clock."""

from typing import Any

import pytest

from pente_bots.foreign_engines.engine_about import EngineAbout, objection
from pente_bots.foreign_engines.engine_command import (
    DEFAULT_LIMITS,
    EngineCommand,
    EngineProtocol,
    InvalidCommand,
    parse_engine,
)
from pente_bots.foreign_engines.engine_time import gtp_left, gtp_settings, patience, piskvork_times
from pente_bots.search.limit import NO_LIMIT, Limit, PlayerClock
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import parse_time_control
from pente_core.rules.ruleset import ruleset_from

PLAIN = EngineAbout("plain")


@pytest.mark.parametrize("protocol", list(EngineProtocol))
@pytest.mark.parametrize(
    "spec", ["gomoku", "freestyle", {"base": "freestyle", "size": 15}, {"base": "gomoku", "size": 20}]
)
def test_games_of_five_in_a_row_are_for_every_engine(protocol: EngineProtocol, spec: object) -> None:
    assert objection(PLAIN, protocol, ruleset_from(spec)) == ""


@pytest.mark.parametrize(
    ("spec", "lacking"),
    [
        ("pente", "has no captures"),
        ("pente-casual", "has no captures"),
        ("swap2-keryo", "has no captures"),
        ("connect6", "has no turns of two stones"),
        ({"base": "freestyle", "sides": 3}, "has no third side"),
        ({"base": "freestyle", "line": 6}, "has no rows of 6"),
        ({"base": "freestyle", "swap": "swap2"}, "has no exchange of sides"),
        ({"base": "gomoku", "second_move": "tournament"}, "has no closed points for a second move"),
    ],
)
def test_everything_else_is_refused_with_the_reason(spec: Any, lacking: str) -> None:
    for protocol, name in ((EngineProtocol.GTP, "GTP"), (EngineProtocol.PISKVORK, "Piskvork's protocol")):
        said = objection(PLAIN, protocol, ruleset_from(spec))
        assert f"{name} {lacking}" in said
        assert len(said) <= 200, "it is a chat message"


@pytest.mark.parametrize(
    ("rulesets", "spec", "plays"),
    [
        (("*",), "pente", True),
        (("*",), {"base": "keryo-pente", "size": 13}, True),
        (("pente",), "pente", True),
        (("pente",), {"base": "pente", "size": 13}, False),
        (("pente", "*"), {"base": "pente", "size": 13}, True),
        (("pente",), "gomoku", True),
    ],
)
def test_an_engine_declares_what_it_plays(rulesets: tuple[str, ...], spec: Any, *, plays: bool) -> None:
    about = EngineAbout("clever", rulesets)
    assert (objection(about, EngineProtocol.GTP, ruleset_from(spec)) == "") is plays


def clocked(control: str, left: int, budget: int = 7_500) -> Limit:
    return Limit(Millis(budget), PlayerClock(parse_time_control(control), Millis(left)))


@pytest.mark.parametrize(
    ("limit", "settings", "left", "times"),
    [
        (NO_LIMIT, (0, 5, 1), (5, 1), (5_000, 0, 2_147_483_647)),
        (clocked("5", 200_900), (300, 0, 0), (200, 0), (7_500, 300_000, 200_900)),
        (clocked("5+3", 2_000, 300), (300, 3, 1), (2, 0), (300, 300_000, 2_000)),
        (clocked("5d3", 9_000), (300, 3, 1), (9, 0), (7_500, 300_000, 9_000)),
        (clocked("1+5x30", 200_000), (60, 30, 1), (50, 0), (7_500, 210_000, 200_000)),
        (clocked("1+5x30", 100_000), (60, 30, 1), (10, 1), (7_500, 210_000, 100_000)),
        (clocked("30/move", 20_000), (0, 7, 1), (7, 1), (7_500, 0, 2_147_483_647)),
        (clocked("3d/move", 200_000_000, 30_000), (0, 30, 1), (30, 1), (30_000, 0, 2_147_483_647)),
    ],
)
def test_a_clock_is_told_as_each_protocol_can(limit: Limit, settings: Any, left: Any, times: Any) -> None:
    assert gtp_settings(limit, DEFAULT_LIMITS) == settings
    assert gtp_left(limit, DEFAULT_LIMITS) == left
    assert piskvork_times(limit, DEFAULT_LIMITS) == times


def test_patience_is_more_than_the_time_that_was_told() -> None:
    assert patience(NO_LIMIT, DEFAULT_LIMITS) == 20
    assert patience(clocked("5", 300_000, 12_000), DEFAULT_LIMITS) == 150
    assert patience(clocked("5", 1_000, 50), DEFAULT_LIMITS) == 5.05


def test_a_command_is_split_without_a_shell() -> None:
    command = parse_engine("env 'two words' $HOME; rm", EngineProtocol.GTP)
    assert command.words[1:] == ("two words", "$HOME;", "rm")
    assert command.words[0].startswith("/")


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "is empty"), ("'x", "close the quotation"), ("/no/such --x", "there is no program '/no/such'")],
)
def test_a_command_that_makes_no_sense_is_said(text: str, says: str) -> None:
    with pytest.raises(InvalidCommand, match=says):
        parse_engine(text, EngineProtocol.GTP)


def test_a_script_has_the_name_of_its_file() -> None:
    assert EngineCommand(("/usr/bin/python3", "-u", "/x/brain.py"), EngineProtocol.GTP).program == "brain.py"
    assert EngineCommand(("/x/brain", "y"), EngineProtocol.GTP).program == "brain"
