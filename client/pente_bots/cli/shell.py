"""`pente shell`: a game by typed commands, and GTP."""

import argparse
import os
import secrets
import sys
from pathlib import Path
from typing import Final

from pente_bots.cli.typed.stdin_source import CommandSource, StdinSource
from pente_bots.gtp.gtp_engine import GtpEngine
from pente_bots.gtp.gtp_lines import GtpError
from pente_bots.gtp.serve_gtp import serve_gtp
from pente_bots.shell.completion import completions
from pente_bots.shell.line_reader import LineTooLong
from pente_bots.shell.reference import summary_lines
from pente_bots.shell.session import GIVEN_UP, ShellSession
from pente_bots.shell.state.command import ShellOptions
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.player_choice import PlayerChoice, parse_player, player_names, usual_player
from pente_bots.shell.state.point_names import MATRIX, STANDARD
from pente_client.drawing.text_board import ASCII, Charset
from pente_client.files.stdout import say
from pente_client.options.charset_options import add_charset, charset_of
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.ruleset_options import add_rules, ruleset_asked_for
from pente_core.rules.ruleset import InvalidRuleset, Ruleset, ruleset_from

DESCRIPTION: Final = """
Play, set up and judge positions by typed commands, by hand or from a script. In a terminal Tab completes
words and the arrows bring back lines; through a pipe there is nothing but answers. An empty line ends each
answer, and an error begins with Error:. Ctrl-C gives up the running command, not the shell. --gtp speaks the
Go Text Protocol instead, for programs that manage engines.
"""
_NAMES: Final = {"standard": STANDARD, "matrix": MATRIX}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente shell`."""
    parser.description = DESCRIPTION
    parser.epilog = _epilog()
    parser.add_argument(
        "--gtp", action="store_true", help="speak GTP, version 2, with our extension for captures"
    )
    parser.add_argument(
        "--player",
        type=_player,
        metavar="PLAYER",
        help=f"who plays where none is named: {player_names()} (default: patterns, where it plays)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="make computer players repeatable (default: sessions differ)"
    )
    parser.add_argument(
        "--coordinates",
        choices=tuple(_NAMES),
        default="standard",
        help="standard: no column I, row 1 at the bottom (the default); matrix: with column I, row 1 on top",
    )
    parser.add_argument(
        "--board",
        action=argparse.BooleanOptionalAction,
        help="draw the board after every change (default: in a terminal)",
    )
    add_charset(parser)
    add_rules(parser)
    parser.set_defaults(seat=None)


def run(args: argparse.Namespace) -> int:
    """Answer commands until quit or the end of input; the exit status."""
    try:
        spec = ruleset_asked_for(args)
        rules = ruleset_from("pente" if spec is None else spec)
        if args.gtp:
            return _serve_gtp(args, rules)
    except (InvalidRuleset, GtpError) as bad:
        return fail(args, bad, ExitStatus.USAGE)
    return _run_shell(args, rules)


def _serve_gtp(args: argparse.Namespace, rules: Ruleset) -> int:
    engine = GtpEngine(args.player or usual_player(rules), rules, _seed(args))
    serve_gtp(StdinSource(sys.stdin.fileno()).reader, _write, engine)
    return ExitStatus.SUCCESS


def _run_shell(args: argparse.Namespace, rules: Ruleset) -> int:
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    stdin = StdinSource(sys.stdin.fileno())
    session = ShellSession(rules, _options(args, is_terminal=is_terminal), stdin.is_interrupted)
    source = _prompt(session, stdin) if is_terminal else stdin
    if is_terminal:
        _write("Type help for the commands, quit to leave.\n\n")
    while not session.is_over and _step(session, source, is_terminal=is_terminal):
        pass
    return ExitStatus.SUCCESS


def _step(session: ShellSession, source: CommandSource, *, is_terminal: bool) -> bool:
    """Answer one line; False when there are no more."""
    try:
        line = source.line()
    except LineTooLong as error:
        _write(f"Error: {ErrorKind.INPUT}: {error}\n\n")
        return True
    except KeyboardInterrupt:
        if not is_terminal:
            raise
        return True  # nothing was running; the line is thrown away
    if line is not None:
        _answer(session, line)
    return line is not None


def _answer(session: ShellSession, line: str) -> None:
    """Write the answer to a line, with the empty line that ends it."""
    said = False
    try:
        for text in session.answer(line):
            said = True
            _write(f"{text}\n")
    except KeyboardInterrupt:
        said = True
        _write(f"{GIVEN_UP}\n")
    if said:
        _write("\n")


def _options(args: argparse.Namespace, *, is_terminal: bool) -> ShellOptions:
    return ShellOptions(
        names=_NAMES[args.coordinates],
        charset=_charset(args, is_terminal=is_terminal),
        shows_board=is_terminal if args.board is None else args.board,
        seed=_seed(args),
        player=args.player,
        is_endless=is_terminal,
    )


def _charset(args: argparse.Namespace, *, is_terminal: bool) -> Charset:
    """What boards are drawn with: ASCII for scripts, the same everywhere, unless they ask for more."""
    return charset_of(args) if is_terminal or args.unicode else ASCII


def _seed(args: argparse.Namespace) -> str:
    return str(secrets.randbits(64) if args.seed is None else args.seed)


def _prompt(session: ShellSession, stdin: StdinSource) -> CommandSource:
    from pente_bots.cli.typed.prompt import PromptSource

    return PromptSource(
        lambda line: completions(session.context(), line), lambda: f"{session.prompt}> ", _state(), stdin
    )


def _state() -> Path:
    """Where lines are remembered: in ``$PENTE_STATE``, else in the user's directory for such things."""
    state = os.environ.get("PENTE_STATE")
    if state:
        return Path(state)
    from platformdirs import user_state_path

    return user_state_path("pente")


def _player(text: str) -> PlayerChoice:
    try:
        return parse_player(text)
    except ShellError as error:
        raise argparse.ArgumentTypeError(str(error).partition(": ")[2]) from None


def _write(text: str) -> None:
    """Write at once, so that a program that waits for the answer gets it."""
    say(text, end="", flush=True)


def _epilog() -> str:
    commands = "\n".join(f"  {line}" for line in summary_lines())
    return f"""
commands:
{commands}

examples:
  pente shell                                     a shell in this terminal
  pente shell --ruleset gomoku --size 15          with other rules
  pente shell --seed 1 <moves.txt                 a script: the same answers every time
  printf 'play K10\\ngenmove 3\\n' | pente shell     who answers K10 how
  pente shell --gtp --player patterns:level=3     an engine for programs that manage engines

environment: PENTE_STATE is the directory where typed lines are remembered, PENTE_ASCII=1 draws boards in
ASCII.
exit status: 0 quit, or the end of input; 2 usage error; 130 interrupted while no command was running.
"""
