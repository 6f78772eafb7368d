"""How long the players of the ladder think."""

from random import Random

import pytest

from pente_bots.players import ladder
from pente_bots.players.levels import LADDER, ladder_player
from pente_bots.search.limit import Limit, PlayerClock
from pente_bots.search.request import SearchReport, SearchRequest
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import Fischer
from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS

pytestmark = pytest.mark.usefixtures("untraced")
STONES = "K10 L10 K14 K9 J8 L11 H7 G6"


@pytest.mark.parametrize("is_compiled", [False, True])
@pytest.mark.parametrize("ruleset", ["pente", "boat-pente"])
def test_the_clock_ends_a_search_before_its_nodes_do(
    ruleset: str, is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "IS_COMPILED", is_compiled)
    game = Game.new(RULESETS[ruleset])
    for name in STONES.split():
        _, game = game.play(parse_point(name, 19))
    player = ladder_player(Random(1), level=len(LADDER))
    report = player.search(SearchRequest(game.position, Limit(Millis(1))))
    player.close()
    assert report.best.points[0] in game.position.legal_points
    assert report.nodes < LADDER[-1].strength.nodes / 10


@pytest.mark.parametrize("is_compiled", [False, True])
def test_a_level_does_not_share_out_the_clock(is_compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays the same on every clock on which it has the time for its positions."""
    monkeypatch.setattr(ladder, "IS_COMPILED", is_compiled)
    game = Game.new(RULESETS["pente"])
    for name in STONES.split():
        _, game = game.play(parse_point(name, 19))
    time, answers = Millis(60_000), list[SearchReport]()
    for clock in (None, PlayerClock(Fischer(time), Millis(600))):
        player = ladder_player(Random(1), level=7)
        assert not player.manages_time
        answers.append(player.search(SearchRequest(game.position, Limit(time, clock))))
        player.close()
    assert answers[0] == answers[1]
