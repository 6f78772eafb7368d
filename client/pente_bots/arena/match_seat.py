"""A contestant in a game, with the player that makes its moves."""

from typing import Final

from pente_bots.players.player import Player
from pente_bots.roster.named_player import NamedPlayer
from pente_core.rules.position import Position


class MatchSeat:
    """A contestant of one game. Mutable; close it.

    A player stays for the whole game. But one of a file of one's own that keeps no state is new for each
    move, as it would be on a server (see `Player.keeps_state`).
    """

    def __init__(self, contestant: NamedPlayer, seed: str) -> None:
        self.contestant: Final = contestant
        self._seed: Final = seed
        self._player = contestant.player(seed)
        self._is_renewed: Final = not (contestant.is_ours or self._player.keeps_state)

    def player_for(self, position: Position) -> Player:
        """The player that is to act in a position."""
        if self._is_renewed:
            self._player.close()
            self._player = self.contestant.player(f"{self._seed}:{position.key}")
        return self._player

    def close(self) -> None:
        """Close the player."""
        self._player.close()
