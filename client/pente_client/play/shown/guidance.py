"""Guidance: who advises and teaches in the rooms that are shown, and what is answered there."""

from dataclasses import dataclass
from typing import Final

from pente_client.play.shown.advisor import Advisor
from pente_client.play.shown.lesson import Tutor
from pente_client.play.shown.own_words import NO_OWN_WORDS, GameShell, OwnWords


@dataclass(frozen=True, slots=True)
class Guidance:
    """What helps a player in a room, beside the rules."""

    advisor: Advisor | None = None
    """Answers /hint and the like; None: nothing does."""
    tutor: Tutor | None = None
    """Gives lessons in the rooms; None: they are games."""
    own_words: OwnWords = NO_OWN_WORDS
    """What can be typed in this kind of game beside all else."""
    shell: GameShell | None = None
    """Answers those of them that are words of the command shell; None: nothing does."""


NO_GUIDANCE: Final = Guidance()
