"""A template for a bot of your own."""

from pathlib import Path
from typing import Final


class CannotCreate(Exception):
    """The file can't be written; the message says why."""


TEMPLATE: Final = '''\
"""A bot for pente servers. Run it with: python {name} URL

It accepts invitations to all games that it supports, plays many of them at a time, respects the clock, and
returns to its games after a break of the connection; `--help` lists the options. How it plays is up to you.
"""

from pente_bots import NO_LIMIT, Limit, Player, run
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class {player}(Player):
    """Wins if it can, and otherwise plays near the other stones.

    A new instance is made for each move: take all randomness from `self.chance`, and remember nothing. With
    `keeps_state = True` here, one instance plays a whole game, and may remember what it has found out.
    """

    def supports(self, rules: Ruleset) -> bool:
        """Whether it plays by these rules. Invitations to other games are declined."""
        return rules.sides == 2

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        """Choose the point of the next stone, one of `position.legal_points`.

        This runs in another process and may take its time, up to `limit.time` milliseconds, a fair share of
        the clock (None: no clock).
        """
        legal = list(position.legal_points)
        for point in legal:
            if self.wins(position, point):
                return point
        near = [point for point in legal if self.neighbours(position, point)]
        return self.chance.choice(near or legal)

    def wins(self, position: Position, point: Point) -> bool:
        """Whether a stone on `point` wins the game."""
        _, game = Game(position).play(point)
        return game.outcome is not None and position.to_act in game.outcome.winners

    def neighbours(self, position: Position, point: Point) -> int:
        """How many stones are adjacent to `point`. A set of points is an integer with one bit per point."""
        board = position.board
        return (board.geometry.square(point, 1) & board.occupied).bit_count()

    # A player may override more methods, which `Player` documents:
    #
    # def search(self, request):       looks ahead: the best lines with their scores, until `request.stop` is
    #                                  set; `choose` then returns `self.search(...).best.points[0]`
    # def choose_swap(self, position): the choice in a swap opening; by default, the better side
    # def evaluate(self, position):    the value of a position, for draw offers; by default, even
    # def resigns(self, position):     whether to resign; by default, never
    # def explain(self, position):     what the player sees, as text for people
    #
    # What a bot may rely on in later versions of pente is in docs/bots.md.


run({player})
'''


def write_template(path: Path) -> None:
    """Write a complete bot program. Raises CannotCreate, also for an existing file."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.format(name=path.name, player="MyPlayer"))
    except FileExistsError:
        raise CannotCreate(f"{path} already exists; choose another name") from None
    except OSError as error:
        raise CannotCreate(f"{path} can't be written: {error.strerror}") from None
