"""A small but correct engine in Piskvork's protocol: it plays the first empty point, row by row from the top.

With ``--extension`` it plays every ruleset by whole positions. ``--log FILE`` keeps what it is told, and
``--suggest`` asks for leave before each move.
"""

import os
import sys
from pathlib import Path

Pair = tuple[int, int]


class Brain:
    """The engine and its board. Mutable."""

    def __init__(self, words: list[str]) -> None:
        self.log = Path(words[words.index("--log") + 1] if "--log" in words else os.devnull)
        self.is_extended = "--extension" in words
        self.suggests = "--suggest" in words
        self.size = 15
        self.stones = set[Pair]()

    def told(self) -> str:
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        with self.log.open("a") as log:
            log.write(line)
        return line.strip()

    def play(self) -> None:
        say("MESSAGE I look at the first empty point")
        points = ((x, y) for y in range(self.size) for x in range(self.size))
        x, y = next(point for point in points if point not in self.stones)
        if self.suggests:
            say(f"SUGGEST {x},{y}")
            assert self.told() == f"PLAY {x},{y}"
        self.stones.add((x, y))
        say(f"{x},{y}")

    def read_board(self) -> None:
        while (line := self.told()) != "DONE":
            self.stones.add(pair(line))

    def answer_position(self, fields: list[str]) -> None:
        self.stones = positioned(fields[0])
        self.size = fields[0].count("/") + 1
        if "swap2" in fields[6] and (fields[3], fields[5]) == ("-", "3"):
            say("STAY")
        else:
            self.play()

    def do(self, command: str, rest: str) -> None:
        match command:
            case "ABOUT":
                extension = ', pente="*"' if self.is_extended else ""
                say(f'name="first-empty", version="1.0", author="tests"{extension}')
            case "START":
                self.size, self.stones = int(rest), set()
                say("OK" if self.size >= 5 else "ERROR too small")
            case "INFO":
                pass
            case "BEGIN":
                self.play()
            case "TURN":
                self.stones.add(pair(rest))
                self.play()
            case "BOARD":
                self.read_board()
                self.play()
            case "POSITION" if self.is_extended:
                self.answer_position(rest.split(" ", 6))
            case "END":
                sys.exit(0)
            case _:
                say(f"UNKNOWN {command}")


def say(text: str) -> None:
    print(text, end="\r\n", flush=True)


def pair(text: str) -> Pair:
    x, y = text.split(",")[:2]
    return int(x), int(y)


def positioned(rows: str) -> set[Pair]:
    """The stones of the first field of a position."""
    stones = set[Pair]()
    for y, row in enumerate(rows.split("/")):
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
    brain = Brain(sys.argv)
    while True:
        name, _, rest = brain.told().partition(" ")
        brain.do(name, rest)
