"""Bots in files, as people write them."""

from pathlib import Path
from typing import Final

TEN_LINES: Final = """\
from pente_bots import Player, run


class Corner(Player):
    def choose(self, position, limit):
        return min(position.legal_points)


run(Corner)
"""
FAILING: Final = """\
from pente_bots import Player


class Failing(Player):
    def choose(self, position, limit):
        return position.no_such_thing

    def evaluate(self, position):
        raise ValueError("no idea")

    def explain(self, position):
        raise ValueError("no word")
"""
ILLEGAL: Final = """\
from pente_bots import Player


class Illegal(Player):
    def choose(self, position, limit):
        return -1
"""


def own_bot(folder: Path, text: str = TEN_LINES, name: str = "mybot.py") -> str:
    """The path of a file with such a bot."""
    (folder / name).write_text(text)
    return str(folder / name)


BESIDE: Final = """\
from pente_bots import Player, Score, SearchLine, SearchReport


class Beside(Player):
    def choose(self, position, limit=None):
        raise AssertionError

    def search(self, request):
        return SearchReport((SearchLine((request.turns[-1] + 1,), Score()),))
"""
"""Plays beside the last stone, which only the game so far tells."""
TAKES_A_CORNER: Final = """\
from pente_bots import Player


class Corner(Player):
    def choose(self, position, limit):
        return 0

    def choose_swap(self, position):
        return "jump"
"""
"""Plays on A1 again and again, and chooses what there is not."""
