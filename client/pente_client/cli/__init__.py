"""The command line: finds the command, and turns what can go wrong into one sentence and an exit status."""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.cli.parser import Parser

DESCRIPTION: Final = "Pente and its relatives over the network: play, watch, host, and let bots play."
EPILOG: Final = """
examples:
  pente serve --house                    run a server with bots on this machine
  pente                                  the lobby: free seats, bots to play, games to watch
  pente play                             take the next free seat there, or open a room and wait
  pente play wss://pente.example.org     the same at a friend's server
  pente play --against priorities-bot    challenge somebody, person or bot
  pente watch                            the featured game, and the next one after it
  pente account create anna              claim a name; profile and leaders tell how people have played
  pente games --player ann               finished games at a server, and what was played in them
  pente replay games.pgn                 a recorded game; convert, check and show read the same files
  pente COMMAND --help                   what a command can do

environment:
  PENTE_URL     the server, where none is given (ws://127.0.0.1:8765)
  PENTE_NAME    the name to play under, where none is given
  PENTE_STATE   the directory where identities are kept
  PENTE_PASSWORD  the password of a server that asks for one
  PENTE_ASCII   1: draw boards with letters; 0: with signs

exit status:
  0 done   1 failed   2 wrong command line   3 can't connect   4 the server refuses   130 Ctrl-C
"""


Parts = tuple[Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]
"""What adds the options of a command, and what runs it."""


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A command of `pente`; its module is imported when it is chosen."""

    name: str
    help: str
    load: Callable[[], Parts]
    actions: tuple[str, ...] = ()
    """What it can do; the first is meant where none is named."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        status = _main(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_stdout()
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _main(arguments: list[str]) -> int:
    try:
        arguments = _with_action(arguments)
        parser = _parser(arguments)
        args, unknown = parser.parse_known_args(arguments)
        if unknown:
            getattr(args, "parser", parser).error(f"unrecognized arguments: {' '.join(unknown)}")
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 2
    if args.version:
        print(_version())
        return 0
    if args.command is None:
        return _without_command(parser)
    run: Callable[[argparse.Namespace], int] = args.run
    _heed_ctrl_c()
    return run(args)


def _without_command(parser: argparse.ArgumentParser) -> int:
    """Open the lobby for a person at a terminal; tell everybody else what there is."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        parser.print_help()
        return 0
    return _main(["lobby"])


def _heed_ctrl_c() -> None:
    """Let Ctrl-C raise KeyboardInterrupt, where it has only ended the process so far (see `__main__`)."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _with_action(arguments: list[str]) -> list[str]:
    """The command line with the action that is meant, so that ``pente games URL`` lists games."""
    at, chosen = next(((n, word) for n, word in enumerate(arguments) if not word.startswith("-")), (0, ""))
    command = next((each for each in SUBCOMMANDS if each.name == chosen), None)
    named = "".join(arguments[at + 1 : at + 2])
    if command is None or not command.actions or named in (*command.actions, "-h", "--help"):
        return arguments
    return [*arguments[: at + 1], command.actions[0], *arguments[at + 1 :]]


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """A parser that knows the options of the chosen command only, so that no other has to be imported."""
    parser = Parser("pente", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    for command in SUBCOMMANDS:
        sub = commands.add_parser(command.name, help=command.help)
        if command.name == chosen:
            add_arguments, run = _loaded(command)
            add_arguments(sub)
            sub.set_defaults(run=run, parser=sub)
    return parser


def _loaded(
    command: Subcommand,
) -> Parts:
    try:
        return command.load()
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        print(
            f"pente {command.name}: {package} is not installed; "
            f"install what is needed with: pip install 'pente[server]'",
            file=sys.stderr,
        )
        raise SystemExit(1) from None


def _lobby() -> Parts:
    from pente_client.cli.commands.lobby import add_arguments, run

    return add_arguments, run


def _play() -> Parts:
    from pente_client.cli.commands.play import add_arguments, run

    return add_arguments, run


def _watch() -> Parts:
    from pente_client.cli.commands.watch import add_arguments, run

    return add_arguments, run


def _bot() -> Parts:
    from pente_bots.cli.bot import add_arguments, run

    return add_arguments, run


def _arena() -> Parts:
    from pente_bots.cli.arena import add_arguments, run

    return add_arguments, run


def _serve() -> Parts:
    from pente_server.cli import add_arguments, run

    return add_arguments, run


def _account() -> Parts:
    from pente_client.cli.commands.account import add_arguments, run

    return add_arguments, run


def _profile() -> Parts:
    from pente_client.cli.commands.profile import add_arguments, run

    return add_arguments, run


def _leaders() -> Parts:
    from pente_client.cli.commands.leaders import add_arguments, run

    return add_arguments, run


def _replay() -> Parts:
    from pente_client.cli.commands.replay import add_arguments, run

    return add_arguments, run


def _show() -> Parts:
    from pente_client.cli.commands.show import add_arguments, run

    return add_arguments, run


def _convert() -> Parts:
    from pente_client.cli.commands.convert import add_arguments, run

    return add_arguments, run


def _check() -> Parts:
    from pente_client.cli.commands.check import add_arguments, run

    return add_arguments, run


def _rulesets() -> Parts:
    from pente_client.cli.commands.rulesets import add_arguments, run

    return add_arguments, run


def _judge() -> Parts:
    from pente_client.cli.commands.judge import add_arguments, run

    return add_arguments, run


def _games() -> Parts:
    from pente_client.cli.commands.games import add_arguments, run

    return add_arguments, run


def _explore() -> Parts:
    from pente_client.cli.commands.explore import add_arguments, run

    return add_arguments, run


def _admin() -> Parts:
    from pente_server.admin.cli import add_arguments, run

    return add_arguments, run


GAMES: Final = ("list", "show", "export")
SUBCOMMANDS: Final = (
    Subcommand("lobby", "who is here, what is played, and the way to a game", _lobby),
    Subcommand("play", "play a game", _play),
    Subcommand("watch", "watch a game", _watch),
    Subcommand("bot", "let a bot play", _bot),
    Subcommand("arena", "let players play matches on this machine", _arena),
    Subcommand("serve", "run a server", _serve),
    Subcommand("account", "your names at servers, and their secrets", _account),
    Subcommand("profile", "how somebody has played", _profile),
    Subcommand("leaders", "who has the highest ratings", _leaders),
    Subcommand("admin", "export and import all that a server keeps", _admin),
    Subcommand("games", "list, show and export the finished games of a server", _games, GAMES),
    Subcommand("explore", "tell what was played in a position with what result", _explore),
    Subcommand("replay", "show a recorded game move by move", _replay),
    Subcommand("show", "draw a moment of a recorded game, as text or SVG", _show),
    Subcommand("convert", "write recorded games in another format", _convert),
    Subcommand("check", "find what is wrong with recorded games", _check),
    Subcommand("rulesets", "list and explain what can be played", _rulesets),
    Subcommand("judge", "judge moves for other programs", _judge),
)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"pente {version('pente')}"
    except PackageNotFoundError:
        return "pente (not installed)"


def _abandon_stdout() -> None:
    """Nobody reads any more: keep the interpreter from complaining about it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
