"""Players that choose moves, and bots that are ordinary clients of a server.

`Player` and `run` are all that a bot of your own needs: see "Writing a bot" in the top README. What a bot may
rely on is in docs/bots.md.
"""

from collections.abc import Sequence
from typing import Final

from pente_bots.players.player import Evaluation, Player
from pente_bots.search.limit import NO_LIMIT, Limit, PlayerClock
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest, StopFlag
from pente_bots.search.score import Score

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


def run(player: type[Player], arguments: Sequence[str] | None = None) -> None:
    """Run a bot with your own player on a server, as the command line says; exits the program.

    ``player`` must be a class at the top level of a file: it thinks in other processes, which import that
    file, and in which `run` does nothing. It also does nothing where the file is only loaded, as by
    ``pente arena ./mybot.py level-3``. ``arguments`` None: those of the program.
    """
    import multiprocessing

    from pente_bots.roster import own_file

    if own_file.is_loading():
        own_file.only_load(player)
    elif multiprocessing.current_process().name == "MainProcess":  # parent_process() is not set yet
        from pente_bots.cli.own_bot import run_own_bot

        run_own_bot(player, arguments)
