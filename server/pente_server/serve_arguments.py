"""The command line of `pente serve`: options from their rows, files of options, and the help by sections."""

import argparse
import os
import shlex
from collections.abc import Iterable, Sequence
from typing import Any, Final, NoReturn

from pente_core.value import replace
from pente_protocol.option import Option
from pente_protocol.option_arguments import add_options, add_sections
from pente_protocol.sentences import tell
from pente_server.options import OPTIONS, options_named

ALL: Final = "all"
"""The word for all sections."""
_SECTIONS: Final = (*dict.fromkeys(row.section.name for row in OPTIONS if row.section is not None), ALL)
_USAGE: Final = "pente serve [OPTION ...] [@FILE]"
_DESCRIPTION: Final = tell("cli-serve.description")
_EXAMPLES: Final = tell("cli-serve.examples")
_RELOADED: Final = [row.flag for row in OPTIONS if row.reloads]
_MORE: Final = tell("cli-serve.more", reloaded=", ".join(_RELOADED[:-1]), last=_RELOADED[-1])


class InvalidOptions(Exception):
    """A command line can't be understood; the message is one sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente serve`."""
    parser.fromfile_prefix_chars = "@"
    parser.convert_arg_line_to_args = _words  # type: ignore[assignment]  # else a line is one word
    _describe(parser, OPTIONS)
    if parser.add_help:
        # In place of the help that takes no section, and with its flags.
        _add_help(parser.add_argument_group(tell("cli-serve.group-help"), conflict_handler="resolve"))
    add_sections(parser, OPTIONS, os.environ)


def add_named(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add some of the options to another command, where they mean the same."""
    add_options(parser, options_named(*names), os.environ)


def add_place(parser: argparse.ArgumentParser) -> None:
    """Add the options of an administrative command that say where the server's store is."""
    redis, data, password = options_named("redis", "data", "redis_password_file")
    rows = (
        replace(redis, excludes=(data.name,), key="redis-place"),
        replace(data, excludes=(redis.name,), key="data-place"),
        password,
    )
    add_options(parser, rows, os.environ)


def parse_options(words: Sequence[str]) -> argparse.Namespace:
    """Read options again as they were typed, with the files that they name. Raises InvalidOptions."""
    return _RaisingParser().parse_args(words)


def flags_of(names: Iterable[str]) -> list[str]:
    """The options with some names, as they are typed."""
    flags = {row.name: row.flag for row in OPTIONS}
    return [flags[name] for name in names]


class _RaisingParser(argparse.ArgumentParser):
    def __init__(self) -> None:
        super().__init__(add_help=False)
        add_arguments(self)

    def error(self, message: str) -> NoReturn:
        raise InvalidOptions(message)

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        try:
            return super().parse_known_args(*args, **options)
        except UnicodeDecodeError:
            raise InvalidOptions(tell("cli-serve.a-file-of-options-is-2")) from None


class _Help(argparse.Action):
    """Shows the usual options, or those of a section, and exits."""

    def __call__(
        self, parser: argparse.ArgumentParser, _namespace: object, values: Any, _flag: str | None = None
    ) -> NoReturn:
        rows = tuple(row for row in OPTIONS if _is_shown(row, values))
        shown = type(parser)(prog=parser.prog, add_help=False)
        _describe(shown, rows, briefly=values not in (None, ALL))
        _add_help(shown.add_argument_group(tell("cli-serve.group-help")))
        add_sections(shown, rows)
        shown.print_help()
        parser.exit()


def _add_help(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-h",
        "--help",
        action=_Help,
        nargs="?",
        type=_section,
        choices=_SECTIONS,
        metavar="SECTION",
        help=tell("cli-serve.help", sections=", ".join(_SECTIONS)),
    )


def _is_shown(row: Option[Any], section: str | None) -> bool:
    if section is None:
        return row.is_usual
    return section == ALL or (row.section is not None and row.section.name == section)


def _section(text: str) -> str:
    """The name of a section, as it is typed. Raises ArgumentTypeError."""
    if text in _SECTIONS:
        return text
    raise argparse.ArgumentTypeError(
        tell("cli-serve.there-is-no-section-of", text=repr(text), sections=", ".join(_SECTIONS))
    )


def _describe(parser: argparse.ArgumentParser, rows: Sequence[Option[Any]], *, briefly: bool = False) -> None:
    """Say what the command does, and what the variables of some options are; ``briefly``: only that."""
    parser.usage = _USAGE
    parser.description = _DESCRIPTION
    environment = tell("cli-serve.environment", variables=", ".join(row.variable for row in rows))
    parser.epilog = environment if briefly else f"{_EXAMPLES}{environment}{_MORE}"


def _words(line: str) -> list[str]:
    """The words of a line in a file of options, as a shell would split it. Raises ArgumentError."""
    if any("\ud800" <= char <= "\udfff" for char in line):  # Python 3.12 reads what is no text as surrogates
        raise argparse.ArgumentError(None, tell("cli-serve.a-file-of-options-is"))
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise argparse.ArgumentError(
            None, tell("cli-serve.the-line-cant-be-read", line=repr(line), error=error)
        ) from None
    if any(word.startswith("@") for word in words):  # it could name itself
        raise argparse.ArgumentError(None, tell("cli-serve.the-line-names-a-file", line=repr(line)))
    return words
