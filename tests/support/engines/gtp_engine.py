"""A small but correct engine in GTP: it plays the first empty point, row by row from the bottom.

With ``--extension`` it plays Pente and Keryo-Pente by whole positions. ``--resign N`` resigns after so many
stones, ``--no-times`` does not know of clocks, and ``--log FILE`` keeps what it is told. ``--freeze FILE``
thinks for ever about a later move, once, and writes its process number into the file.
"""

import os
import signal
import sys
from pathlib import Path

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
USUAL = "name version protocol_version list_commands boardsize clear_board play genmove quit"

Pair = tuple[int, int]


class Refused(Exception):
    """The command is answered with a question mark."""


class Engine:
    """The engine and its board. Mutable."""

    def __init__(self, words: list[str]) -> None:
        self.log = Path(words[words.index("--log") + 1] if "--log" in words else os.devnull)
        self.patience = int(words[words.index("--resign") + 1]) if "--resign" in words else 1000
        self.freeze = Path(words[words.index("--freeze") + 1]) if "--freeze" in words else None
        self.known = USUAL.split()
        self.known += [] if "--no-times" in words else ["time_settings", "time_left"]
        if "--extension" in words:
            self.known += ["pente-position", "pente-rulesets", "pente-time_settings"]
        self.size = 19
        self.stones = set[Pair]()

    def heard(self, line: str) -> bool:
        """Answer a line; whether another one may come."""
        with self.log.open("a") as log:
            log.write(line)
        words = line.split("#", maxsplit=1)[0].split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            return True
        try:
            sign, text = "=", self.done(words[0], words[1:])
        except Refused as refused:
            sign, text = "?", str(refused)
        print(f"{sign}{number} {text}\n", flush=True)
        return words[0] != "quit"

    def done(self, command: str, words: list[str]) -> str:
        match command:
            case "name":
                return "First Empty"
            case "version":
                return "1"
            case "protocol_version":
                return "2"
            case "list_commands":
                return "\n".join(self.known)
            case "boardsize":
                self.size, self.stones = allowed(int(words[0])), set()
            case "clear_board":
                self.stones = set()
            case "play":
                self.place(vertex(words[1]))
            case "pente-rulesets":
                return "pente keryo-pente"
            case "pente-position" if command in self.known:
                self.stones = positioned(words[0])
                self.size = words[0].count("/") + 1
            case "genmove":
                return self.move()
            case _:
                if command not in self.known:
                    raise Refused("unknown command")
        return ""

    def place(self, point: Pair) -> None:
        if point in self.stones:
            raise Refused("illegal move")
        self.stones.add(point)

    def move(self) -> str:
        if len(self.stones) >= self.patience:
            return "resign"
        if self.freeze and len(self.stones) > 3 and not self.freeze.exists():
            part = self.freeze.with_suffix(".part")
            part.write_text(str(os.getpid()))
            part.rename(self.freeze)
            signal.pause()
        points = ((x, y) for y in range(self.size) for x in range(self.size))
        x, y = next(point for point in points if point not in self.stones)
        self.stones.add((x, y))
        return f"{COLUMNS[x]}{y + 1}"


def allowed(size: int) -> int:
    if not 2 <= size <= 19:
        raise Refused("unacceptable size")
    return size


def vertex(text: str) -> Pair:
    return COLUMNS.index(text[0].upper()), int(text[1:]) - 1


def positioned(rows: str) -> set[Pair]:
    """The stones of the first field of a position."""
    stones = set[Pair]()
    for y, row in enumerate(reversed(rows.split("/"))):
        x, number = 0, ""
        for char in row:
            if char.isdigit():
                number += char
                continue
            x, number = x + int(number or 0), ""
            stones.add((x, y))
            x += 1
    return stones


if __name__ == "__main__":
    engine = Engine(sys.argv)
    while (line := sys.stdin.readline()) and engine.heard(line):
        pass
