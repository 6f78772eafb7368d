"""Calls to a person who looks at something else: the title of the window, and notifications of the desktop.

Both are sequences that a terminal takes for itself (OSC 2, OSC 9 and OSC 777). What they say may come from
other people, so nothing but printable text ever gets into one.
"""

from collections.abc import Mapping
from typing import Final

from prompt_toolkit.output import Output

from pente_client.settings.settings import Settings
from pente_protocol.untrusted_text import clean

TITLE: Final = "pente"
_LONGEST: Final = 120
"""The most characters that are said."""
_NONE: Final = ("linux", "dumb", "eterm-color")
"""Terminals that would print such sequences."""
_URXVT: Final = ("rxvt", "foot")
"""Terminals that notify by OSC 777 and not by OSC 9."""


class CallOut:
    """Says things around a page, in the terminal of its output."""

    def __init__(self, output: Output, environ: Mapping[str, str]) -> None:
        self._output = output
        self._terminal = environ.get("TERM", "")

    def title(self, settings: Settings, text: str = "") -> None:
        """Put a text into the title of the window, behind the name of the program."""
        if settings.title and self._is_able:
            self._output.set_title(f"{TITLE}: {_safe(text)}" if text else TITLE)
            self._output.flush()

    def end(self, settings: Settings) -> None:
        """Take the title back."""
        if settings.title and self._is_able:
            self._output.clear_title()
            self._output.flush()

    def notify(self, settings: Settings, text: str) -> None:
        """Have the desktop show a text."""
        if text and settings.notifications != "no" and self._is_able:
            self._output.write_raw(self._notification(settings.notifications, _safe(text)))
            self._output.flush()

    @property
    def _is_able(self) -> bool:
        return bool(self._terminal) and not self._terminal.startswith(_NONE)

    def _notification(self, kind: str, text: str) -> str:
        is_777 = kind == "osc777" or (kind == "auto" and self._terminal.startswith(_URXVT))
        return (
            f"\x1b]777;notify;{TITLE};{text.replace(';', ',')}\x07"
            if is_777
            else f"\x1b]9;{TITLE}: {text}\x07"
        )


def _safe(text: str) -> str:
    """The text without anything that could end the sequence or begin another."""
    return "".join(filter(str.isprintable, clean(text, _LONGEST)))
