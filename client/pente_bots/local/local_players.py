"""Computer players by name or level, as a game without a server needs them."""

from collections.abc import Sequence

from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.player_text import parse_player, plain_name
from pente_bots.thinking.thinker import CannotThink, Thinker
from pente_bots.thinking.time_budget import limit_for_move
from pente_bots.thinking.workers import Workers
from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class LocalPlayers:
    """Finds players. Mutable: they share processes, so close it."""

    def __init__(self) -> None:
        self._workers = Workers()

    def opponent(self, name: str) -> "LocalOpponent":
        """The player that was typed, or that has this name in a saved game. Raises ValueError."""
        player = parse_player(name)
        thinker = Thinker(player.make, is_heavy=player.is_heavy, workers=self._workers)
        return LocalOpponent(player, thinker)

    def close(self) -> None:
        """Stop all thinking at once."""
        self._workers.close()


class LocalOpponent:
    """A player in one game, or in several. Its thinking does not block the event loop."""

    def __init__(self, player: NamedPlayer, thinker: Thinker) -> None:
        self.name = plain_name(player)
        self._rules_judge = player.player("")
        self._thinker = thinker

    def supports(self, rules: Ruleset) -> bool:
        """Whether it plays by these rules."""
        return self._rules_judge.supports(rules)

    async def take_turn(
        self, game: Game, clock: Clock, now: Instant, game_id: str
    ) -> cmd.Play | cmd.Choose | cmd.Resign | None:
        """What it does in a game in which it is to act; None: it can't think. ``game_id`` is its id."""
        try:
            decision = await self._thinker.think(
                game.position, limit_for_move(clock, now), game_id, game.turns
            )
        except CannotThink:
            return None
        return None if isinstance(decision, cmd.Offer) else decision

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
