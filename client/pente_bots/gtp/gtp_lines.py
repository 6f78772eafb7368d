"""Commands and replies of GTP as text."""

import re
from dataclasses import dataclass
from typing import Final

COMMENT: Final = "#"
_NUMBERED: Final = re.compile(r"([0-9]{1,10})(?: +|$)(.*)")


@dataclass(frozen=True, slots=True)
class GtpCommand:
    """A command with its arguments."""

    number: str
    """As it came; empty without one."""
    name: str
    rest: str
    """The arguments as one text, with single blanks at the ends of none."""

    @property
    def words(self) -> list[str]:
        return self.rest.split()


class GtpError(Exception):
    """A command failed; the message is the reply."""


def parse_command(line: str) -> GtpCommand | None:
    r"""The command of a line; None for one that gets no reply.

    >>> parse_command("12 play  black\tK10 # the centre").words
    ['black', 'K10']
    >>> parse_command(" # nothing")
    """
    text = preprocessed(line)
    if not text:
        return None
    match = _NUMBERED.fullmatch(text)
    number, text = (match[1], match[2]) if match else ("", text)
    name, _, rest = text.partition(" ")
    return GtpCommand(number, name, rest.strip())


def preprocessed(line: str) -> str:
    """A line as the protocol wants it read: tabs are blanks, no other control characters, no comment."""
    text = line.replace("\t", " ").partition(COMMENT)[0]
    return "".join(char for char in text if char >= " " and char != "\x7f").strip()


def format_reply(number: str, text: str, *, failed: bool = False) -> str:
    r"""A reply with the empty line that ends it.

    >>> format_reply("7", "K10"), format_reply("", "unknown command", failed=True)
    ('=7 K10\n\n', '? unknown command\n\n')
    """
    lines = [line for line in text.split("\n") if line.strip()]
    joint = "\n" if text.startswith("\n") else " "
    shown = joint + "\n".join(lines) if lines else ""
    return f"{'?' if failed else '='}{number}{shown}\n\n"
