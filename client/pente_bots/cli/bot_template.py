"""The beginning of a bot of one's own, as a file."""

from pathlib import Path
from typing import Final


class CannotCreate(Exception):
    """The file can't be made; the message says why."""


TEMPLATE: Final = '''\
"""A bot for pente servers. Run it with: python {name} URL

It accepts invitations to all games that it supports, plays any number of them at once, keeps to the clock,
and takes everything up again after a break; `--help` shows what it can be told. How it plays is all yours.
"""

from pente_bots import NO_LIMIT, Limit, Player, run
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class {player}(Player):
    """Wins when it can, and else plays near the other stones.

    It is made anew for each move: all chance comes from `self.chance`, and nothing is remembered.
    """

    def supports(self, rules: Ruleset) -> bool:
        """Whether it plays by these rules: invitations to other games are declined."""
        return rules.sides == 2

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        """Where to put the next stone: one of `position.legal_points`, however good or bad.

        This is computed in another process, so it may take long, but no more than `limit.time` milliseconds,
        which is a fair share of the clock (None: there is no clock).
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
        """How many stones stand around `point`. A set of points is an integer with a bit for each."""
        board = position.board
        return (board.geometry.square(point, 1) & board.occupied).bit_count()

    # There is more that a player may say; `Player` describes all of it:
    #
    # def choose_swap(self, position): the answer in a swap opening; usually it takes who stands better
    # def evaluate(self, position):    how it stands, for draw offers; usually it has no opinion, and agrees
    # def resigns(self, position):     whether to give up; usually never
    # def explain(self, position):     what it sees, in lines for people


run({player})
'''


def write_template(path: Path) -> None:
    """Write a complete program that plays at a server. Raises CannotCreate; no file is ever overwritten."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.format(name=path.name, player="MyPlayer"))
    except FileExistsError:
        raise CannotCreate(f"{path} exists; take another name, or move it away") from None
    except OSError as error:
        raise CannotCreate(f"{path} can't be written: {error.strerror}") from None
