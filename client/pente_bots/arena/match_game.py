"""One game between two contestants: what is to be played, and what came of it.

Both are small values that go from one process to another; a plan decides its game completely.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Final

from pente_bots.arena.match_seat import MatchSeat
from pente_bots.arena.move_times import NO_MOVES, MoveTimes
from pente_bots.arena.opening import Opening
from pente_bots.foreign_engines.foreign_process import ForeignEngineFailed
from pente_bots.players.decision import chosen_point
from pente_bots.players.player import Player, PlayerResigned
from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.own_file import failure_text
from pente_bots.search.limit import NO_LIMIT, Limit, tighter
from pente_bots.search.request import SearchRequest
from pente_bots.thinking.match_clock import MatchClock
from pente_bots.thinking.think_request import own_limit
from pente_core.clock.time_control import TimeControl, Unlimited
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.ruleset import Ruleset

NO_CLOCK: Final = Unlimited()
"""The control of games without a limit of time."""


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
    limit: Limit = NO_LIMIT
    """What each player may take for each move."""
    time: TimeControl = NO_CLOCK
    """The clock of a game on this machine; who runs out of time has lost."""


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
    times: tuple[MoveTimes, ...] = field(default=(), compare=False)
    """How long the moves of each contestant took, in the order of the plan; empty: unknown."""

    @property
    def winning_seat(self) -> int | None:
        """The seat of the winner at the end; None for a draw."""
        return None if self.winner is None else self.seats.index(self.winner)

    def points(self, contestant: int) -> float:
        """The points of a contestant of this game: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == contestant)


def play(plan: GamePlan, moved: Callable[[], None] = lambda: None) -> PlayedGame:
    """Play a game, which an engine or a file of one's own that fails has lost. ``moved`` is called after each
    move. Raises what a player that ships raises, and IllegalMove if it makes an illegal move.
    """
    with ExitStack() as stack:
        players = {
            number: stack.enter_context(closing(MatchSeat(contestant, f"{plan.seed}:{place}")))
            for place, (number, contestant) in enumerate(zip(plan.players, plan.contestants, strict=True))
        }
        match = _RunningGame(plan, players)
        while not match.is_done:
            match.take_turn()
            moved()
    return match.played()


class _RunningGame:
    """A game while it is played. Mutable."""

    def __init__(self, plan: GamePlan, players: Mapping[int, MatchSeat]) -> None:
        self._plan: Final = plan
        self._players: Final = players
        self._times: Final = dict.fromkeys(plan.players, NO_MOVES)
        self._clock: Final = MatchClock(plan.time)
        self._seats = list(plan.players)
        self._failure = ""
        self._game = Game.new(plan.rules)
        for point in plan.opening:
            _, self._game = self._game.play(point)

    @property
    def is_done(self) -> bool:
        return self._game.is_over or self._game.position.ply >= self._plan.most_plies

    def take_turn(self) -> None:
        """Let the player who is to act place a stone, choose or give up."""
        seat = self._game.position.to_act
        mover, limit = self._seats[seat], tighter(self._clock.start(seat), self._plan.limit)
        begun, nodes = time.perf_counter(), 0
        try:
            player = self._players[mover].player_for(self._game.position)
            limit = own_limit(player, limit)
            turn, nodes = _decided(self._game, player, limit)
            after = self._game.with_turn(turn)
        except Exception as error:  # noqa: BLE001 -- whatever goes wrong in a file of others
            turn, self._failure = None, self._failure_of(mover, error)
            after = self._game.retire(seat, Termination.FORFEIT)
        self._times[mover] += MoveTimes.of(time.perf_counter() - begun, nodes, limit)
        is_late = not self._clock.stop()
        self._game = self._game.retire(seat, Termination.TIME) if is_late else after
        if turn is Choice.SWAP and not is_late:
            self._seats.reverse()
            self._clock.swap()

    def played(self) -> PlayedGame:
        """What came of it."""
        game, (first, second) = self._game, self._seats
        outcome = game.outcome or Outcome(Termination.AGREEMENT)
        return PlayedGame(
            plan=self._plan,
            turns=game.turns,
            termination=outcome.termination,
            winner=self._seats[outcome.winners[0]] if outcome.winners else None,
            seats=(first, second),
            is_cut=not game.is_over,
            failure=self._failure,
            times=tuple(self._times[number] for number in self._plan.players),
        )

    def _failure_of(self, mover: int, error: Exception) -> str:
        """How a contestant has failed. Raises the error if the contestant is not to blame for it."""
        contestant = self._plan.contestants[self._plan.players.index(mover)]
        if isinstance(error, ForeignEngineFailed):
            return str(error)
        if contestant.is_ours:
            raise error
        return f"{contestant.label} failed with {failure_text(error)}"


def _decided(game: Game, player: Player, limit: Limit) -> tuple[Turn, int]:
    """The turn of a player, and the nodes that it searched; 0: it does not count them."""
    position = game.position
    try:
        if position.choices:
            return player.choose_swap(position), 0
        if not player.resigns(position):
            return chosen_point(player, SearchRequest(position, limit, turns=game.turns))
    except PlayerResigned:
        pass
    return Retirement(position.to_act, Termination.RESIGNATION), 0
