"""The player that chooses at random."""

from pente_bots.players.player import Player, legal_points
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position


class RandomPlayer(Player):
    """Chooses uniformly among the legal points, and among the choices of a swap opening."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:  # noqa: ARG002 -- it never thinks
        return self.chance.choice(legal_points(position))

    def choose_swap(self, position: Position) -> Choice:
        if not position.choices:
            raise ValueError("no choice is due")
        return self.chance.choice(position.choices)

    def explain(self, position: Position) -> str:
        """How many points there are to choose from."""
        count = len(position.legal_points)
        return f"any of {count} legal point{'s' if count != 1 else ''}, each as likely" if count else ""
