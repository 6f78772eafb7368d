"""The reference of the options of a new game: python -m pente_protocol.game_options_page FILE."""

import sys
from pathlib import Path
from typing import Final

from pente_protocol.game_options import GAME_OPTIONS
from pente_protocol.option_page import option_page

_BEGINNING: Final = """\
# The options of a new game

Made from the options themselves: `python -m pente_protocol.game_options_page docs/game-options.md`.

`pente play` takes them on its command line; `n` in the lobby and “New game” on the page ask for them in a
form. Where one has no default, the ruleset has it. A yes or no has a second flag where it may be turned off,
as `--no-takebacks` and `--no-announce`; where a list may be empty, `none` stands for that.
"""


def game_options_page() -> str:
    """The page."""
    return option_page(_BEGINNING, GAME_OPTIONS)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(game_options_page(), encoding="utf-8")
