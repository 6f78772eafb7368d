"""A request to think, and its answer, apart from how it reaches the process that thinks.

Such a process imports this module and the player, but neither asyncio nor a client: 5 to 8 MB less for each.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pente_bots.players.catalogue import make_player
from pente_bots.players.player import Player
from pente_bots.search.limit import Limit, PlayerClock
from pente_bots.search.request import SearchRequest
from pente_bots.search.score import Score
from pente_core.clock.instant import Millis
from pente_core.room import Choose, Offer, Play, Resign
from pente_core.rules.position import Position

PlayerDecision = Play | Choose | Resign | Offer
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
    """Determines all randomness together with the position, so that a repeated request gives the same
    answer."""
    limit: Limit
    position: Position
    asked: float = field(default_factory=time.monotonic, compare=False)
    """When the request was made, in seconds of a clock that all processes of a machine share."""


@dataclass(frozen=True, slots=True)
class ConsideredMove:
    """What a player does in a position where it is to act, and what it expects of the game."""

    decision: PlayerDecision
    score: Score | None
    """For the side that acts; None: it has no opinion."""


def considered_move(request: ThinkRequest) -> ConsideredMove:
    """Think about a position in which a side is to act, and judge it by the same search."""
    position = request.position
    if position.choices:
        return ConsideredMove(player_decision(request), None)
    player = request.make(Random(f"{request.seed}:{position.key}"))
    if player.resigns(position):
        return ConsideredMove(Resign(), None)
    best = player.search(SearchRequest(position, _remaining(request))).best
    return ConsideredMove(Play(best.points[0]), best.score)


def player_decision(request: ThinkRequest) -> PlayerDecision:
    """Think about a position in which a side is to act."""
    position = request.position
    chance = Random(f"{request.seed}:{position.key}")
    player = request.make(chance)
    if position.choices:
        return Choose(player.choose_swap(position))
    if player.resigns(position):
        return Resign()
    return Play(player.choose(position, _remaining(request)))


def _remaining(request: ThinkRequest) -> Limit:
    """The remaining time: the clock was running while the request waited."""
    return less(request.limit, time.monotonic() - request.asked)


def less(limit: Limit, waited: float) -> Limit:
    """A limit after so many seconds of it have gone by."""
    if limit.time is None:
        return limit
    gone = int(1000 * waited)
    left = Millis(max(_LEAST, limit.time - gone))
    clock = limit.clock and PlayerClock(limit.clock.control, Millis(max(_LEAST, limit.clock.left - gone)))
    return Limit(left, clock)


@dataclass(frozen=True, slots=True)
class CataloguePlayerMaker:
    """Creates a player that ships. Calling it raises InvalidOption for an unknown player or option."""

    player: str
    options: tuple[tuple[str, str], ...] = ()

    def __call__(self, chance: Random) -> Player:
        return make_player(self.player, dict(self.options), chance)


def does_not_lead(seat: int, request: ThinkRequest) -> bool:
    """Whether a seat stands no better than its opponent; False where that can't be said."""
    position = request.position
    if position.rules.sides != 2 or position.choices:
        return False
    value = request.make(Random(f"{request.seed}:{position.key}")).evaluate(position).value
    return (value if position.to_act == seat else -value) <= 0


def explained(request: ThinkRequest) -> str:
    """What the player has to say about a position; empty where it has no stone to place."""
    position = request.position
    if position.choices or not position.legal_points:
        return ""
    return request.make(Random(f"{request.seed}:{position.key}")).explain(position)
