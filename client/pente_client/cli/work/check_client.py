"""What `pente check-client` does."""

import argparse
import asyncio
from collections.abc import Sequence

from pente_client.client_check.report import report_lines
from pente_client.client_check.run import play
from pente_client.client_check.stage.findings import USUAL, Findings, Level, Verdict
from pente_client.client_check.stage.server import listening
from pente_client.client_check.stage.stage import Stage
from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus, fail


def run(args: argparse.Namespace) -> int:
    """Check the first client that connects; the exit status."""
    levels = tuple(args.levels) or USUAL
    try:
        return asyncio.run(_check(args, levels))
    except OSError as problem:
        return fail(args, f"Can't listen on port {args.port}: {problem.strerror}. Choose another --port.")


async def _check(args: argparse.Namespace, levels: Sequence[Level]) -> ExitStatus:
    findings = Findings()
    stage = Stage(findings, patience=args.patience, silence=args.silence)
    async with listening(stage, args.port) as url:
        say(f"Start your client with {url}", flush=True)
        has_come = await play(stage, levels)
    if not stage.peers:
        return fail(args, f"No client has connected within {args.patience:g} s.", ExitStatus.UNREACHABLE)
    for line in report_lines(findings, (Level.HANDSHAKE, *levels)):
        say(line)
    is_good = has_come and not (findings.has(Verdict.MISSED) or findings.has(Verdict.UNSEEN))
    return ExitStatus.SUCCESS if is_good else ExitStatus.FAILURE
