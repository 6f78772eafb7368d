"""How long the players of levels think, and who judges for them."""

from random import Random

import pytest

from pente_bots.players import level_player
from pente_bots.players.catalogue import make_player
from pente_bots.players.glance import Sight
from pente_bots.players.level_player import LevelPlayer, Strength
from pente_bots.players.levels import STRENGTHS, player_of_level
from pente_bots.search.limit import Limit, PlayerClock
from pente_bots.search.request import SearchReport, SearchRequest
from pente_bots.search.score import Score
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import Fischer
from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS

pytestmark = pytest.mark.usefixtures("untraced")
STONES = "K10 L10 K14 K9 J8 L11 H7 G6"


@pytest.mark.parametrize("is_compiled", [False, True])
@pytest.mark.parametrize("ruleset", ["pente", "boat-pente"])
def test_the_clock_ends_a_search_before_its_nodes_do(
    ruleset: str, is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_player, "IS_COMPILED", is_compiled)
    position = _position(ruleset)
    player = player_of_level(Random(1), level=len(STRENGTHS))
    report = player.search(SearchRequest(position, Limit(Millis(1))))
    player.close()
    assert report.best.points[0] in position.legal_points
    assert report.nodes < STRENGTHS[-1].nodes / 10


@pytest.mark.parametrize("is_compiled", [False, True])
def test_a_level_does_not_share_out_the_clock(is_compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays the same on every clock on which it has the time for its positions."""
    monkeypatch.setattr(level_player, "IS_COMPILED", is_compiled)
    position = _position("pente")
    time, answers = Millis(60_000), list[SearchReport]()
    for clock in (None, PlayerClock(Fischer(time), Millis(600))):
        player = player_of_level(Random(1), level=7)
        assert not player.manages_time
        answers.append(player.search(SearchRequest(position, Limit(time, clock))))
        player.close()
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("level", "ruleset", "judge", "options"),
    [
        (5, "pente", "priorities", {"captures": "on"}),
        (6, "pente", "engine", {}),
        (6, "boat-pente", "patterns", {"level": "1"}),
        (8, "boat-pente", "patterns", {"level": "3"}),
    ],
)
def test_a_level_judges_by_what_it_looks_with_however_hastily_it_plays(
    level: int, ruleset: str, judge: str, options: dict[str, str]
) -> None:
    position = _position(ruleset)
    evaluation = player_of_level(Random(1), level=level).evaluate(position)
    assert evaluation == make_player(judge, options, Random(1)).evaluate(position)
    assert evaluation.worths


def test_a_win_at_a_glance_is_reported_as_one() -> None:
    position = _position("pente-casual", "K10 A1 K11 A3 K12 A5 K13 A7")
    level = LevelPlayer(Random(1), Strength(0, 1.0, Sight(1.0, 1.0, 1.0)))
    best = level.search(SearchRequest(position)).best
    assert best.points[0] in {parse_point("K9", 19), parse_point("K14", 19)}
    assert best.score == Score.won(1)


def _position(ruleset: str, stones: str = STONES) -> Position:
    game = Game.new(RULESETS[ruleset])
    for name in stones.split():
        _, game = game.play(parse_point(name, 19))
    return game.position
