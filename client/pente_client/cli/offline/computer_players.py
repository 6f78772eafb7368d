"""The computer players of games without a server, which live in another package."""

from importlib import import_module
from typing import Any, Final

# import-linter does not see imports by name: a test holds this one to the module named here.
LOCAL_PLAYERS: Final = "pente_bots.local.local_players"


def local_players() -> Any:
    """An open `pente_client.local.ports.OpponentFinder`; close it."""
    return import_module(LOCAL_PLAYERS).LocalPlayers()
