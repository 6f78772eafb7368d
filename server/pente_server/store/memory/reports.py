"""Reports to the host in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pente_server.store.people.report_store import MOST_REPORTS, OpenReport, PlayerReport


@dataclass(slots=True)
class MemoryReportData:
    """The reports of all stores of one process. Mutable."""

    last: int = 0
    """The highest number that was used."""
    numbers: dict[str, int] = field(default_factory=dict)
    """The numbers of the open reports by their commands."""
    open: dict[int, PlayerReport] = field(default_factory=dict)


class MemoryReports:
    """A `ReportStore` in memory."""

    def __init__(self, reports: MemoryReportData) -> None:
        self._reports = reports

    async def add(self, command: str, report: PlayerReport) -> int | None:
        reports = self._reports
        if command in reports.numbers:
            return reports.numbers[command]
        if len(reports.open) >= MOST_REPORTS:
            return None
        reports.last += 1
        reports.numbers[command] = reports.last
        reports.open[reports.last] = report
        return reports.last

    async def open(self) -> Sequence[OpenReport]:
        return [OpenReport(number, report) for number, report in sorted(self._reports.open.items())]

    async def close(self, number: int) -> bool:
        reports = self._reports
        reports.numbers = {command: each for command, each in reports.numbers.items() if each != number}
        return reports.open.pop(number, None) is not None
