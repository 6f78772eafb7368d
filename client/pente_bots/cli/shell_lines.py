"""The work of `pente shell`."""

import argparse
import os
import secrets
import shutil
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

from pente_bots.cli.stdin_source import CommandSource, StdinSource
from pente_bots.gtp.gtp_engine import GtpEngine
from pente_bots.gtp.gtp_lines import GtpError
from pente_bots.gtp.serve_gtp import serve_gtp
from pente_bots.shell.completion import completions
from pente_bots.shell.line_reader import LineTooLong
from pente_bots.shell.session import GIVEN_UP, ShellLines, ShellSession
from pente_bots.shell.state.context import ShellOptions
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.player_choice import PlayerChoice, parse_player, usual_player
from pente_bots.shell.state.point_names import MATRIX, STANDARD
from pente_client.drawing.text_board import ASCII, Charset
from pente_client.files.stdout import say
from pente_client.local.profiles import PROFILES, NotInProfile
from pente_client.options.charset_options import charset_of
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.ruleset_options import parameters_asked_for, ruleset_asked_for
from pente_core.rules.ruleset import InvalidRuleset, Ruleset, ruleset_from
from pente_protocol.sentences import tell

_NARROWEST: Final = 20
_NAMES: Final = {"standard": STANDARD, "matrix": MATRIX}


def answer_commands(args: argparse.Namespace) -> int:
    """Answer commands until quit or the end of input; the exit status."""
    if sys.stdin is None:
        return ExitStatus.SUCCESS  # closed by who started this: the input has ended
    try:
        rules, player = _asked_for(args)
        if args.gtp:
            return _serve_gtp(GtpEngine(player or usual_player(rules), rules, _seed(args)))
    except (InvalidRuleset, NotInProfile, ShellError, GtpError) as bad:
        return fail(args, bad, ExitStatus.USAGE)
    return _run_shell(args, rules, player)


def _asked_for(args: argparse.Namespace) -> tuple[Ruleset, PlayerChoice | None]:
    """The rules, and who plays where none is named. Raises InvalidRuleset, NotInProfile and ShellError."""
    if args.profile is None:
        spec = ruleset_asked_for(vars(args))
        return ruleset_from("pente" if spec is None else spec), (
            parse_player(args.player) if args.player else None
        )
    profile = PROFILES[args.profile]
    if args.ruleset is not None:
        raise NotInProfile(tell("cli-shell.ruleset-cant-be-changed-in", name=profile.name))
    player = profile.player(args.player or next(iter(profile.players)))
    return profile.ruleset(parameters_asked_for(vars(args))), parse_player(player)


def _serve_gtp(engine: GtpEngine) -> int:
    serve_gtp(StdinSource(sys.stdin.fileno()).reader, _write, engine)
    return ExitStatus.SUCCESS


def _run_shell(args: argparse.Namespace, rules: Ruleset, player: PlayerChoice | None) -> int:
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    stdin = StdinSource(sys.stdin.fileno())
    session = ShellSession(rules, _options(args, player, is_terminal=is_terminal), stdin.is_interrupted)
    if args.profile is not None and PROFILES[args.profile].explains:
        session.game = replace(session.game, shows_thinking=True)
    source = _prompt(session, stdin) if is_terminal else stdin
    if is_terminal:
        _write(tell("cli-shell.type-help-for-the-commands"))
    while not session.is_over and _step(session, source, is_terminal=is_terminal):
        pass
    return ExitStatus.SUCCESS


def _step(session: ShellSession, source: CommandSource, *, is_terminal: bool) -> bool:
    """Answer one line; False when there are no more."""
    try:
        line = source.line()
        if line is not None:
            _answer(session, line)
        return line is not None
    except LineTooLong as error:
        _write(f"Error: {ErrorKind.INPUT}: {error}\n\n")
    except KeyboardInterrupt:
        if not is_terminal:
            raise  # no command was running
    return True


def _answer(session: ShellSession, line: str) -> None:
    """Write the answer to a line, with the empty line that ends it."""
    answer = session.answer(line)
    said = False
    try:
        for text in answer:
            said = True
            _write(_folded(text, session.options.columns()))
    except KeyboardInterrupt:
        said = True
        for text in _rest(answer):
            _write(_folded(text, session.options.columns()))
    if said:
        _write("\n")


def _folded(text: str, columns: int) -> str:
    """A line of an answer, broken between words where it is too long for the terminal."""
    if len(text) <= columns:
        return f"{text}\n"
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return "".join(f"{line}\n" for line in textwrap.wrap(text, columns, subsequent_indent=indent))


def _columns() -> int:
    return max(_NARROWEST, shutil.get_terminal_size().columns)


def _rest(answer: ShellLines) -> Iterator[str]:
    """What a command that was interrupted still has to say, if it is one that is meant to be stopped."""
    try:
        yield answer.throw(KeyboardInterrupt)  # it came here while a line was written
        yield from answer
    except KeyboardInterrupt:
        yield GIVEN_UP
    except StopIteration:
        pass


def _options(args: argparse.Namespace, player: PlayerChoice | None, *, is_terminal: bool) -> ShellOptions:
    return ShellOptions(
        names=_NAMES[args.coordinates],
        charset=_charset(args, is_terminal=is_terminal),
        shows_board=is_terminal if args.board is None else args.board,
        seed=_seed(args),
        player=player,
        columns=_columns if is_terminal else lambda: sys.maxsize,
        is_endless=is_terminal,
    )


def _charset(args: argparse.Namespace, *, is_terminal: bool) -> Charset:
    """What boards are drawn with: ASCII for scripts, the same everywhere, unless they ask for more."""
    return charset_of(args) if is_terminal or args.unicode else ASCII


def _seed(args: argparse.Namespace) -> str:
    return str(secrets.randbits(64) if args.seed is None else args.seed)


def _prompt(session: ShellSession, stdin: StdinSource) -> CommandSource:
    from pente_bots.cli.prompt import PromptSource

    return PromptSource(
        lambda line: completions(session.context(), line), lambda: f"{session.prompt}> ", _state(), stdin
    )


def _state() -> Path:
    """Where lines are remembered: in ``$PENTE_STATE``, else in the user's directory for such things."""
    state = os.environ.get("PENTE_STATE")
    if state:
        return Path(state)
    return user_state_path("pente")


def _write(text: str) -> None:
    """Write at once, so that a program that waits for the answer gets it."""
    say(text, end="", flush=True)
