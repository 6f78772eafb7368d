"""Print the figures and every finding; the exit status is 1 if there is one."""

import sys
from pathlib import Path

from tests.structure.findings import Findings, look


def main() -> int:
    """Look at this repository, or at that of the first argument."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2]
    findings = look(root)
    print("\n".join(lines(findings)))
    return any(findings.problems.values())


def lines(findings: Findings) -> list[str]:
    """The findings as text: a figure a line, what was found indented below it."""
    text = [f"{findings.modules:5} modules", f"{findings.module_arrows:5} arrows between modules"]
    text += [f"{sum(findings.arrows.values()):5} arrows between folders"]
    text += [f"      {number} {package}" for package, number in sorted(findings.arrows.items())]
    for package, (rooms, arrows) in findings.rooms.items():
        text += [f"{arrows:5} arrows between the {rooms} folders and modules at the top of {package}"]
    for words, found in findings.problems.items():
        text += [f"{len(found):5} {words}", *(f"      {each}" for each in found)]
    return text


if __name__ == "__main__":
    sys.exit(main())
