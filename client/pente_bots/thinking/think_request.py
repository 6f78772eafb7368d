"""A request to think, and its answer, apart from how it reaches the process that thinks.

Such a process imports this module and the player, but neither asyncio nor a client: 5 to 8 MB less for each.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, TypeVar

from pente_bots.players.catalogue import make_player
from pente_bots.players.decision import best_lines, best_point
from pente_bots.players.player import Player, PlayerResigned
from pente_bots.search.limit import Limit, PlayerClock
from pente_bots.search.request import (
    NeverStop,
    SearchReport,
    SearchRequest,
    StopFlag,
    report_nothing,
)
from pente_bots.search.score import Score
from pente_bots.thinking.kept_players import PROCESS_PLAYERS, KeptPlayers
from pente_bots.thinking.time_budget import longest_time
from pente_bots.thinking.work_link import WorkLink
from pente_core.clock.instant import Millis
from pente_core.room import commands as cmd
from pente_core.rules.game import Turn
from pente_core.rules.position import Position

R = TypeVar("R")
PlayerDecision = cmd.Play | cmd.Choose | cmd.Resign | cmd.Offer
"""The action of a player in a position where it is to act."""
PlayerMaker = Callable[[Random], Player]
"""Creates a player with its randomness. It is sent to other processes: a class, or a partial of one."""
_LEAST: Final = Millis(50)
"""Milliseconds to think, however long a request had to wait."""


@dataclass(frozen=True, slots=True)
class ThinkRequest:
    """A position and the player to think about it, small enough to be sent to another process."""

    make: PlayerMaker
    seed: str
    """Determines all randomness together with the position for which the player is created, so that a
    repeated request gives the same answer, if the player keeps no state; else, a repeated game does.
    """
    limit: Limit
    position: Position
    turns: tuple[Turn, ...] | None = None
    """The turns of the game so far; None: unknown."""
    lines: int = 1
    """How many lines a search is to report."""
    game: str = field(default="", compare=False)
    """Says for which game a player is kept; different for different players. Empty: for none."""
    asked: float = field(default_factory=time.monotonic, compare=False)
    """When the request was made, in seconds of a clock that all processes of a machine share."""


@dataclass(frozen=True, slots=True)
class ThinkContext:
    """What a thought shares with its surroundings."""

    stop: StopFlag = NeverStop()  # noqa: RUF009 -- it has no state
    report: Callable[[SearchReport], None] = report_nothing
    players: KeptPlayers = field(default_factory=lambda: KeptPlayers(0))
    """Where players stay that keep their state."""


ALONE: Final = ThinkContext()
"""Nobody stops it, nobody listens, and no player is kept."""


def in_process(think: Callable[[ThinkRequest, ThinkContext], R], request: ThinkRequest, link: WorkLink) -> R:
    """Think in a process that has players and a link to whoever asked."""
    return think(request, ThinkContext(link, link.report, PROCESS_PLAYERS))


def player_decision(request: ThinkRequest, context: ThinkContext = ALONE) -> PlayerDecision:
    """Think about a position in which a side is to act."""
    position = request.position
    with _player(request, context) as player:
        if position.choices:
            return cmd.Choose(player.choose_swap(position))
        if player.resigns(position):
            return cmd.Resign()
        try:
            return cmd.Play(best_point(player, _search_request(request, player, context)))
        except PlayerResigned:
            return cmd.Resign()


@dataclass(frozen=True, slots=True)
class ConsideredMove:
    """What a player does in a position where it is to act, and what it expects of the game."""

    decision: PlayerDecision
    score: Score | None
    """For the side that acts; None: it has no opinion."""


def considered_move(request: ThinkRequest, context: ThinkContext = ALONE) -> ConsideredMove:
    """Think about a position in which a side is to act, and judge it by the same search."""
    position = request.position
    if position.choices:
        return ConsideredMove(player_decision(request, context), None)
    with _player(request, context) as player:
        if player.resigns(position):
            return ConsideredMove(cmd.Resign(), None)
        try:
            best = best_lines(player, _search_request(request, player, context)).best
        except PlayerResigned:
            return ConsideredMove(cmd.Resign(), None)
        # what a player plays without looking ahead has the score of "nothing is known"
        return ConsideredMove(cmd.Play(best.points[0]), None if best.score == Score() else best.score)


def search_report(request: ThinkRequest, context: ThinkContext = ALONE) -> SearchReport:
    """Search a position in which a stone is due."""
    with _player(request, context) as player:
        return player.search(_search_request(request, player, context))


def does_not_lead(seat: int, request: ThinkRequest, context: ThinkContext = ALONE) -> bool:
    """Whether a seat stands no better than its opponent; False where that can't be said."""
    position = request.position
    if position.rules.sides != 2 or position.choices:
        return False
    with _player(request, context) as player:
        value = player.evaluate(position).value
    return (value if position.to_act == seat else -value) <= 0


def explained(request: ThinkRequest, context: ThinkContext = ALONE) -> str:
    """What the player has to say about a position; empty where it has no stone to place."""
    position = request.position
    if position.choices or not position.legal_points:
        return ""
    with _player(request, context) as player:
        return player.explain(position)


def _player(request: ThinkRequest, context: ThinkContext) -> AbstractContextManager[Player]:
    seed = f"{request.seed}:{request.position.key}"
    return context.players.player(request.game, lambda: request.make(Random(seed)))


def _search_request(request: ThinkRequest, player: Player, context: ThinkContext) -> SearchRequest:
    return SearchRequest(
        request.position,
        own_limit(player, _remaining(request)),
        request.lines,
        request.turns,
        context.stop,
        context.report,
    )


def own_limit(player: Player, limit: Limit) -> Limit:
    """The limit as a player gets it: without the usual share of the clock, if it shares that out itself."""
    if not player.manages_time or limit.clock is None:
        return limit
    return replace(limit, time=longest_time(limit.clock))


def _remaining(request: ThinkRequest) -> Limit:
    """The remaining time: the clock was running while the request waited."""
    return less(request.limit, time.monotonic() - request.asked)


def less(limit: Limit, waited: float) -> Limit:
    """A limit after so many seconds of it have gone by."""
    if limit.time is None:
        return limit
    gone = int(1000 * waited)
    left = Millis(max(_LEAST, limit.time - gone))
    return replace(limit, time=left, clock=limit.clock and _clock_after(limit.clock, gone))


def _clock_after(clock: PlayerClock, gone: int) -> PlayerClock:
    most = None if clock.most is None else Millis(max(_LEAST, clock.most - gone))
    return PlayerClock(clock.control, Millis(max(_LEAST, clock.left - gone)), most)


@dataclass(frozen=True, slots=True)
class CataloguePlayerMaker:
    """Creates a player that ships. Calling it raises InvalidPlayerOption for an unknown player or option."""

    player: str
    options: tuple[tuple[str, str], ...] = ()

    def __call__(self, chance: Random) -> Player:
        return make_player(self.player, dict(self.options), chance)
