"""Questions that wait for yes or no."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pente_core.clock.clock import TimeControl, Unlimited
from pente_core.room import commands as cmd
from pente_core.rules.point import Point, format_point
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

OTHER_GAME: Final = tell("ask.other-game")
_QUOTED: Final = 40
"""Characters of a line that a question about it repeats."""


class QuestionKind(StrEnum):
    """What a question is about."""

    RESIGN = "resign"
    ABORT = "abort"
    LEAVE = "leave"
    PLAY = "play"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """A question that waits for yes or no."""

    kind: QuestionKind
    text: str
    command: cmd.PlayerCommand | None = None
    """What a yes sends to the room."""
    typed: str = ""
    """The line that is asked about."""

    @property
    def is_harmless(self) -> bool:
        """Whether Enter says yes, and what was typed comes back after a no."""
        return self.kind in (QuestionKind.PLAY, QuestionKind.CHAT)


RESIGN_QUESTION: Final = PendingQuestion(QuestionKind.RESIGN, tell("ask.resign"), cmd.Resign(), "/resign")
ABORT_QUESTION: Final = PendingQuestion(QuestionKind.ABORT, tell("ask.abort"), cmd.Abort(), "/abort")


def leave_question(way_in: str, *clocks: TimeControl) -> PendingQuestion:
    """Whether to leave games that go on, with their clocks; ``way_in`` is what to type to come back.

    >>> leave_question("pente", Unlimited()).text
    'Leave? The game goes on; `pente` brings you back. y/n'
    """
    counts = any(not isinstance(clock, Unlimited) for clock in clocks)
    key = "ask.leave-clock" if counts else "ask.leave"
    return PendingQuestion(QuestionKind.LEAVE, tell(key, way_in=way_in))


def play_question(point: Point, size: int, typed: str) -> PendingQuestion:
    """Whether a stone is really to be placed.

    >>> play_question(Point(180), 19, "k10").text
    'Play K10? y/n'
    """
    text = tell("ask.play", point=format_point(point, size))
    return PendingQuestion(QuestionKind.PLAY, text, cmd.Play(point), typed)


def chat_question(command: cmd.Say, typed: str) -> PendingQuestion:
    """Whether a line that is neither a move nor a command is to be said.

    >>> chat_question(cmd.Say("good luck"), "good luck").text
    'Not a move. Say "good luck" to all? y/n'
    """
    said = command.text if len(command.text) <= _QUOTED else f"{clean(command.text, _QUOTED)}..."
    return PendingQuestion(QuestionKind.CHAT, tell("ask.chat", text=said), command, typed)
