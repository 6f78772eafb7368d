"""One game between two contestants: what is to be played, and what came of it.

Both are small values that go from one process to another; a bout decides its game completely.
"""

from dataclasses import dataclass

from pente_bots.arena.match_player import MatchPlayer
from pente_bots.arena.opening import Opening
from pente_bots.players.player import Player
from pente_core.rules.game import Game, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game to be played."""

    number: int
    """Its number in the arena, from 1."""
    pair: int
    """The number of its pair among those of the two contestants, from 0."""
    players: tuple[int, int]
    """The numbers of the contestants, the one who moves first before the other."""
    contestants: tuple[MatchPlayer, MatchPlayer]
    """In the same order."""
    rules: Ruleset
    opening: Opening
    seed: str
    most_plies: int
    """A game of so many stones is a draw."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played."""

    bout: GamePlan
    turns: tuple[Turn, ...]
    termination: Termination
    winner: int | None
    """The number of the contestant who won; None for a draw."""
    seats: tuple[int, int]
    """The numbers of the contestants by seat, after all swaps."""
    is_cut: bool = False
    """Whether it was ended as a draw because it had too many stones."""

    @property
    def winning_seat(self) -> int | None:
        """Where the winner sat in the end; None for a draw."""
        return None if self.winner is None else self.seats.index(self.winner)

    def points(self, contestant: int) -> float:
        """What a contestant of this game got: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == contestant)


def play(bout: GamePlan) -> PlayedGame:
    """Play a game. Raises IllegalMove when a player does what the rules do not allow."""
    minds = {
        number: contestant.make(f"{bout.seed}:{place}")
        for place, (number, contestant) in enumerate(zip(bout.players, bout.contestants, strict=True))
    }
    game, seats = _opened(bout), list(bout.players)
    while not game.is_over and game.position.ply < bout.most_plies:
        game, swapped = _turn(game, minds[seats[game.position.to_act]])
        if swapped:
            seats.reverse()
    return _told(bout, game, (seats[0], seats[1]))


def _opened(bout: GamePlan) -> Game:
    game = Game.new(bout.rules)
    for point in bout.opening:
        _, game = game.play(point)
    return game


def _turn(game: Game, player: Player) -> tuple[Game, bool]:
    """The game after the turn of the player whose turn it is, and whether the players changed seats."""
    position = game.position
    if position.choices:
        choice = player.choose_swap(position)
        return game.choose(choice), choice is Choice.SWAP
    if player.resigns(position):
        return game.retire(position.to_act, Termination.RESIGNATION), False
    return game.play(player.choose(position))[1], False


def _told(bout: GamePlan, game: Game, seats: tuple[int, int]) -> PlayedGame:
    outcome = game.outcome or Outcome(Termination.AGREEMENT)
    winner = seats[outcome.winners[0]] if outcome.winners else None
    return PlayedGame(bout, game.turns, outcome.termination, winner, seats, not game.is_over)
