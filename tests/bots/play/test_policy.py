"""Whom a bot plays with, and which games."""

from typing import Any

import pytest

from pente_bots.play.policy import Invitation, OpponentKind, Policy
from pente_core.clock.clock import parse_time_control
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_core.rating import Speed
from pente_core.rules.ruleset import RULESETS, ruleset_from

ANN = Identity(PlayerId("a" * 32), "Ann")
ROBOT = Identity(PlayerId("b" * 32), "robot", PlayerKind.BOT)


def objection(
    host: Identity = ANN,
    ruleset: str = "pente",
    time: str = "5+3",
    games: tuple[int, int] = (0, 0),
    *,
    is_rated: bool = False,
    **wishes: Any,
) -> str | None:
    proposal = Invitation(host, RULESETS[ruleset], parse_time_control(time), is_rated)
    return Policy(lambda rules: rules.sides == 2, **wishes).objection(proposal, *games)


@pytest.mark.parametrize("time", ["-", "0.1", "5d3", "0+5x30", "30/move", "3d/move"])
def test_by_default_whatever_it_can_play_is_accepted(time: str) -> None:
    assert objection(time=time) is None
    assert objection(ROBOT, "connect6", time) is None


@pytest.mark.parametrize(
    ("wishes", "host", "reason"),
    [
        ({"opponents": OpponentKind.PERSONS}, ANN, None),
        ({"opponents": OpponentKind.PERSONS}, ROBOT, "I only play with persons."),
        ({"opponents": OpponentKind.BOTS}, ANN, "I only play with bots."),
        ({"opponents": OpponentKind.BOTS}, ROBOT, None),
        ({"names": ("ann", "cid")}, ANN, None),
        ({"names": ("bob", "cid", "dan")}, ANN, "I only play with bob, cid and dan."),
    ],
)
def test_who_is_asked(wishes: dict[str, Any], host: Identity, reason: str | None) -> None:
    assert objection(host, **wishes) == reason


def test_which_rules_are_asked() -> None:
    assert objection(ruleset="gomoku", rulesets=("pente", "gomoku")) is None
    assert objection(ruleset="gomoku", rulesets=("pente",)) == "I don't play gomoku. I play pente."
    three = Invitation(ANN, ruleset_from({"sides": 3}), parse_time_control("-"), False)
    assert Policy(lambda rules: rules.sides == 2).objection(three, 0, 0) == (
        "I can't play pente with these parameters. Choose other ones."
    )


def test_rated_games_are_played_only_if_told() -> None:
    assert objection(is_rated=True) == "I don't play rated games. Open an unrated one."
    assert objection(is_rated=True, rated=True) is None
    assert objection(is_rated=False, rated=True) is None


def test_private_games_are_rated_only_if_told() -> None:
    private = Invitation(ANN, ruleset_from("pente"), parse_time_control("5+3"), True, is_hidden=True)
    for accepts, answer in (
        (False, "I don't play private rated games. Open an unrated or a public one."),
        (True, None),
    ):
        policy = Policy(lambda _: True, rated=True, accepts_rating=accepts)
        assert policy.objection(private, 0, 0) == answer


@pytest.mark.parametrize(
    ("time", "reason"),
    [
        ("1", "That is too fast for me. I need at least 3+2."),
        ("3+2", None),
        ("0+5x30", None),
        ("20+10", "That is too slow for me. I play at most 15+10."),
        ("-", "That is too slow for me. I play at most 15+10."),
    ],
)
def test_time_has_bounds(time: str, reason: str | None) -> None:
    bounds: dict[str, Any] = {"fastest": parse_time_control("3+2"), "slowest": parse_time_control("15+10")}
    assert objection(time=time, **bounds) == reason


def test_speeds_are_asked() -> None:
    speeds = (Speed.BLITZ, Speed.CORRESPONDENCE)
    assert objection(time="5+3", speeds=speeds) is None
    assert objection(time="3d/move", speeds=speeds) is None
    assert objection(time="10", speeds=speeds) == "I don't play rapid. I play blitz and correspondence."


def test_games_are_counted() -> None:
    assert objection(games=(19, 19)) is None
    assert objection(games=(20, 0)) == "I have 20 games already. Try again later."
    assert objection(games=(5, 1), most_each=2) is None
    assert objection(games=(5, 2), most_each=2) == "I have 2 games with you already. Finish one first."
