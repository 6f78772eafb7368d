"""What a typed line can ask for, as values."""

from dataclasses import dataclass
from enum import Enum

from pente_client.input.analysis import AnalysisOrder
from pente_client.input.blocking import BlockOrder
from pente_client.input.board_views import BoardView, ShowClocks
from pente_client.input.moderation import ModerationOrder
from pente_client.input.offer_answers import OfferAnswer
from pente_client.input.people_orders import PeopleOrder
from pente_client.input.planning import PlanOrder
from pente_client.input.setup_orders import SetupOrder
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_protocol.choices.tv_channel import TvChannel


@dataclass(frozen=True, slots=True)
class QuitInput:
    """Leave."""


@dataclass(frozen=True, slots=True)
class PlayBot:
    """Play a bot instead of waiting."""

    name: str = ""
    """Its name; empty: that of the bot that is offered."""


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the board again."""


@dataclass(frozen=True, slots=True)
class ShowMoves:
    """Show the moves."""


@dataclass(frozen=True, slots=True)
class ShowWho:
    """Show who is here."""


@dataclass(frozen=True, slots=True)
class ShowCode:
    """Show how friends come into the room."""

    with_qr: bool = False


@dataclass(frozen=True, slots=True)
class ShowConditions:
    """Show the conditional moves."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Show the rules of the game."""


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """Ask for advice: a hint, its reasons, or who stands better."""

    kind: str
    """hint, why or eval."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Show what can be typed."""


@dataclass(frozen=True, slots=True)
class NextGameInput:
    """Go to the next game in which it is the player's turn; in the tutorial, go on."""


class LessonStep(Enum):
    """Where to go from a lesson of the tutorial."""

    AGAIN = 0
    PREVIOUS = -1


@dataclass(frozen=True, slots=True)
class LessonOrder:
    """Try a lesson again, or go back to the one before."""

    step: LessonStep


@dataclass(frozen=True, slots=True)
class PracticeOrder:
    """Learn from the mistakes of a reviewed game.

    While it is on, this ends it. ``who``: whose mistakes, by name or colour; empty: one's own, or all.
    """

    who: str = ""


@dataclass(frozen=True, slots=True)
class ShowSolution:
    """Show what solves a puzzle or a lesson of the tutorial, or what is better than a mistake."""


@dataclass(frozen=True, slots=True)
class TuneInput:
    """Watch something else on TV: the next game, the one before, or another channel."""

    channel: TvChannel | None = None
    """None: that which is followed."""
    back: bool = False


@dataclass(frozen=True, slots=True)
class PremoveOrder:
    """Play points at the player's next turns; none: no more."""

    points: tuple[Point, ...] = ()


RoomInput = cmd.PlayerCommand | OfferAnswer | PremoveOrder | ModerationOrder | PlanOrder | AnalysisOrder
"""What is asked of a room; all but commands become one once the offer, the player or the game is known."""

ViewInput = ShowBoard | ShowMoves | ShowWho | ShowConditions | ShowRules | ShowClocks | BoardView
"""A part of the room that is to be shown."""

Input = (
    RoomInput
    | BlockOrder
    | PeopleOrder
    | ViewInput
    | TuneInput
    | NextGameInput
    | LessonOrder
    | PracticeOrder
    | ShowSolution
    | ShowCode
    | PlayBot
    | SetupOrder
    | AskAdvice
    | ShowHelp
    | QuitInput
)
