"""Computer players by name or level, as a game without a server needs them."""

from collections.abc import Mapping, Sequence
from random import Random

from pente_bots.local.player_names import player_called
from pente_bots.players.catalogue import make_player
from pente_bots.thinking.thinker import CannotThink, Thinker
from pente_bots.thinking.time_budget import limit_for_move
from pente_bots.thinking.workers import Workers
from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant
from pente_core.room import Choose, Offer, Play, Resign
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class LocalPlayers:
    """Finds players. Mutable: they share processes, so close it."""

    def __init__(self) -> None:
        self._workers = Workers()

    def opponent(self, name: str) -> "LocalOpponent":
        """The player of a name or level. Raises ValueError."""
        name, player, options = player_called(name)
        return LocalOpponent(name, player, options, Thinker.of(player, options, workers=self._workers))

    def close(self) -> None:
        """Stop all thinking at once."""
        self._workers.close()


class LocalOpponent:
    """A player in one game, or in several. Its thinking does not block the event loop."""

    def __init__(self, name: str, player: str, options: Mapping[str, str], thinker: Thinker) -> None:
        self.name = name
        self._rules_judge = make_player(player, options, Random(0))
        self._thinker = thinker

    def supports(self, rules: Ruleset) -> bool:
        """Whether it plays by these rules."""
        return self._rules_judge.supports(rules)

    async def take_turn(
        self, position: Position, clock: Clock, now: Instant, game: str
    ) -> Play | Choose | Resign | None:
        """What it does in a position where it is to act; None: it can't think."""
        try:
            decision = await self._thinker.think(position, limit_for_move(clock, now), game)
        except CannotThink:
            return None
        return None if isinstance(decision, Offer) else decision

    async def explain(self, position: Position, game: str) -> Sequence[str]:
        """What it has to say about a position before its move, in lines; none, if it can't think."""
        try:
            return (await self._thinker.explain(position, game)).splitlines()
        except CannotThink:
            return ()

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool:
        """Whether a seat accepts a draw; no, if it can't think."""
        try:
            return await self._thinker.agrees_to_draw(position, seat, game)
        except CannotThink:
            return False
