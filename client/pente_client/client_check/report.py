"""The report of a check, as people read it."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from pente_client.client_check.stage.findings import PARTS, Finding, Findings, Part, Verdict

_SIGNS: Final = {Verdict.PASSED: "ok      ", Verdict.MISSED: "MISSED  ", Verdict.UNSEEN: "not seen"}


def report_lines(findings: Findings, parts: Collection[Part]) -> Iterator[str]:
    """The findings by level and part, and how it ended for each level."""
    sums = []
    for level, whole in PARTS.items():
        found = [finding for finding in findings.found if finding.part in whole]
        for part in whole:
            yield from _part_lines(f"{level}, {part}", [one for one in found if one.part is part])
        if found:
            left_out = [part for part in whole if part not in parts]
            without = f" (without {', '.join(left_out)})" if left_out else ""
            sums.append(f"{level}{without}: {_sum(found)}")
    yield from sums


def _part_lines(title: str, found: list[Finding]) -> Iterator[str]:
    if found:
        yield f"{title}:"
        yield from (f"  {_SIGNS[finding.verdict]}  {finding.text}" for finding in found)


def _sum(found: list[Finding]) -> str:
    counts = Counter(finding.verdict for finding in found)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict) + "."
