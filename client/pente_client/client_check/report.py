"""The report of a check, as people read it."""

from collections.abc import Iterator, Sequence
from typing import Final

from pente_client.client_check.stage.findings import Findings, Level, Verdict

_SIGNS: Final = {Verdict.PASSED: "ok      ", Verdict.MISSED: "MISSED  ", Verdict.UNSEEN: "not seen"}


def report_lines(findings: Findings, levels: Sequence[Level]) -> Iterator[str]:
    """The findings by level, and how it ended."""
    for level in levels:
        found = [finding for finding in findings.found if finding.level is level]
        if found:
            yield f"{level}:"
            yield from (f"  {_SIGNS[finding.verdict]}  {finding.text}" for finding in found)
    yield _summary(findings)


def _summary(findings: Findings) -> str:
    counts = {verdict: len(list(findings.with_verdict(verdict))) for verdict in Verdict}
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items()) + "."
