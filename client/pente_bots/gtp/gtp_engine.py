"""An engine as GTP sees it: a game, a player, and a clock."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pente_bots.gtp.gtp_clock import GtpClock
from pente_bots.gtp.gtp_lines import GtpError
from pente_bots.search.request import SearchReport
from pente_bots.shell.state.errors import ShellError
from pente_bots.shell.state.player_choice import PlayerChoice
from pente_bots.shell.state.shell_game import ShellGame
from pente_bots.thinking.kept_players import KeptPlayers
from pente_bots.thinking.think_request import (
    PlayerDecision,
    ThinkContext,
    ThinkRequest,
    search_report,
)
from pente_core.room.refusals import Reason, clause
from pente_core.rules.game import Turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.ruleset import Ruleset

COLOURS: Final = ("black", "white", "red", "blue")
"""What the sides are called here in the order of their turns, whatever the ruleset calls them."""


class GtpEngine:
    """A game and the player that `genmove` asks. Mutable. Equal seeds and commands give equal replies."""

    def __init__(
        self,
        player: PlayerChoice,
        rules: Ruleset,
        seed: str,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises GtpError when the player does not play by the rules."""
        self.player: Final = player
        self.seed: Final = seed
        self.clock = GtpClock()
        self.is_over = False
        """Whether quit was asked for."""
        self._now: Final = now
        self._context: Final = ThinkContext(players=KeptPlayers(1))
        self._games = 0
        """How many were begun; the player stays with its game, if it keeps state."""
        self.check(rules)
        self.game = ShellGame.new(rules)

    @property
    def has_ended(self) -> bool:
        """Whether nothing can be played any more."""
        return self.game.game.is_over or self.game.position.is_blocked

    def check(self, rules: Ruleset) -> None:
        """Raises GtpError when this engine can't play by the rules."""
        if not self.player.supports(rules):
            raise GtpError(f"unacceptable ruleset: {self.player.name} does not play it")

    def begin(self, rules: Ruleset) -> None:
        """Begin another game."""
        self.go_on(self.game.again(rules))

    def go_on(self, game: ShellGame) -> None:
        """Go on from another game, with the clocks as at its beginning."""
        self.game, self.clock = game, self.clock.again()
        self._games += 1

    def place(self, turn: Turn) -> None:
        """Make a turn. Raises GtpError."""
        try:
            self.game = self.game.after(turn)
        except IllegalMove as illegal:
            raise GtpError(f"illegal move: {clause(Reason(illegal.reason.value))}") from None

    def decided(self) -> PlayerDecision:
        """What the player does in the position now. Raises GtpError if its file fails."""
        try:
            return self.player.decide(self._request(), self._context)
        except ShellError as failed:
            raise GtpError(str(failed)) from None

    def searched(self, lines: int) -> SearchReport:
        """The best lines in the position now, in which a stone is due. Raises GtpError if its file fails."""
        try:
            with self.player.blamed():
                return search_report(replace(self._request(), lines=lines), self._context)
        except ShellError as failed:
            raise GtpError(str(failed)) from None

    def _request(self) -> ThinkRequest:
        game = self.game
        limit = self.clock.limit(game.position.colour)
        request = self.player.request(game.game, f"{self.seed}:{game.thoughts}", limit)
        return replace(request, game=str(self._games))

    def timed(self, decide: Callable[[], Turn | None]) -> Turn | None:
        """Let the player decide, on the clock of the side to move."""
        colour, begun = self.game.position.colour, self._now()
        turn = decide()
        self.clock = self.clock.after(colour, int(1000 * (self._now() - begun)))
        return turn
