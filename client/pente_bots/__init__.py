"""Players that choose moves, and bots that are ordinary clients of a server.

`Player` and `run` are all that a bot of your own needs: see "Writing a bot" in the top README. What a bot may
rely on is in docs/bots.md. The types of these names are in the stub beside this file.
"""

from typing import Any, Final

API_VERSION: Final = 1
"""The version of the promise of docs/bots.md."""

__all__ = [
    "API_VERSION",
    "NO_LIMIT",
    "Evaluation",
    "Limit",
    "Player",
    "PlayerClock",
    "Score",
    "SearchLine",
    "SearchReport",
    "SearchRequest",
    "StopFlag",
    "run",
]


def __getattr__(name: str) -> Any:
    """Import on demand: a process that only thinks needs nothing of a client."""
    if name == "run":
        from pente_bots.roster import own_file

        if own_file.is_loading():
            return own_file.only_load
        from pente_bots.cli.own_bot import run

        return run
    if name in {"Player", "Evaluation"}:
        from pente_bots.players import player

        return getattr(player, name)
    if name in __all__:
        from pente_bots.search import limit, request, score

        return next(getattr(module, name) for module in (limit, request, score) if hasattr(module, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
