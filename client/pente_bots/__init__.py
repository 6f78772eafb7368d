"""Players that choose moves, and bots as ordinary clients.

`Player` and `run` are all that a bot of one's own needs: see "Writing a bot" in the top README.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pente_bots.cli.own_bot import run
    from pente_bots.players.player import NO_LIMIT, Limit, Player

__all__ = ["NO_LIMIT", "Limit", "Player", "run"]


def __getattr__(name: str) -> Any:
    """Import what is asked for: most who import a part of this package need nothing of a client."""
    if name == "run":
        from pente_bots.cli.own_bot import run

        return run
    if name in __all__:
        from pente_bots.players import player

        return getattr(player, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
