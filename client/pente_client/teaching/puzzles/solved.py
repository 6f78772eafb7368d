"""Which puzzles a person has solved: the ids, one a line, in a file that only grows."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

_FILE: Final = "solved-puzzles.txt"
_ID: Final = 8
TUTORIAL: Final = "tutorial"
"""What stands there for the tutorial, once it was taken to its end: as long as an id, and none."""


def solved_file() -> Path:
    """Where it is remembered: in ``$PENTE_STATE``, else in the user's directory for such things."""
    if state := os.environ.get("PENTE_STATE"):
        return Path(state) / _FILE
    return user_state_path("pente") / _FILE


class SolvedPuzzles:
    """The solved puzzles. Mutable. What can't be read or written is forgotten: it is a convenience."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            lines = path.read_text(encoding="ascii", errors="replace").split()
        except OSError:
            lines = []
        self._ids = {line for line in lines if len(line) == _ID}

    def __contains__(self, id_: object) -> bool:
        return id_ in self._ids

    def add(self, id_: str) -> None:
        """Remember a puzzle, at once."""
        if id_ in self._ids:
            return
        self._ids.add(id_)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="ascii") as file:
                file.write(f"{id_}\n")
        except OSError:
            return
