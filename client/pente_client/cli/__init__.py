"""The command line: finds the subcommand and runs it.

Every failure ends as one sentence on stderr and a documented exit status.
"""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, TextIO

from pente_client.cli.parser import WRONG, Parser
from pente_client.cli.subcommands import SUBCOMMANDS, AddArguments, Run, Subcommand, import_needs
from pente_client.options.quiet_end import ended_quietly
from pente_core.switches import InvalidSwitch, switch_in
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli.description")
EPILOG: Final = tell("cli.epilog")


_EXTRAS: Final = {"asyncssh": "ssh"}
"""What has to be installed for a package, where that is not the server."""
_FEW: Final = 3
"""Commands that are listed, where they have an option that another one lacks."""
UNREACHABLE: Final = 3
"""The exit status where no server can be reached."""
WITHOUT_SERVER: Final = tell("cli.without-server")
WHICH_GAME: Final = tell("cli.which-game")
LEAVING: Final = ("", "q", "quit")
LOCAL_GAMES: Final[Mapping[str, Sequence[str]]] = {
    "t": ("tutorial",),
    "c": ("local", "--against", "2"),
    "p": ("local",),
    "g": ("local", "--continue"),
}
"""The command line for each answer to that."""
SWITCHES: Final = ("PENTE_ASCII", "PENTE_BELL", "PENTE_UNCOMPILED")
"""The variables that say yes or no: 1, true, yes, on, or 0, false, no, off."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    return ended_quietly(lambda: _main(arguments))


def _main(arguments: list[str]) -> int:
    try:
        _check_switches(os.environ)
        arguments = _with_default_action(_with_command(arguments))
        parser = _parser(arguments)
        args, unknown = parser.parse_known_args(arguments)
        if unknown:
            chosen: Parser = getattr(args, "parser", parser)
            chosen.complain_of(unknown, _commands_with)
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 2
    if args.version:
        print(_version())
        return 0
    if args.command is None:
        return _without_command(parser)
    args.typed = tuple(arguments[arguments.index(args.command) + 1 :])
    _write_settings(args)
    run: Run = args.run
    try:
        import_needs(run)
        _enable_ctrl_c()
        return _logged(args, run)
    except ModuleNotFoundError as missing:
        return _fail_without(missing, args.command)


def _logged(args: argparse.Namespace, run: Run) -> int:
    """Run a command, with a log if one is asked for; the exit status."""
    path = getattr(args, "log_file", None)
    if path is None:
        return run(args)
    from pente_client.connection.logged_run import CannotLog, run_logged

    try:
        return run_logged(path, f"pente {args.command}, {_version()}", lambda: run(args))
    except CannotLog as problem:
        print(f"pente {args.command}: {problem}", file=sys.stderr)
        return 1


def _write_settings(args: argparse.Namespace) -> None:
    """Let the settings of the command line go before those of the environment."""
    for field, word in getattr(args, "settings", ()):
        os.environ[field.variable] = word


def _check_switches(variables: Mapping[str, str]) -> None:
    """Check the variables that say yes or no before they are used; exit with a sentence if one is neither."""
    try:
        for name in SWITCHES:
            _ = switch_in(variables, name)
    except InvalidSwitch as problem:
        print(f"pente: {problem}", file=sys.stderr)
        raise SystemExit(WRONG) from None


def _without_command(parser: argparse.ArgumentParser) -> int:
    """Open the lobby at a terminal; print the help anywhere else."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        parser.print_help()
        return 0
    status = _main(["lobby"])
    if status != UNREACHABLE:
        return status
    return _offer_local_game(sys.stdin, status)


def _offer_local_game(typed: TextIO, status: int) -> int:
    """Ask which game to play without a server, until one is named or the person leaves: the exit status."""
    print(WITHOUT_SERVER, end=" ", file=sys.stderr, flush=True)
    while (word := typed.readline().strip().lower()) not in LEAVING:
        if word in LOCAL_GAMES:
            return _main([*LOCAL_GAMES[word]])
        print(WHICH_GAME, end=" ", file=sys.stderr, flush=True)
    return status


def _enable_ctrl_c() -> None:
    """Let Ctrl-C raise KeyboardInterrupt; until here it ended the process at once (see `__main__`).

    Importing a module has moments in which Python drops a KeyboardInterrupt, or keeps the lock of all
    imports: so what the command needs was imported before.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _with_command(arguments: list[str]) -> list[str]:
    """The command line with the command that a server alone stands for: its lobby, or the room of a link."""
    at, first = next(((n, word) for n, word in enumerate(arguments) if not word.startswith("-")), (0, ""))
    if not (set(first) & {".", ":"} or first == "localhost"):
        return arguments
    from pente_client.addresses.typed_server import names_room

    command = "join" if names_room(first) else "lobby"
    return [*arguments[:at], command, *arguments[at:]]


def _with_default_action(arguments: list[str]) -> list[str]:
    """The command line with the default action filled in, so that ``pente games URL`` lists games."""
    at, chosen = next(((n, word) for n, word in enumerate(arguments) if not word.startswith("-")), (0, ""))
    command = next((each for each in SUBCOMMANDS if each.name == chosen), None)
    action = "".join(arguments[at + 1 : at + 2])
    if command is None or not command.actions or action in (*command.actions, "-h", "--help"):
        return arguments
    return [*arguments[: at + 1], command.actions[0], *arguments[at + 1 :]]


def _parser(arguments: Sequence[str]) -> Parser:
    """A parser with the options of the chosen subcommand only, so that no other one is imported."""
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    return _parser_with(lambda command: _load(command) if command.name == chosen else None)


def _whole_parser() -> Parser:
    """A parser with the options of all subcommands, but for those whose packages are not installed."""

    def load(command: Subcommand) -> tuple[AddArguments, Run] | None:
        with suppress(ModuleNotFoundError):
            return command.load()
        return None

    return _parser_with(load)


def _commands_with(option: str) -> str:
    """Which other commands have an option; empty if none has."""
    parsers = (getattr(each, "choices", None) for each in _whole_parser()._actions)  # noqa: SLF001 -- argparse has no public way
    commands = next(each for each in parsers if isinstance(each, dict))
    found = [f"pente {name}" for name, parser in commands.items() if option in parser.flags()]
    if not 0 < len(found) <= _FEW:
        return ""
    return tell("cli.is-an-option-of", option=option, commands=tell("cli.and").join(found))


def _parser_with(load: Callable[[Subcommand], tuple[AddArguments, Run] | None]) -> Parser:
    parser = Parser("pente", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="store_true", help=tell("cli.version"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=tell("cli.commands"))
    for command in SUBCOMMANDS:
        sub = commands.add_parser(command.name, help=command.help)
        loaded = load(command)
        if loaded is not None:
            add_arguments, run = loaded
            add_arguments(sub)
            sub.set_defaults(run=run, parser=sub, whole_parser=_whole_parser)
    return parser


def _load(command: Subcommand) -> tuple[AddArguments, Run]:
    """Import a subcommand, or exit with a sentence about the package that is missing."""
    try:
        return command.load()
    except ModuleNotFoundError as missing:
        raise SystemExit(_fail_without(missing, command.name)) from None


def _fail_without(missing: ModuleNotFoundError, command: str) -> int:
    """Say which package a command needs; the exit status."""
    package = (missing.name or "").partition(".")[0]
    extra = _EXTRAS.get(package, "server")
    print(
        tell("cli.pente-is-not-installed-run", command=command, package=package, extra=extra),
        file=sys.stderr,
    )
    return 1


def _version() -> str:
    from pente_client.options.version import version_text

    return version_text()
