"""The problems for which this node does not serve. Whoever finds one reports it here; /healthz shows it."""

import logging
from dataclasses import dataclass

from pente_server.store import ProblemCode

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoreProblem:
    """A reason not to serve."""

    code: ProblemCode
    text: str
    """What is wrong and what to do, in one sentence for the host. Anybody can read it: no addresses."""


class Problems:
    """The problems of a node, at most one of each code. Mutable.

    Each is logged when it appears and when it is over, but not while it lasts.
    """

    def __init__(self) -> None:
        self._current: dict[ProblemCode, StoreProblem] = {}
        self.warnings: dict[str, str] = {}
        """What the host should know although this node serves: a name and a sentence for each."""

    @property
    def are_there(self) -> bool:
        """Whether there is any problem."""
        return bool(self._current)

    @property
    def first(self) -> StoreProblem | None:
        """The oldest problem; None if there is none.

        That the store is not durable comes last: a host who mends only that would still not be served.
        """
        return min(self._current.values(), key=lambda it: it.code is ProblemCode.NOT_DURABLE, default=None)

    def has(self, code: ProblemCode) -> bool:
        """Whether there is a problem of this code."""
        return code in self._current

    def report(self, code: ProblemCode, text: str, detail: str = "") -> None:
        """Report that there is a problem, or that it still lasts; only the log shows ``detail``."""
        is_new = code not in self._current
        self._current[code] = StoreProblem(code, text)
        if is_new:
            _log.error("not serving (%s): %s%s", code, text, f" ({detail})" if detail else "")

    def warn(self, name: str, text: str) -> None:
        """Warn of something that does not keep this node from serving; replaces the last such warning."""
        if self.warnings.get(name) != text:
            _log.warning("%s", text)
        self.warnings[name] = text

    def withdraw(self, name: str) -> None:
        """Withdraw a warning, if there is one of that name."""
        if self.warnings.pop(name, None) is not None:
            _log.warning("no longer: %s", name)

    def over(self, *codes: ProblemCode) -> None:
        """Report that problems are over, or not there."""
        ended = [code for code in codes if self._current.pop(code, None) is not None]
        for code in ended:
            _log.warning("no longer: %s%s", code, "" if self._current else "; serving again")
