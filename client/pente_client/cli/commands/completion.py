"""`pente completion`: words that a shell completes."""

import argparse
from collections.abc import Iterator
from typing import Any, Final

from pente_protocol.sentences import tell

SHELLS: Final = ("bash", "zsh", "fish")
DESCRIPTION: Final = tell("cli-completion.description")
EXAMPLES: Final = tell("cli-completion.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pente completion`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=tell("cli-completion.shell"))


def run(args: argparse.Namespace) -> int:
    """Print the script; the exit status."""
    import shtab

    files = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}  # what a shell completes for what is called so
    parser = args.whole_parser()
    for action in _actions(parser):
        if action.metavar in files:
            action.complete = files[action.metavar]
    print(shtab.complete(parser, shell=args.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[Any]:
    """All arguments and options, also those of subcommands."""
    for action in parser._actions:  # noqa: SLF001 -- argparse has no public way, and shtab does the same
        yield action
        if isinstance(action.choices, dict) and action.nargs == argparse.PARSER:
            for sub in action.choices.values():
                yield from _actions(sub)
