"""`pente manual`: the manual page, made from the help of all commands."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-manual.description")
EXAMPLES: Final = tell("cli-manual.examples")


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


@dataclass(frozen=True, slots=True)
class Chapter:
    """The help of a command."""

    title: str
    """How it is typed, as in ``pente watch``."""
    text: str
    """As `--help` shows it."""


def manual_page(chapters: Sequence[Chapter]) -> str:
    """The page; the first chapter is that of the program itself."""
    program, *commands = chapters
    lines = ['.TH PENTE 1 "" pente "User Commands"', ".SH NAME", "pente \\- play Pente over the network"]
    lines += [".SH DESCRIPTION", *_verbatim(program.text)]
    for command in commands:
        lines += [f'.SH "{_escaped(command.title.upper())}"', *_verbatim(command.text)]
    return "\n".join(lines) + "\n"


def _verbatim(text: str) -> Iterator[str]:
    """The lines as they are: examples and columns of options must not be filled."""
    yield ".nf"
    for line in text.rstrip("\n").splitlines():
        yield _escaped(line)
    yield ".fi"


def _escaped(line: str) -> str:
    r"""A line that troff takes for text.

    >>> print(_escaped("--x"), _escaped(".x"), _escaped(r"a\b"))
    \-\-x \&.x a\\b
    """
    text = line.replace("\\", "\\\\").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
