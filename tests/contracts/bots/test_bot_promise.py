"""What docs/bots.md promises: bots as people wrote them once, which every later program must play with.

The files in tests/data/frozen/bots are never changed, and neither is anything here but for additions. Who
can't keep a test of this file gives the promise a new version, and a warning for one minor version before.
"""

import inspect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest

import pente_bots
from pente_bots.arena.match_game import GamePlan, play
from pente_bots.players.player import Player
from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.player_text import parse_player
from pente_bots.search.limit import Limit
from pente_bots.search.request import SearchReport
from pente_bots.thinking.thinker import Thinker
from pente_bots.thinking.workers import Workers
from pente_core.clock.instant import Millis
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from

FROZEN = sorted((Path(__file__).parents[2] / "data" / "frozen" / "bots").glob("*_1.txt"))
each_bot = pytest.mark.parametrize("frozen", FROZEN, ids=lambda path: path.stem)

NAMES_1 = {
    "NO_LIMIT", "Evaluation", "Limit", "Player", "PlayerClock", "Score", "SearchLine", "SearchReport",
    "SearchRequest", "StopFlag", "run",
}  # fmt: skip
METHODS_1 = {
    "__init__": ("chance",),
    "choose": ("position", "limit"),
    "choose_swap": ("position",),
    "choose_opening": ("position", "limit"),
    "opening_value": ("position",),
    "evaluate": ("position",),
    "search": ("request",),
    "supports": ("rules",),
    "objection": ("rules",),
    "resigns": ("position",),
    "explain": ("position",),
    "close": (),
}
FIELDS_1 = {
    "Limit": ("time", "clock", "nodes", "depth"),
    "PlayerClock": ("control", "left", "most"),
    "Evaluation": ("value", "worths", "win_in"),
    "Score": ("chance", "win_in"),
    "SearchLine": ("points", "score"),
    "SearchReport": ("lines", "depth", "nodes"),
    "SearchRequest": ("position", "limit", "lines", "turns", "stop", "report"),
}
"""The fields in the order in which they may be given."""


def test_there_are_three_bots() -> None:
    assert [path.stem for path in FROZEN] == ["every_method_1", "searching_1", "ten_lines_1"]


def test_the_names_are_there() -> None:
    assert set(pente_bots.__all__) >= NAMES_1
    assert all(getattr(pente_bots, name) is not None for name in NAMES_1)
    assert pente_bots.API_VERSION == 1


@pytest.mark.parametrize("method", METHODS_1)
def test_methods_are_called_as_they_always_were(method: str) -> None:
    parameters = list(inspect.signature(getattr(Player, method)).parameters.values())[1:]
    names = METHODS_1[method]
    assert tuple(parameter.name for parameter in parameters[: len(names)]) == names
    assert all(parameter.default is not parameter.empty for parameter in parameters[len(names) :])


@pytest.mark.parametrize("name", FIELDS_1)
def test_values_are_made_as_they_always_were(name: str) -> None:
    parameters = list(inspect.signature(getattr(pente_bots, name)).parameters.values())
    fields = FIELDS_1[name]
    assert tuple(parameter.name for parameter in parameters[: len(fields)]) == fields
    assert all(parameter.default is not parameter.empty for parameter in parameters[len(fields) :])


def test_defaults_of_a_bot_that_only_chooses() -> None:
    class OnlyChooses(Player):
        def choose(self, position: object, limit: object = None) -> Point:
            return Point(0)

    player, first = OnlyChooses(Random(1)), Game.new(ruleset_from("freestyle")).position
    assert (player.keeps_state, player.manages_time, player.resigns(first)) == (False, False, False)
    assert player.supports(first.rules)
    assert (player.objection(first.rules), player.explain(first)) == ("", "")
    assert (player.evaluate(first).value, player.evaluate(first).worths) == (0.0, {})


def bot(frozen: Path, directory: Path) -> NamedPlayer:
    """A frozen bot as a file of one's own."""
    file = directory / f"{frozen.stem}.py"
    file.write_text(frozen.read_text())
    return parse_player(str(file))


@each_bot
@pytest.mark.parametrize("ruleset", ["pente", "gomoku", "d-pente", "swap2-pente"])
def test_it_plays_whole_games(frozen: Path, ruleset: str, tmp_path: Path) -> None:
    players = bot(frozen, tmp_path), parse_player("random")
    rules = ruleset_from({"base": ruleset, "size": 9})
    for number, order in enumerate((players, players[::-1])):
        plan = GamePlan(
            number=1,
            pair=0,
            players=(0, 1),
            contestants=order,
            rules=rules,
            opening=(),
            seed=str(number),
            most_plies=400,
        )
        game = play(plan)
        assert game.failure == ""
        assert game.termination in (Termination.LINE, Termination.CAPTURES, Termination.NO_MOVES)


@asynccontextmanager
async def thinking(frozen: Path, directory: Path) -> AsyncIterator[Thinker]:
    with closing(Workers(1)) as workers:
        thinker = Thinker(bot(frozen, directory).make, 1, workers=workers)
        yield thinker
        thinker.close()


@each_bot
async def test_it_thinks_in_another_process(frozen: Path, tmp_path: Path) -> None:
    reports: list[SearchReport] = []
    _, game = Game.new(ruleset_from({"base": "pente", "size": 9})).play(Point(40))
    position, limit = game.position, Limit(Millis(10_000))
    async with thinking(frozen, tmp_path) as thinker:
        decisions = [await thinker.think(position, limit, "game", game.turns) for _ in range(2)]
        assert all(
            isinstance(played, cmd.Play) and played.point in position.legal_points for played in decisions
        )
        searched = await thinker.search(position, limit, lines=2, report=reports.append)
        assert searched.best.points[0] in position.legal_points
        assert isinstance(await thinker.explain(position), str)
        assert await thinker.agrees_to_draw(position, 0) in (True, False)
    assert bool(reports) == (frozen.stem == "searching_1")
