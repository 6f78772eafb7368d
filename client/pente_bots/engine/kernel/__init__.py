"""The part of the engine that is compiled where that can be done, and runs uncompiled elsewhere."""

import os
from pathlib import Path
from typing import Final

from pente_bots.engine.kernel.kernel_binaries import binaries_folder
from pente_core.switches import switch_in

VARIABLE: Final = "PENTE_UNCOMPILED"
"""The variable of the environment that lets the sources run although they were compiled."""


def _compiled_folder() -> str | None:
    """The folder with the binaries of just these sources; None if there are none, or they are not wanted."""
    if switch_in(os.environ, VARIABLE):
        return None
    try:
        folder = binaries_folder(Path(__file__).parent)
    except OSError:
        return None
    return str(folder) if folder.is_dir() else None


_FOLDER: Final = _compiled_folder()
IS_COMPILED: Final = _FOLDER is not None
"""Whether the modules of this package run as machine code; else they give equal answers, much more slowly."""
if _FOLDER is not None:
    __path__.insert(0, _FOLDER)  # binaries are looked for first, and the sources are all compiled or none
