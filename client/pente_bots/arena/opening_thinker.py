"""What thinks for a contestant of a match on a server, where openings and ends are moves like any other."""

from collections.abc import Awaitable
from typing import Final, Protocol

from pente_bots.arena.match_game import GamePlan
from pente_bots.play.ports import ThinkerPort
from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.own_file import failure_text
from pente_bots.search.limit import Limit, tighter
from pente_bots.thinking.think_request import ConsideredMove, PlayerDecision
from pente_bots.thinking.thinker import CannotThink
from pente_core.room import commands as cmd
from pente_core.room.offers import OfferKind
from pente_core.rules.game import Turn
from pente_core.rules.position import Position


class RoomPlans(Protocol):
    """Which game is played in which room."""

    def plan_in(self, room: str) -> Awaitable[GamePlan]:
        """The plan of the game in a room, as soon as it is known."""

    def known_plan_in(self, room: str) -> GamePlan | None:
        """The plan of the game in a room; None: not yet, or no longer."""

    def failed(self, game: str, failure: str) -> None:
        """Note why a contestant gives up a game: that of `game_of`."""


class OpeningThinker:
    """Plays the stones of the opening, then asks a contestant's player, and ends long games as draws.

    A file of one's own that raises an error or plays an illegal move has lost its game.
    """

    def __init__(self, plans: RoomPlans, contestant: NamedPlayer, thinker: ThinkerPort, number: int) -> None:
        """``number`` is that of the contestant."""
        self._plans: Final = plans
        self._contestant: Final = contestant
        self._thinker: Final = thinker
        self._number: Final = number

    async def think(
        self, position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None = None
    ) -> PlayerDecision:
        plan = await self._plans.plan_in(game)
        if position.ply < len(plan.opening):
            return cmd.Play(plan.opening[position.ply])
        if position.ply >= plan.most_plies:
            return cmd.Offer(OfferKind.DRAW)
        game, limit = self._game(plan), tighter(limit, plan.limit)
        try:
            return _checked(await self._thinker.think(position, limit, game, turns), position)
        except CannotThink:
            raise
        except Exception as error:
            if self._contestant.is_ours:
                raise
            self._plans.failed(game, f"{self._contestant.label} failed with {failure_text(error)}")
            return cmd.Resign()

    async def consider(
        self, position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> ConsideredMove:
        return ConsideredMove(await self.think(position, limit, game, turns), None)

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool:  # noqa: ARG002
        return position.ply >= (await self._plans.plan_in(game)).most_plies

    def forget(self, game: str) -> None:
        plan = self._plans.known_plan_in(game)
        if plan is not None:
            self._thinker.forget(self._game(plan))

    def _game(self, plan: GamePlan) -> str:
        return game_of(plan, plan.players.index(self._number))


def game_of(plan: GamePlan, place: int) -> str:
    """What a thinker calls a game of a contestant, who moves first (0) or second in it."""
    return f"{plan.seed}:{place}"


def _checked(decision: PlayerDecision, position: Position) -> PlayerDecision:
    """A decision that the rules allow. Raises ValueError."""
    if isinstance(decision, cmd.Play) and decision.point not in position.legal_points:
        raise ValueError(f"{decision.point!r} is not one of position.legal_points")
    return decision
