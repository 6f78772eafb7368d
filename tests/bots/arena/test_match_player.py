"""Who takes part."""

import pytest

from pente_bots.arena.match_player import parse_match_player, parse_match_players
from pente_bots.players.player_options import InvalidOption
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("random", ()),
        ("priorities:captures=on", (("captures", "on"),)),
        ("alphabeta:values=0,1,5,depth=1", (("values", "0,1,5"), ("depth", "1"))),
        ("weights:", ()),
    ],
)
def test_a_player_with_options(text: str, options: tuple[tuple[str, str], ...]) -> None:
    assert parse_match_player(text).options == options


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nobody", "there is no player 'nobody'"),
        ("priorities:level=2", "no option 'level'"),
        ("priorities:captures", "write name=value"),
        ("", "there is no player ''"),
    ],
)
def test_what_is_none_is_said(text: str, says: str) -> None:
    with pytest.raises(InvalidOption, match=says):
        parse_match_player(text)


def test_all_are_called_differently() -> None:
    labels = [one.label for one in parse_match_players(["random", "weights", "random", "random"])]
    assert labels == ["random", "weights", "random#2", "random#3"]


def test_the_seed_decides() -> None:
    start = Position.initial(RULESETS["pente-casual"])
    random = parse_match_player("random")
    assert random.make("a").choose(start) == random.make("a").choose(start)
    assert len({random.make(str(seed)).choose(start) for seed in range(10)}) > 1
