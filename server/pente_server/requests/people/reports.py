"""Reports of players to the host."""

import logging

from pente_core.identity import NO_ROOM, Identity
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Ok, Report
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied
from pente_server.requests.people.players import find_player, own_account
from pente_server.requests.requester.requester import Requester
from pente_server.store.people.report_store import PlayerReport

LONGEST_REPORT = 1000


async def report(requester: Requester, request: Report) -> Ok:
    """Keep a report for the host. Raises RequestDenied and StoreUnavailable."""
    me, ports = requester.player, requester.ports
    text = clean(request.text, LONGEST_REPORT)
    if not text:
        raise RequestDenied(ErrorCode.BAD_MESSAGE, "The report is empty. Write what happened.")
    await own_account(requester)
    about = await find_player(requester, request.player)
    if about.id == me.id:
        raise RequestDenied(ErrorCode.BAD_NAME, "You can't report yourself. Give another name.")
    ports.people.reporting.take(requester.origin, "You have sent several reports already. Wait for a while.")
    stored = PlayerReport(
        ports.players.now(),
        Identity(me.id, me.name, me.kind),
        Identity(about.id, about.name, about.kind),
        text,
        request.room or NO_ROOM,
    )
    number = await ports.people.reports.add(f"{me.id}:{request.command_id}", stored)
    requester.note(logging.WARNING, "report", about=about.name, about_id=about.id, number=number)
    if number is None:
        full = "The host has too many reports to read already. Tell them in another way."
        raise RequestDenied(ErrorCode.TOO_MANY, full)
    return Ok(request.id)
