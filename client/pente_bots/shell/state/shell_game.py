"""The game of a shell: a position with its history, and who plays."""

from dataclasses import dataclass, replace
from typing import Final, Self

from pente_bots.shell.state.player_choice import PlayerChoice
from pente_core.rules.game import Game, Turn
from pente_core.rules.move import Choice
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

MOST_PAST: Final = 1000
"""How many moments can be gone back to."""


@dataclass(frozen=True, slots=True)
class ShellMoment:
    """A game as it stood once, and the turns that led there."""

    game: Game
    turns: tuple[tuple[int, Turn], ...] = ()
    """Every turn with its colour: that of the stone, or of the seat for a choice. Unlike those of the
    game, they are kept when stones are put on the board or removed by hand."""


@dataclass(frozen=True, slots=True)
class ShellGame:
    """The state of a shell. It is immutable: methods return a new one."""

    now: ShellMoment
    past: tuple[ShellMoment, ...] = ()
    """The moments before, the last one last."""
    computers: tuple[PlayerChoice | None, ...] = ()
    """Who plays each side by itself; None, or none at all: a person."""
    thoughts: int = 0
    """How often a computer player was asked. It makes equal positions of one session play differently."""

    shows_thinking: bool = False
    """Whether computer players show what they see before they move."""

    @classmethod
    def new(cls, rules: Ruleset) -> Self:
        """A game before its first move, of people alone."""
        return cls(ShellMoment(Game.new(rules)))

    @property
    def game(self) -> Game:
        return self.now.game

    @property
    def rules(self) -> Ruleset:
        return self.now.game.rules

    @property
    def position(self) -> Position:
        return self.now.game.position

    @property
    def computer(self) -> PlayerChoice | None:
        """The computer player that is to act; None for a person, and when the game is over."""
        if self.game.is_over or not self.computers:
            return None
        return self.computers[self.position.to_act]

    def after(self, turn: Turn) -> Self:
        """The game after one more turn. Raises IllegalMove."""
        colour = self.position.to_act if isinstance(turn, Choice) else self.position.colour
        return self._then(ShellMoment(self.game.with_turn(turn), (*self.now.turns, (colour, turn))))

    def rearranged(self, game: Game) -> Self:
        """The game going on from another position, as after stones were put on the board by hand."""
        return self._then(replace(self.now, game=game))

    def beginning_at(self, position: Position) -> Self:
        """A game that goes on from a position, of which nothing before is known."""
        return replace(self, now=ShellMoment(Game(position)), past=())

    def back(self) -> Self:
        """The game a moment ago; there must be one."""
        return replace(self, now=self.past[-1], past=self.past[:-1])

    def thought(self) -> Self:
        """The game after a computer player was asked."""
        return replace(self, thoughts=self.thoughts + 1)

    def again(self, rules: Ruleset | None = None, computers: tuple[PlayerChoice | None, ...] = ()) -> Self:
        """A game before its first move; the same rules unless others are given."""
        start = ShellMoment(Game.new(self.rules if rules is None else rules))
        return replace(self, now=start, past=(), computers=computers)

    def _then(self, moment: ShellMoment) -> Self:
        return replace(self, now=moment, past=(*self.past, self.now)[-MOST_PAST:])
