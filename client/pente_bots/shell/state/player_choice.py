"""A computer player as it is typed: a name or a level, with options."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from pente_bots.players.player import Evaluation
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.roster import player_text
from pente_bots.roster.own_file import failure_text
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.thinking.think_request import (
    ALONE,
    PlayerDecision,
    PlayerMaker,
    ThinkContext,
    ThinkRequest,
    player_decision,
)
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A computer player by its name."""

    name: str
    make: PlayerMaker
    is_ours: bool = True
    """Whether it ships: a failure of it is an error in this program."""

    def supports(self, rules: Ruleset) -> bool:
        """Whether it plays by the rules. Raises ShellError if its file fails."""
        with self.blamed():
            return self.make(Random("")).supports(rules)

    def explain(self, position: Position, seed: str) -> str:
        """What it sees in a position. Raises ShellError if its file fails."""
        with self.blamed():
            return self.make(Random(seed)).explain(position)

    def evaluate(self, position: Position, seed: str) -> Evaluation:
        """How it judges a position. Raises ShellError if its file fails."""
        with self.blamed():
            return self.make(Random(seed)).evaluate(position)

    def request(self, game: Game, seed: str, limit: Limit = NO_LIMIT) -> ThinkRequest:
        """A question about a game as it stands. Equal seeds and games give equal answers."""
        return ThinkRequest(self.make, seed, limit, game.position, game.turns)

    def decide(self, request: ThinkRequest, context: ThinkContext = ALONE) -> PlayerDecision:
        """What it does in a position where a side is to act. Raises ShellError if its file fails, also by an
        illegal move.
        """
        with self.blamed():
            decision = player_decision(request, context)
            if isinstance(decision, cmd.Play) and decision.point not in request.position.legal_points:
                raise ValueError(f"{decision.point!r} is not one of position.legal_points")
            return decision

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Say of a player that does not ship how it has failed. Raises ShellError."""
        try:
            yield
        except Exception as error:
            if self.is_ours:
                raise
            raise ShellError(ErrorKind.PLAYER, f"{self.name}: {failure_text(error)}") from None


def parse_player(text: str) -> PlayerChoice:
    """A player as `pente_bots.roster` parses it, but for engines of others. Raises ShellError.

    >>> parse_player("1").name
    'level-1'
    """
    try:
        found = player_text.parse_player(text)
    except InvalidPlayerOption as bad:
        raise ShellError(ErrorKind.INPUT, str(bad)) from None
    return PlayerChoice(found.label, found.make, found.is_ours)


def usual_player(rules: Ruleset) -> PlayerChoice:
    """The player of those who don't choose one: `patterns` wherever it plays, elsewhere the weakest level."""
    choice = parse_player("patterns")
    return choice if choice.supports(rules) else parse_player("level-1")
