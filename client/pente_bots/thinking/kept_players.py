"""Players that stay with their games."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from pente_bots.players.player import Player

MOST_KEPT: Final = 8
"""Games whose players a process keeps."""


class KeptPlayers:
    """The players of the latest games, for those that keep what they have learned of a game. Mutable, and for
    any thread.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most: Final = most
        self._lock: Final = threading.Lock()
        self._players: Final = OrderedDict[str, Player]()

    @contextmanager
    def player(self, game: str, make: Callable[[], Player]) -> Iterator[Player]:
        """The player of a game, for this thread alone: the one that was there before, or a new one.

        A player that keeps nothing, that has failed, or that is asked twice at a time is not kept, and
        neither is one without a ``game``.
        """
        with self._lock:
            player = self._players.pop(game, None)
        player = make() if player is None else player
        is_kept = False
        try:
            yield player
            is_kept = bool(game) and player.keeps_state
        finally:
            self._close(self._put(game, player) if is_kept else [player])

    def forget(self, game: str) -> None:
        """Close the player of a game, if there is one."""
        with self._lock:
            player = self._players.pop(game, None)
        self._close([] if player is None else [player])

    def _put(self, game: str, player: Player) -> list[Player]:
        """Keep a player; those that are kept no longer."""
        with self._lock:
            left = [other for other in (self._players.pop(game, None),) if other is not None]
            self._players[game] = player
            while len(self._players) > self._most:
                left.append(self._players.popitem(last=False)[1])
        return left

    def _close(self, players: list[Player]) -> None:
        for player in players:
            player.close()


PROCESS_PLAYERS: Final = KeptPlayers()
"""Those of this process, where it is one that thinks."""


def forget_player(game: str) -> None:
    """Close the player that this process keeps for a game."""
    PROCESS_PLAYERS.forget(game)
