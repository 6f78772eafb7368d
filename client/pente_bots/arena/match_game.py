"""One game between two contestants: what is to be played, and what came of it.

Both are small values that go from one process to another; a plan decides its game completely.
"""

from contextlib import ExitStack, closing
from dataclasses import dataclass

from pente_bots.arena.opening import Opening
from pente_bots.foreign_engines.foreign_process import ForeignEngineFailed
from pente_bots.players.player import Player, PlayerResigned
from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.own_file import failure_text
from pente_core.rules.game import Game, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game to play."""

    number: int
    """Its number in the arena, from 1."""
    pair: int
    """The number of its opening among those of the two contestants, from 0."""
    players: tuple[int, int]
    """The numbers of the contestants, in the order they move."""
    contestants: tuple[NamedPlayer, NamedPlayer]
    """In the same order."""
    rules: Ruleset
    opening: Opening
    seed: str
    most_plies: int
    """A game with this many stones ends as a draw."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played."""

    plan: GamePlan
    turns: tuple[Turn, ...]
    termination: Termination
    winner: int | None
    """The number of the contestant who won; None for a draw."""
    seats: tuple[int, int]
    """The numbers of the contestants by seat, after all swaps."""
    is_cut: bool = False
    """Whether it ended as a draw because it had too many stones."""
    failure: str = ""
    """How the program or the file of the loser failed, as a sentence; empty: it did not."""

    @property
    def winning_seat(self) -> int | None:
        """The seat of the winner at the end; None for a draw."""
        return None if self.winner is None else self.seats.index(self.winner)

    def points(self, contestant: int) -> float:
        """The points of a contestant of this game: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == contestant)


def play(plan: GamePlan) -> PlayedGame:
    """Play a game, which an engine or a file of one's own that fails has lost. Raises what a player that
    ships raises, and IllegalMove if it makes an illegal move.
    """
    game, seats, failure = _opened(plan), list(plan.players), ""
    with ExitStack() as stack:
        players = {
            number: stack.enter_context(closing(contestant.player(f"{plan.seed}:{place}")))
            for place, (number, contestant) in enumerate(zip(plan.players, plan.contestants, strict=True))
        }
        while not game.is_over and game.position.ply < plan.most_plies:
            mover = seats[game.position.to_act]
            try:
                game, swapped = _turn(game, players[mover])
            except Exception as error:  # noqa: BLE001 -- whatever goes wrong in a file of others
                failure = _failure_of(plan.contestants[plan.players.index(mover)], error)
                game, swapped = _retired(game, Termination.FORFEIT), False
            if swapped:
                seats.reverse()
    return _played_game(plan, game, (seats[0], seats[1]), failure)


def _failure_of(contestant: NamedPlayer, error: Exception) -> str:
    """How a contestant has failed. Raises the error if the contestant is not to blame for it."""
    if isinstance(error, ForeignEngineFailed):
        return str(error)
    if contestant.is_ours:
        raise error
    return f"{contestant.label} failed with {failure_text(error)}"


def _opened(plan: GamePlan) -> Game:
    game = Game.new(plan.rules)
    for point in plan.opening:
        _, game = game.play(point)
    return game


def _turn(game: Game, player: Player) -> tuple[Game, bool]:
    """The game after one turn, and whether the players have swapped seats."""
    position = game.position
    try:
        if position.choices:
            choice = player.choose_swap(position)
            return game.choose(choice), choice is Choice.SWAP
        if not player.resigns(position):
            return game.play(player.choose(position))[1], False
    except PlayerResigned:
        pass
    return _retired(game, Termination.RESIGNATION), False


def _retired(game: Game, why: Termination) -> Game:
    """The game after the player who was to act has given up."""
    return game.retire(game.position.to_act, why)


def _played_game(plan: GamePlan, game: Game, seats: tuple[int, int], failure: str) -> PlayedGame:
    outcome = game.outcome or Outcome(Termination.AGREEMENT)
    winner = seats[outcome.winners[0]] if outcome.winners else None
    return PlayedGame(plan, game.turns, outcome.termination, winner, seats, not game.is_over, failure)
