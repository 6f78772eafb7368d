"""What `pente completion` does."""

import argparse
from collections.abc import Iterator
from typing import Any, Final

import shtab

_FILES: Final = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}
"""What a shell completes for an argument that is called so."""


def run(args: argparse.Namespace) -> int:
    """Print the script; the exit status."""
    parser = args.whole_parser()
    for action in _actions(parser):
        if action.metavar in _FILES:
            action.complete = _FILES[action.metavar]
    print(shtab.complete(parser, shell=args.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[Any]:
    """All arguments and options, also those of subcommands."""
    for action in parser._actions:  # noqa: SLF001 -- argparse has no public way, and shtab does the same
        yield action
        if isinstance(action.choices, dict) and action.nargs == argparse.PARSER:
            for sub in action.choices.values():
                yield from _actions(sub)
