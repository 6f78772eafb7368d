"""Options of a room, beside its ruleset and its time control."""

import re
from enum import StrEnum
from typing import Final

from pente_core.clock.clock import BadTimeControl, Odds, TimeControl
from pente_core.clock.instant import Millis
from pente_core.rules.ruleset import Ruleset, Swap
from pente_core.value import Value, replace
from pente_core.value.invalid_option import quoted

LOCKED: Final = "*"
"""Stands for a password's hash where it is hidden."""
_DELAY_MOVES: Final = range(1, 21)
_DELAY_SECONDS: Final = range(5, 901)


class BadOptions(ValueError):
    """Options that a room can't have; the message says why."""


class WatchPolicy(StrEnum):
    """The people who may watch."""

    ANYBODY = "anybody"
    """Everyone, as far as a password lets them in."""
    INVITED = "invited"
    """Only the players, the host, and the players whom the host has invited."""


class ChatPolicy(StrEnum):
    """The people who may chat."""

    ANYBODY = "anybody"
    """Players and viewers."""
    PLAYERS = "players"
    """Only players with a seat."""
    NOBODY = "nobody"
    """No one: the room has no chat."""


class BotPolicy(StrEnum):
    """The bots that may take an open seat."""

    INVITED = "invited"
    """Only bots that the host has invited."""
    ANYBODY = "anybody"
    """Every bot."""


class RatingRange(Value):
    """The ratings at which a player may join uninvited. Raises BadOptions."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 9999:
            raise BadOptions("ratings range from a lower to a higher number, both from 0 to 9999")

    def __contains__(self, rating: object) -> bool:
        return isinstance(rating, int) and self.low <= rating <= self.high


class ViewerDelay(Value):
    """How far behind viewers see a game: either so many moves, or so many seconds. Raises BadOptions."""

    moves: int = 0
    """1 to 20; choices of an opening count as moves."""
    seconds: int = 0
    """5 to 900."""

    def __post_init__(self) -> None:
        if (self.moves and self.seconds) or not (
            self.moves in _DELAY_MOVES or self.seconds in _DELAY_SECONDS
        ):
            raise BadOptions("viewers see a game 1 to 20 moves later, or 5 to 900 seconds")

    @property
    def millis(self) -> Millis:
        """The time; zero for a delay of moves."""
        return Millis(1000 * self.seconds)


def parse_ratings(text: str) -> RatingRange:
    """A range of ratings as people write it. Raises BadOptions.

    >>> parse_ratings("1200-1800")
    RatingRange(low=1200, high=1800)
    """
    match = re.fullmatch("([0-9]{1,4})-([0-9]{1,4})", text)
    if match is None:
        raise BadOptions(f"{quoted(text)} is not a range of ratings such as 1200-1800")
    return RatingRange(int(match[1]), int(match[2]))


def format_ratings(ratings: RatingRange) -> str:
    """The twin of `parse_ratings`."""
    return f"{ratings.low}-{ratings.high}"


def parse_viewer_delay(text: str) -> ViewerDelay:
    """A delay as people write it: moves, or seconds with an ``s`` behind. Raises BadOptions.

    >>> parse_viewer_delay("3"), parse_viewer_delay("30s")
    (ViewerDelay(moves=3, seconds=0), ViewerDelay(moves=0, seconds=30))
    """
    match = re.fullmatch("([0-9]{1,3})(s?)", text)
    if match is None:
        raise BadOptions("a delay is a number of moves, as in 3, or of seconds, as in 30s")
    count = int(match[1])
    return ViewerDelay(seconds=count) if match[2] else ViewerDelay(moves=count)


def format_viewer_delay(delay: ViewerDelay) -> str:
    """The twin of `parse_viewer_delay`."""
    return str(delay.moves) if delay.moves else f"{delay.seconds}s"


class Options(Value):
    """The options of a room. Raises BadOptions when they make no sense."""

    rated: bool = False
    """Whether the game counts for the players' ratings."""
    takebacks: bool = True
    """Whether a turn may be taken back when all agree."""
    watch: WatchPolicy = WatchPolicy.ANYBODY
    """The people who may watch, besides the players and the host, who always may."""
    chat: ChatPolicy = ChatPolicy.ANYBODY
    private: bool = False
    """Whether the room is not listed; a player who has its id may join."""
    password_hash: str = ""
    """A hash of the password, or ``*`` where it is hidden; empty: no password."""
    ratings: RatingRange | None = None
    """The ratings at which a player may join uninvited; None: any."""
    ready_check: bool = False
    """Whether the game starts only after all players have said that they are ready."""
    games: int = 1
    """1 or 2; with 2, a second game with exchanged seats follows automatically."""
    bots: BotPolicy = BotPolicy.INVITED
    """The bots that may take an open seat."""
    named_only: bool = False
    """Whether uninvited guests may neither join nor chat."""
    viewer_delay: ViewerDelay | None = None
    """How far behind those see the game who watch it without a seat; None: as it is."""
    hints: bool = False
    """Whether programs may advise the players during the game; never in a rated one. No server can see it."""

    def __post_init__(self) -> None:
        if self.games not in (1, 2):
            raise BadOptions("a room is for one game, or for a set of two")

    @property
    def hides_games(self) -> bool:
        """Whether only its players can find and read its games afterwards.

        True if the room is private, has a password, or restricts who may watch.
        """
        return self.private or bool(self.password_hash) or self.watch is not WatchPolicy.ANYBODY

    @property
    def shown(self) -> "Options":
        """The options as others may know them."""
        return replace(self, password_hash=LOCKED) if self.password_hash else self


DEFAULT_OPTIONS: Final = Options()
"""The default options: one shared value, which saves memory in most rooms."""


def check_odds(control: TimeControl, rules: Ruleset) -> None:
    """Check that a time control fits a ruleset. Raises BadTimeControl."""
    if not isinstance(control, Odds):
        return
    if len(control.initial) != rules.sides:
        raise BadTimeControl(f"time odds need a time control for each of the {rules.sides} sides")
    if rules.swap is not Swap.NONE:
        raise BadTimeControl("time odds need an opening without a swap, in which the players exchange seats")
