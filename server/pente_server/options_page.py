"""The reference of the options of `pente serve`, in Markdown: python -m pente_server.options_page FILE."""

import sys
from pathlib import Path
from typing import Final

from pente_protocol.option_page import option_page
from pente_server.options import OPTIONS

_BEGINNING: Final = """\
# The options of `pente serve`

Made from the options themselves: `python -m pente_server.options_page docs/serve.md`. What they are for is in
[hosting.md](hosting.md). `pente serve --help` shows the usual ones, `--help all` all.

Each option has a variable of the environment, which holds where the option is not given: `PENTE_` and its
name, as `PENTE_CHAT_PER_MINUTE` for `--chat-per-minute`. Several hosts, networks, origins or names are
separated by commas there, and an option that stands alone is yes or no. `pente serve @FILE` takes options
from a file; of these SIGHUP changes those at once that have the mark ↻.
"""


def options_page() -> str:
    """The page."""
    return option_page(_BEGINNING, OPTIONS, lambda section: f"`--help {section.name}`")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(options_page(), encoding="utf-8")
