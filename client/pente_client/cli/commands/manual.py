"""`pente manual`: the manual page, made from the help of all commands."""

import argparse
from collections.abc import Iterator
from typing import Final

from pente_client.cli.commands.setup.manual_page import Chapter, manual_page

DESCRIPTION: Final = """
Print the manual page of pente, with all commands and their options.
"""
EXAMPLES: Final = """
examples:
  pente manual | man -l -                                  read it
  pente manual > ~/.local/share/man/man1/pente.1           for `man pente`
  make man                                                 in a clone: writes build/pente.1

exit status: 0 success, 2 usage error.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pente manual`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Print the page; the exit status."""
    chapters = [Chapter(each.prog, each.format_help()) for each in _parsers(args.whole_parser())]
    print(manual_page(chapters), end="")
    return 0


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser, and those of its subcommands and their actions."""
    yield parser
    for action in parser._actions:  # noqa: SLF001 -- argparse has no public way
        if isinstance(action.choices, dict) and action.nargs == argparse.PARSER:
            for sub in action.choices.values():
                yield from _parsers(sub)
