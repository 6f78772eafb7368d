"""The small engines of this folder as commands, and whether their processes are gone."""

import sys
from pathlib import Path
from typing import Final

from pente_bots.foreign_engines.engine_command import EngineCommand, EngineLimits, EngineProtocol
from pente_core.clock.instant import Millis

GTP, PISKVORK = EngineProtocol.GTP, EngineProtocol.PISKVORK
_FOLDER: Final = Path(__file__).parent
QUICK: Final = EngineLimits(move=Millis(100), start=Millis(30_000))
PROGRAMS: Final = {
    EngineProtocol.GTP: _FOLDER / "gtp_engine.py",
    EngineProtocol.PISKVORK: _FOLDER / "piskvork_brain.py",
}


def good(protocol: EngineProtocol, *words: str, limits: EngineLimits = QUICK) -> EngineCommand:
    """The correct engine of a protocol."""
    return EngineCommand((sys.executable, str(PROGRAMS[protocol]), *words), protocol, limits)


def bad(protocol: EngineProtocol, how: str, *words: str, limits: EngineLimits = QUICK) -> EngineCommand:
    """An engine that goes wrong."""
    program = str(_FOLDER / "bad_engine.py")
    return EngineCommand((sys.executable, program, protocol.value, how, *words), protocol, limits)


def line_of(command: EngineCommand) -> str:
    """The command as one word of a command line."""
    return " ".join(command.words)


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has asked for its status has ended too."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


def processes_with(text: str) -> list[int]:
    """The numbers of all processes with a text in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if text.encode() in words:
            found.append(int(path.parent.name))
    return found


def parent_of(pid: int) -> int:
    """The number of the process that a process is a child of."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
