"""Engines that go wrong, in either protocol: ``bad_engine.py gtp|piskvork HOW [FILE]``.

All start as they should, but for *slow* and *deaf*. With a FILE they go wrong only until it exists, and make
it then; the engine with children writes the numbers of its processes into it.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

PROTOCOL, HOW, NAME = [*sys.argv[1:], "", "", ""][:3]  # empty where pytest imports it to look for examples
IS_GTP = PROTOCOL == "gtp"
FILE = Path(NAME) if NAME else None
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()"


def say(piskvork: str, gtp: str) -> None:
    print(f"= {gtp}\n" if IS_GTP else piskvork, flush=True)


def hang() -> NoReturn:
    while True:
        signal.pause()


def write_for_ever(stream: int, data: bytes) -> NoReturn:
    while True:
        os.write(stream, data)


def go_wrong() -> None:
    match HOW:
        case "crash":
            print("out of luck\nand out of memory", file=sys.stderr, flush=True)
            sys.exit(3)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "hang":
            hang()
        case "flood":
            write_for_ever(1, b"MESSAGE " + b"x" * 5000 + b"\n")
        case "endless":
            write_for_ever(1, b"x" * 5000)
        case "complain":
            write_for_ever(2, b"\x1b[2Jbad luck " * 500 + b"\n")
        case "close":
            os.close(1)
            hang()
        case "illegal":
            say("0,14", "A1")
        case "outside":
            say("99,99", "T19")
        case "garbage":
            say("hello \x1b[31mthere", "\x1b]0;owned\x07hello")
        case "refuse":
            print("? I would rather not\n" if IS_GTP else "ERROR I would rather not", flush=True)
        case _:
            have_children()


def have_children() -> NoReturn:
    """One in the same group and one in a session of its own; neither ends by being asked."""
    assert FILE is not None
    command = [sys.executable, "-c", DEAF]
    children = [subprocess.Popen(command, start_new_session=is_away) for is_away in (False, True)]
    numbers = [os.getpid(), *(child.pid for child in children)]
    part = FILE.with_suffix(f".{os.getpid()}")
    part.write_text(" ".join(map(str, numbers)))
    part.rename(FILE)
    hang()


def move() -> None:
    if FILE is not None and HOW != "children":
        if FILE.exists():
            say("7,7", "H8")
            return
        FILE.touch()
    go_wrong()


def hear(words: list[str]) -> None:
    match words:
        case ["ABOUT"]:
            print(f'name="{HOW}", version="1.0"', flush=True)
        case ["name"]:
            say("", HOW)
        case ["list_commands"]:
            say("", "play\ngenmove")
        case ["START" | "boardsize" | "clear_board" | "play", *_]:
            say("OK", "")
        case ["BEGIN" | "TURN" | "DONE" | "genmove", *_]:
            move()
        case ["END" | "quit"]:
            sys.exit(0)
        case _:  # such as INFO
            pass


if __name__ == "__main__":
    if HOW == "deaf":
        os.close(0)
    if HOW in ("deaf", "slow"):
        hang()
    while line := sys.stdin.readline():
        hear(line.split())
