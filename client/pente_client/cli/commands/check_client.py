"""`pente check-client`: play a server against a client in any language, and say what it misses."""

import argparse
from typing import Final

from pente_client.client_check.stage.findings import PARTS, Part
from pente_client.client_check.stage.waits import PATIENCE, SILENCE
from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.values import read_seconds, whole_number
from pente_protocol.choices.level import Level
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

DESCRIPTION: Final = tell("cli-check-client.description")
EPILOG: Final = tell("cli-check-client.epilog")
_NAMED_PARTS: Final = tuple(part for part in Part if part is not Part.HANDSHAKE)
_NAMES: Final = (*PARTS, *_NAMED_PARTS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente check-client`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "levels",
        nargs="*",
        metavar="LEVEL",
        type=_parts,
        help=tell("cli-check-client.levels", levels=_levels(), core=Level.CORE),
    )
    parser.add_argument("--port", type=whole_number(0), default=0, help=tell("cli-check-client.port"))
    parser.add_argument(
        "--patience",
        type=read_seconds,
        default=PATIENCE,
        metavar="SECONDS",
        help=tell("cli-check-client.patience"),
    )
    parser.add_argument(
        "--silence",
        type=read_seconds,
        default=SILENCE,
        metavar="SECONDS",
        help=tell("cli-check-client.silence"),
    )


def _levels() -> str:
    """The levels, with the parts that can be chosen of each."""
    chosen = ((level, [part for part in parts if part in _NAMED_PARTS]) for level, parts in PARTS.items())
    return "; ".join(f"{level} ({', '.join(parts)})" for level, parts in chosen)


def _parts(text: str) -> tuple[Part, ...]:
    if text not in _NAMES:
        raise argparse.ArgumentTypeError(
            tell(
                "cli-check-client.is-no-level-choose-of", text=repr(clean(text, 20)), names=", ".join(_NAMES)
            )
        )
    return PARTS[Level(text)] if text in tuple(PARTS) else (Part(text),)


def run(args: argparse.Namespace) -> int:
    """Check the first client that connects; the exit status."""
    import asyncio
    from functools import partial

    from pente_client.client_check.report import report_lines
    from pente_client.client_check.run import play
    from pente_client.client_check.stage.findings import Findings, Verdict
    from pente_client.client_check.stage.server import listening
    from pente_client.client_check.stage.stage import Stage

    named = args.levels or [PARTS[Level.CORE]]
    parts = {Part.HANDSHAKE, *(part for some in named for part in some)}

    async def check() -> ExitStatus:
        findings = Findings()
        stage = Stage(findings, patience=args.patience, silence=args.silence)
        stage.ask = partial(say, flush=True)
        async with listening(stage, args.port) as url:
            say(tell("cli-check-client.start-your-client-with", url=url), flush=True)
            has_come = await play(stage, parts)
        if not stage.peers:
            none = tell("cli-check-client.no-client-has-connected-within", patience=f"{args.patience:g}")
            return fail(args, none, ExitStatus.UNREACHABLE)
        for line in report_lines(findings, parts):
            say(line)
        is_good = has_come and not (findings.has(Verdict.MISSED) or findings.has(Verdict.UNSEEN))
        return ExitStatus.SUCCESS if is_good else ExitStatus.FAILURE

    try:
        return asyncio.run(check())
    except OSError as problem:
        return fail(
            args,
            tell("cli-check-client.cant-listen-on-port-choose", port=args.port, strerror=problem.strerror),
        )
