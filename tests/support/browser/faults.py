"""What a page may not do: complain on its console, break its content security policy, ask other hosts."""

import re
from collections.abc import Iterable
from typing import Final

from tests.support.browser.devtools import DevTools, Fields
from tests.support.browser.traffic import Request

CONNECTION_LOST: Final = (
    r"WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
)
"""What a browser writes by itself when a server is down: for `tolerate` in tests that take one down."""
_NOT_FOR_ALL: Final = re.compile(r"status of 404 .*/(r|g|u|embed)/[^/]+$")
"""What it writes of a document of which not everybody may know: the page in it is shown all the same."""
_ISSUES: Final = {"ContentSecurityPolicyIssue": "contentSecurityPolicyIssueDetails"}


class Faults:
    """What a page did wrong. Mutable: it grows."""

    def __init__(self) -> None:
        self.console_errors: list[str] = []
        """Errors that it wrote or that the browser wrote about it, and exceptions that nobody caught."""
        self.csp_violations: list[str] = []
        self._tolerated: list[str] = []

    def listen(self, tools: DevTools, session: str) -> None:
        """Follow a page, once it has ``Runtime``, ``Log`` and ``Audits`` enabled."""
        tools.listen("Runtime.consoleAPICalled", session, self._written)
        tools.listen("Runtime.exceptionThrown", session, self._thrown)
        tools.listen("Log.entryAdded", session, self._logged)
        tools.listen("Audits.issueAdded", session, self._found)

    def tolerate(self, pattern: str) -> None:
        """Accept faults in which this regular expression is found."""
        self._tolerated.append(pattern)

    def all(self, requests: Iterable[Request], hosts: Iterable[str]) -> list[str]:
        """All that is not tolerated; with requests to hosts that are not those."""
        elsewhere = {
            f"request to another host: {one.url}" for one in requests if one.host not in {"", *hosts}
        }
        everything = (
            *(f"console: {text}" for text in self.console_errors),
            *(f"content security policy: {text}" for text in self.csp_violations),
            *sorted(elsewhere),
        )
        return [text for text in everything if not any(re.search(one, text) for one in self._tolerated)]

    def _written(self, fields: Fields) -> None:
        if fields["type"] in ("error", "assert"):
            self.console_errors.append(" ".join(_shown(argument) for argument in fields["args"]))

    def _thrown(self, fields: Fields) -> None:
        details = fields["exceptionDetails"]
        self.console_errors.append(
            _shown(details["exception"]) if "exception" in details else details["text"]
        )

    def _logged(self, fields: Fields) -> None:
        entry = fields["entry"]
        text = f"{entry['text']} {entry.get('url', '')}".strip()
        if entry["level"] == "error" and not _NOT_FOR_ALL.search(text):
            self.console_errors.append(text)

    def _found(self, fields: Fields) -> None:
        issue = fields["issue"]
        if details := issue["details"].get(_ISSUES.get(issue["code"], "")):
            what = (details["violatedDirective"], details["contentSecurityPolicyViolationType"])
            where = details.get("sourceCodeLocation", {})
            place = (details.get("blockedURL", ""), f"{where.get('url', '')}:{where.get('lineNumber', '')}")
            self.csp_violations.append(" ".join((*what, *place)))


def _shown(value: Fields) -> str:
    """A JavaScript value as the console shows it."""
    return str(value.get("description", value.get("value", value["type"])))
