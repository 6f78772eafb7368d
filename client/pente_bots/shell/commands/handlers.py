"""What carries each command out."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pente_bots.shell.commands import advice, analysis, games, learning, moves, questions, records, setup
from pente_bots.shell.state.context import RunShellCommand

HANDLERS: Final[Mapping[str, RunShellCommand]] = MappingProxyType(
    {
        "boardsize": games.boardsize,
        "reset": games.reset,
        "quit": learning.quit_,
        "genmove": moves.genmove,
        "play": moves.play,
        "commands": learning.commands,
        "emptyspaces": questions.emptyspaces,
        "ptm": questions.ptm,
        "winner": questions.winner,
        "showboard": questions.showboard,
        "capturecounts": questions.capturecounts,
        "playcpugame": moves.playcpugame,
        "changeptm": setup.changeptm,
        "movehistory": questions.movehistory,
        "rules": questions.rules,
        "changerules": games.changerules,
        "startgame": moves.startgame,
        "poseval": advice.poseval,
        "undo": moves.undo,
        "hint": advice.hint,
        "evaluate": advice.evaluate,
        "analyse": analysis.analyse,
        "save": records.save,
        "load": records.load,
        "setup": setup.setup,
        "help": learning.help_,
    }
)
"""By the name of the command."""
