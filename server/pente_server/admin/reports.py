"""`pente admin reports`: what players have reported to the host."""

import argparse
import json
from collections.abc import Iterator
from datetime import UTC, datetime

from pente_core.identity import Identity
from pente_server.admin.opened_store import AdminError, opened_store
from pente_server.store.people.report_store import OpenReport


async def run(args: argparse.Namespace) -> int:
    """List the reports, or close one; the exit status."""
    if args.change and args.number is None:
        raise AdminError("close needs the number of a report: pente admin reports close N")
    async with opened_store(args, may_be_running=True) as store:
        if args.change:
            if not await store.reports.close(args.number):
                raise AdminError(f"there is no open report {args.number}; list them: pente admin reports")
            if not args.json:
                print(f"Closed report {args.number}.")
            return 0
        reports = await store.reports.open()
    for opened in reports:
        print(json.dumps(_fields(opened)) if args.json else "\n".join(_lines(opened)))
    if not reports and not args.json:
        print("No open reports.")
    return 0


def _lines(opened: OpenReport) -> Iterator[str]:
    report = opened.report
    at = datetime.fromtimestamp(report.at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    room = f", in room {report.room}" if report.room else ""
    players = f"{report.sender.name} about {report.about.name} (id {report.about.id})"
    yield f"{opened.number}. {at}: {players}{room}"
    yield f"   {report.text}"


def _fields(opened: OpenReport) -> dict[str, object]:
    report = opened.report
    return {
        "t": "report",
        "number": opened.number,
        "at": report.at,
        "from": _player(report.sender),
        "about": _player(report.about),
        "room": report.room or None,
        "text": report.text,
    }


def _player(player: Identity) -> dict[str, str]:
    return {"name": player.name, "kind": player.kind.value, "id": player.id}
