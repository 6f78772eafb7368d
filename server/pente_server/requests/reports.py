"""Reports of players to the host."""

import logging
from collections.abc import Callable

from pente_core.clock.instant import Instant
from pente_core.identity import NO_ROOM, Identity
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Ok
from pente_protocol.messages.people import Report
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.origin_limiter import OriginLimiter
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.store.people.report_store import PlayerReport, ReportStore

LONGEST_REPORT = 1000


class ReportRequests:
    """Reports to the host. Mutable: it counts those of each player and address."""

    def __init__(
        self,
        reports: ReportStore,
        accounts: RequestedAccounts,
        *,
        allowance: Allowance,
        clock: Callable[[], float],
        now: Callable[[], Instant],
    ) -> None:
        self._reports = reports
        self._accounts = accounts
        self._reporting = OriginLimiter(allowance.reports, allowance.reports_per_address, clock)
        self._now = now

    @answers(Report, cost=QUESTION)
    async def report(self, requester: Requester, request: Report) -> Ok:
        """Keep a report for the host. Raises RequestDenied and StoreUnavailable."""
        me = requester.player
        text = clean(request.text, LONGEST_REPORT)
        if not text:
            raise RequestDenied(ErrorCode.BAD_MESSAGE, "The report is empty. Write what happened.")
        await self._accounts.own(requester)
        about = await self._accounts.find_player(request.player)
        if about.id == me.id:
            raise RequestDenied(ErrorCode.BAD_NAME, "You can't report yourself. Give another name.")
        self._reporting.take(requester.origin, "You have sent several reports already. Wait for a while.")
        stored = PlayerReport(
            self._now(),
            Identity(me.id, me.name, me.kind),
            Identity(about.id, about.name, about.kind),
            text,
            request.room or NO_ROOM,
        )
        number = await self._reports.add(f"{me.id}:{request.command_id}", stored)
        requester.note(logging.WARNING, "report", about=about.name, about_id=about.id, number=number)
        if number is None:
            full = "The host has too many reports to read already. Tell them in another way."
            raise RequestDenied(ErrorCode.TOO_MANY, full)
        return Ok(request.id)
