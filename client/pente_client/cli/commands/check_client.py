"""`pente check-client`: play a server against a client in any language, and say what it misses."""

import argparse
from typing import Final

from pente_client.client_check.stage.findings import USUAL, Level
from pente_client.client_check.stage.waits import PATIENCE, SILENCE
from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.values import read_seconds, whole_number
from pente_protocol.untrusted_text import clean

DESCRIPTION: Final = """
Check a client in any language. This listens on this machine, prints its address, and plays a server on a bad
day: it loses messages and connections, sends keys, messages and events that no client knows, goes on from an
old backup, and closes connections with a code. Start your client with that address. The report says what the
client does well, what it misses, and what it did nothing to show.
"""
EPILOG: Final = """
examples:
  pente check-client                        # for a viewer: watch and resume
  pente check-client watch resume play      # it plays, too: in room open-game
  pente check-client --patience 120 lobby   # a person opens the list of rooms

exit status: 0 every check was passed, 1 something was missed or not seen, 2 usage error,
3 no client has connected, 130 interrupted.
"""
_LEVELS: Final = tuple(level for level in Level if level is not Level.HANDSHAKE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente check-client`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "levels",
        nargs="*",
        metavar="LEVEL",
        type=_level,
        help=f"what the client can do: {', '.join(_LEVELS)} (default: {' '.join(USUAL)})",
    )
    parser.add_argument(
        "--port", type=whole_number(0), default=0, help="where to listen (default: a free port)"
    )
    parser.add_argument(
        "--patience",
        type=read_seconds,
        default=PATIENCE,
        metavar="SECONDS",
        help="how long to wait for each thing that the client has to do (default: %(default)g)",
    )
    parser.add_argument(
        "--silence",
        type=read_seconds,
        default=SILENCE,
        metavar="SECONDS",
        help="how long to watch where it has to do nothing (default: %(default)g)",
    )


def _level(text: str) -> Level:
    if text not in _LEVELS:
        raise argparse.ArgumentTypeError(f"{clean(text, 20)!r} is no level; choose of {', '.join(_LEVELS)}")
    return Level(text)


def run(args: argparse.Namespace) -> int:
    """Check the first client that connects; the exit status."""
    import asyncio

    from pente_client.client_check.report import report_lines
    from pente_client.client_check.run import play
    from pente_client.client_check.stage.findings import Findings, Verdict
    from pente_client.client_check.stage.server import listening
    from pente_client.client_check.stage.stage import Stage

    levels = tuple(args.levels) or USUAL

    async def check() -> ExitStatus:
        findings = Findings()
        stage = Stage(findings, patience=args.patience, silence=args.silence)
        async with listening(stage, args.port) as url:
            say(f"Start your client with {url}", flush=True)
            has_come = await play(stage, levels)
        if not stage.peers:
            none = f"No client has connected within {args.patience:g} s."
            return fail(args, none, ExitStatus.UNREACHABLE)
        for line in report_lines(findings, (Level.HANDSHAKE, *levels)):
            say(line)
        is_good = has_come and not (findings.has(Verdict.MISSED) or findings.has(Verdict.UNSEEN))
        return ExitStatus.SUCCESS if is_good else ExitStatus.FAILURE

    try:
        return asyncio.run(check())
    except OSError as problem:
        return fail(args, f"Can't listen on port {args.port}: {problem.strerror}. Choose another --port.")
