"""Players that choose moves, and bots that are ordinary clients of a server.

`Player` and `run` are all that a bot of your own needs: see "Writing a bot" in the top README. Their types
are in the stub beside this file.
"""

from typing import Any

__all__ = ["NO_LIMIT", "Limit", "Player", "Score", "SearchLine", "SearchReport", "SearchRequest", "run"]


def __getattr__(name: str) -> Any:
    """Import on demand: a process that only thinks needs nothing of a client."""
    if name == "run":
        from pente_bots.roster import own_file

        if own_file.is_loading():
            return own_file.only_load
        from pente_bots.cli.own_bot import run

        return run
    if name == "Player":
        from pente_bots.players.player import Player

        return Player
    if name in __all__:
        from pente_bots.search import limit, request, score

        return next(getattr(module, name) for module in (limit, request, score) if hasattr(module, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
