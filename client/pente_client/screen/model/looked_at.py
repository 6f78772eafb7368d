"""A game as it was where the player looks."""

from contextlib import suppress
from dataclasses import dataclass

from pente_client.play.viewpoint import Viewpoint, game_shown, line_shown
from pente_client.screen.model.move_list import MoveList
from pente_core.room import Room
from pente_core.rules.game import Game
from pente_core.rules.move import IllegalMove


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A game at a viewpoint, and the line on which that lies."""

    view: Viewpoint
    game: Game
    moves: MoveList
    """The moves up to there."""
    line: MoveList
    """The moves of the whole line."""
    played: int
    """How many entries of the line were there before a branch that only the player sees."""

    @classmethod
    def of(cls, room: Room, view: Viewpoint, before: "LookedAt | None" = None) -> "LookedAt":
        """What is shown from a viewpoint; ``before`` saves work where it has the same line.

        Raises IllegalMove if the player's own branch can't be played there.
        """
        game, line = game_shown(room, view), line_shown(room, view)
        moves = before.line.following(line) if before else MoveList.of(line)
        shown = MoveList.of(game)
        played = len(moves.entries)
        if view.tried:
            played = len(MoveList.of(game_shown(room, view.at(view.node))).entries)
        return cls(view, game, shown, moves, played)

    @property
    def place(self) -> int:
        """The index of the entry of the line at which the player looks; -1: before the first."""
        return len(self.moves.entries) - 1

    def following(self, room: Room) -> "LookedAt":
        """The same place once something has happened in the room; as it was if it is gone."""
        with suppress(IllegalMove):
            return LookedAt.of(room, self.view, self)
        return self
