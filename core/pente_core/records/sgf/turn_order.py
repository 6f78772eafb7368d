"""The order of turns in a record whose moves have not been judged."""

from pente_core.rules.game import Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_core.rules.turns import next_colour, seat_to_act, stones_in_turn


class TurnOrder:
    """A counter of turns, legal or not, in the way in which `Position` counts legal turns. Mutable."""

    def __init__(self, rules: Ruleset, setup: Setup | None = None) -> None:
        self._rules = rules
        self._ply = setup.ply if setup else 0
        self._left = setup.stones_left if setup else 1
        self._made: tuple[Choice, ...] = setup.made if setup else ()
        self._out = 0
        self.colour = setup.colour if setup else 0
        """The colour of the next stone."""

    @property
    def to_act(self) -> int:
        """The seat that takes the next turn."""
        return seat_to_act(self._rules.swap, self._ply, self._made, self.colour)

    def take(self, turn: Turn) -> None:
        """Count a turn."""
        match turn:
            case Choice():
                self._made = (*self._made, turn)
            case Retirement(seat):
                self._out |= 1 << seat
                if seat == self.colour:
                    self._pass_on(stones_in_turn(self._rules, self._ply))
            case int():
                self._ply += 1
                self._left -= 1
                if not self._left:
                    self._pass_on(self._rules.stones_per_turn)

    def _pass_on(self, stones: int) -> None:
        """Begin the turn of the next colour, if a seat is still in the game."""
        if self._out != (1 << self._rules.sides) - 1:
            self.colour = next_colour(self.colour, self._rules.sides, self._out)
        self._left = stones
