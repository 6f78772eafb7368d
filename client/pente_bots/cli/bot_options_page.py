"""The reference of the options of a bot, in Markdown: python -m pente_bots.cli.bot_options_page FILE."""

import sys
from pathlib import Path
from typing import Final

from pente_bots.cli.bot_options import BOT_OPTIONS, FILE_OPTIONS
from pente_protocol.option_page import option_page

_BEGINNING: Final = """\
# The options of a bot

Made from the options themselves: `python -m pente_bots.cli.bot_options_page docs/bot-options.md`. What a bot
of your own may rely on is in [bots.md](bots.md).

`pente bot` takes them on its command line. In the file of `pente bots` and of `pente ladder`, each bot is a
table whose keys are their names, with `_` for `-`: `--answer-why` is `answer_why = true`. A list may be
written as one, as in `accept_rulesets = ["pente", "gomoku"]`. Of the command line only are
{absent}.
A program of your own takes `--seed`, and those for account, connection, invitations and behaviour.
"""


def bot_options_page() -> str:
    """The page."""
    absent = [f"`{row.flag}`" for row in BOT_OPTIONS if row not in FILE_OPTIONS]
    return option_page(_BEGINNING.format(absent=f"{', '.join(absent[:-1])} and {absent[-1]}"), BOT_OPTIONS)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(bot_options_page(), encoding="utf-8")
