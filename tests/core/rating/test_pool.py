import pytest

from pente_core.clock.time_control import parse_time_control
from pente_core.rating import CUSTOM, Pool, Speed, Unrated, pool_of, rated_pool, speed_of
from pente_core.rules.ruleset import RULESETS, ruleset_from


@pytest.mark.parametrize(
    ("text", "speed"),
    [
        ("1", Speed.BULLET),
        ("2+1", Speed.BULLET),
        ("3", Speed.BLITZ),
        ("5+3", Speed.BLITZ),
        ("5d3", Speed.BLITZ),
        ("10/move", Speed.BLITZ),
        ("8", Speed.RAPID),
        ("10+5", Speed.RAPID),
        ("10+5x30", Speed.RAPID),
        ("20+5x30", Speed.SLOW),
        ("25", Speed.SLOW),
        ("60/move", Speed.SLOW),
        ("3d/move", Speed.CORRESPONDENCE),
        ("-", Speed.CORRESPONDENCE),
    ],
)
def test_the_speed_follows_from_the_time_that_each_side_has(text: str, speed: Speed) -> None:
    assert speed_of(parse_time_control(text)) is speed


@pytest.mark.parametrize("name", RULESETS)
def test_every_named_ruleset_has_a_pool_at_every_speed(name: str) -> None:
    pool = rated_pool(ruleset_from(name), parse_time_control("5+3"))
    assert pool == Pool(name, Speed.BLITZ)
    assert Pool.parse(str(pool)) == pool


@pytest.mark.parametrize(
    ("spec", "time", "because"),
    [
        ({"base": "pente", "size": 13}, "5+3", "rules of pente; use them unchanged"),
        ({"base": "pente", "sides": 3}, "5+3", "two sides"),
        ({"base": "pente", "sides": 4, "teams": True}, "5+3", "two sides"),
        ("pente", "-", "clock"),
        ("pente", "5+3,3+0", "gives no handicap"),
        ({"base": "pente", "goals": [10, 6]}, "5+3", "gives no handicap"),
    ],
)
def test_what_can_not_be_rated_says_why(spec: object, time: str, because: str) -> None:
    with pytest.raises(Unrated, match=because):
        rated_pool(ruleset_from(spec), parse_time_control(time))


def test_a_handicap_is_rated_among_games_without_where_it_may_be() -> None:
    rules, time = ruleset_from({"base": "pente", "goals": [10, 6]}), parse_time_control("2+0,5+3")
    assert rated_pool(rules, time, handicaps=True) == pool_of(rules, time) == Pool("pente", Speed.BLITZ)
    with pytest.raises(Unrated, match="use them unchanged"):
        rated_pool(ruleset_from({"size": 13, "goals": [10, 6]}), time, handicaps=True)


def test_every_game_counts_somewhere() -> None:
    small = ruleset_from({"base": "pente", "size": 13})
    assert pool_of(small, parse_time_control("5+3")) == Pool(CUSTOM, Speed.BLITZ)
    assert CUSTOM not in RULESETS
    assert pool_of(ruleset_from("pente"), parse_time_control("-")) == Pool("pente", Speed.CORRESPONDENCE)


@pytest.mark.parametrize("text", ["pente", "pente/warp", ""])
def test_what_is_no_pool_can_not_be_read(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 -- the message is the enum's own
        Pool.parse(text)
