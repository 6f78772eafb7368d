"""One game."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Final

import pytest

from pente_bots.arena.game_writer import game_record
from pente_bots.arena.match_game import GamePlan, play
from pente_bots.players.player import Player, legal_points
from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.player_text import parse_players
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.score import Score
from pente_bots.thinking import match_clock, think_request
from pente_bots.thinking.think_request import CataloguePlayerMaker
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import Fischer
from pente_core.records import End
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.support.games.bot_positions import EVERY
from tests.support.games.random_games import replayed


class Scripted(Player):
    """Takes the first legal point, and the choices that it is told to take."""

    def __init__(self, choice: Choice, *, gives_up: bool) -> None:
        super().__init__(Random(0))
        self.choice: Final = choice
        self.gives_up: Final = gives_up

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return legal_points(position)[0]

    def choose_swap(self, position: Position) -> Choice:
        return self.choice

    def resigns(self, position: Position) -> bool:
        return self.gives_up and position.ply >= 4


class Noting(Scripted):
    """Notes what it is asked to search, in a list that is shared by all of them."""

    asked: Final = list[SearchRequest]()

    def search(self, request: SearchRequest) -> SearchReport:
        self.asked.append(request)
        return SearchReport((SearchLine((legal_points(request.position)[0],), Score()),), nodes=10)


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(name: str, options: dict[str, str], chance: Random) -> Player:
        kinds = {"noting": Noting, "slow": Slow}
        return kinds.get(name, Scripted)(Choice(options["choice"]), gives_up=name == "quitter")

    monkeypatch.setattr(think_request, "make_player", make)


def plan_of(rules: Ruleset, first: NamedPlayer, second: NamedPlayer, most_plies: int = 400) -> GamePlan:
    return GamePlan(1, 0, (4, 7), (first, second), rules, (), "seed", most_plies)


def scripted(name: str, choice: str) -> NamedPlayer:
    return NamedPlayer(name, CataloguePlayerMaker(name, (("choice", choice),)))


@pytest.mark.parametrize(
    "rules", [rules for rules in EVERY if rules.sides == 2], ids=lambda rules: rules.base
)
def test_a_game_is_legal_and_told_as_it_ended(rules: Ruleset) -> None:
    first, second = parse_players(["random", "priorities"])
    played = play(plan_of(rules, first, second, most_plies=60))
    game: Game = replayed(rules, played.turns)
    if played.is_cut:
        assert (game.outcome, played.winner, game.position.ply) == (None, None, 60)
    else:
        assert game.outcome is not None
        assert played.termination is game.outcome.termination
        assert played.winning_seat == (game.outcome.winners[0] if game.outcome.winners else None)
        assert sorted(played.seats) == [4, 7]


def test_it_is_the_same_again() -> None:
    first, second = parse_players(["random", "random"])
    assert play(plan_of(RULESETS["pente"], first, second)) == play(plan_of(RULESETS["pente"], first, second))


@pytest.mark.usefixtures("scripts")
def test_a_swap_exchanges_the_players() -> None:
    rules = RULESETS["d-pente"]
    stayed = play(plan_of(rules, scripted("a", "stay"), scripted("b", "stay")))
    swapped = play(plan_of(rules, scripted("a", "stay"), scripted("b", "swap")))
    assert (stayed.seats, swapped.seats) == ((4, 7), (7, 4))
    assert _stones(stayed.turns) == _stones(swapped.turns)
    assert {stayed.winner, swapped.winner} == {4, 7}


@pytest.mark.usefixtures("scripts")
def test_who_gives_up_loses() -> None:
    played = play(plan_of(RULESETS["pente"], scripted("quitter", "stay"), scripted("b", "stay")))
    assert (played.termination, played.winner) == (Termination.RESIGNATION, 7)
    assert (played.points(4), played.points(7)) == (0, 1)


@pytest.mark.usefixtures("scripts")
def test_players_are_told_the_limit_and_the_game_so_far() -> None:
    plan = plan_of(RULESETS["pente"], scripted("noting", "stay"), scripted("b", "stay"), most_plies=5)
    plan = replace(plan, limit=Limit(Millis(10_000), nodes=7), opening=(Point(180),))
    Noting.asked.clear()
    moved = list[None]()
    played = play(plan, lambda: moved.append(None))
    assert [request.limit for request in Noting.asked] == [plan.limit] * 2
    assert [request.turns for request in Noting.asked] == [played.turns[:2], played.turns[:4]]
    assert (len(moved), [times.moves for times in played.times]) == (4, [2, 2])
    assert [times.nodes for times in played.times] == [20, 0]
    assert [times.overruns for times in played.times] == [0, 0]


class Slow(Scripted):
    """Takes half of its time for its first stones, and then all of it."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        assert limit.clock is not None
        Pulled.time += limit.clock.left // 2 if position.ply < 4 else limit.clock.left
        return legal_points(position)[0]


class Pulled:
    """The time that matches go by."""

    time = 0


@pytest.mark.usefixtures("scripts")
def test_who_runs_out_of_time_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_clock, "time", SimpleNamespace(monotonic_ns=lambda: Pulled.time * 1_000_000))
    plan = plan_of(RULESETS["pente"], scripted("slow", "stay"), scripted("b", "stay"))
    played = play(replace(plan, time=Fischer(Millis(60_000), Millis(1000))))
    assert (played.termination, played.winner) == (Termination.TIME, 7)
    assert played.turns[4:] == (Retirement(0, Termination.TIME),)
    assert game_record(played, "").end == End((1,), Termination.TIME)


def test_a_game_that_goes_on_for_ever_is_a_draw() -> None:
    first, second = parse_players(["random", "random"])
    rules = ruleset_from({"base": "gomoku", "line": 19})
    played = play(plan_of(rules, first, second, most_plies=9))
    assert (len(played.turns), played.winner, played.is_cut) == (9, None, True)
    assert (played.points(4), played.points(7)) == (0.5, 0.5)


def _stones(turns: tuple[Turn, ...]) -> list[Turn]:
    return [turn for turn in turns if not isinstance(turn, Choice)]
