"""The computer players of games without a server, and their advice, which live in another package."""

import asyncio
from importlib import import_module
from typing import Any, Final

from pente_core.rules.position import Position

# import-linter does not see imports by name: a test holds these to the modules named here.
ADVICE: Final = "pente_bots.local.advice"
LOCAL_PLAYERS: Final = "pente_bots.local.local_players"


def local_players() -> Any:
    """An open `pente_client.local.ports.OpponentFinder`; close it."""
    return import_module(LOCAL_PLAYERS).LocalPlayers()


class ComputerAdvisor:
    """A `pente_client.play.shown.advisor.Advisor`, which is imported when it is first asked."""

    async def advise(self, position: Position) -> Any:
        return await asyncio.to_thread(_advice, position)


def _advice(position: Position) -> Any:
    return import_module(ADVICE).advise(position)
