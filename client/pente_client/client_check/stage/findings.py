"""What a check of a client has found."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from pente_protocol.choices.level import Level


class Part(StrEnum):
    """A part of a level. Each has a checklist of its own."""

    HANDSHAKE = "handshake"
    WATCH = "watch"
    PLAY = "play"
    RESUME = "resume"
    NEWS = "news"
    LOBBY = "lobby"
    ARCHIVE = "archive"


PARTS: Final[Mapping[Level, tuple[Part, ...]]] = {
    Level.CORE: (Part.HANDSHAKE, Part.WATCH, Part.PLAY, Part.RESUME),
    Level.PEOPLE: (Part.NEWS,),
    Level.LISTS: (Part.LOBBY, Part.ARCHIVE),
}
"""What is checked of each level; of others there is nothing that a server could see."""


class Verdict(StrEnum):
    """How a check has ended."""

    PASSED = "ok"
    MISSED = "missed"
    UNSEEN = "not seen"
    """The client did nothing that would have shown it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    part: Part
    verdict: Verdict
    text: str
    """One sentence or more: what the client did, and for what it missed, what to do."""


@dataclass(slots=True)
class Findings:
    """The report so far. Mutable."""

    found: list[Finding] = field(default_factory=list)

    def passed(self, part: Part, text: str) -> None:
        self._add(Finding(part, Verdict.PASSED, text))

    def missed(self, part: Part, text: str) -> None:
        self._add(Finding(part, Verdict.MISSED, text))

    def unseen(self, part: Part, text: str) -> None:
        self._add(Finding(part, Verdict.UNSEEN, text))

    def expect(self, part: Part, *, is_met: bool, passed: str, missed: str) -> bool:
        """Add one of the two sentences; the answer is whether the expectation was met."""
        if is_met:
            self.passed(part, passed)
        else:
            self.missed(part, missed)
        return is_met

    def with_verdict(self, verdict: Verdict) -> Iterator[Finding]:
        return (finding for finding in self.found if finding.verdict is verdict)

    def has(self, verdict: Verdict) -> bool:
        return any(self.with_verdict(verdict))

    def _add(self, finding: Finding) -> None:
        """The same mistake twice is one line."""
        if finding not in self.found:
            self.found.append(finding)
