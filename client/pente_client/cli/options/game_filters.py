"""Options that say which finished games are meant, and positions as people type them."""

import argparse
import re
from collections.abc import Sequence
from typing import Final

from pente_client.cli.options.ruleset_options import ruleset_of

from pente_core.clock.instant import Instant
from pente_core.notation import BadPosition, format_position, parse_position
from pente_core.records import DayTime
from pente_core.records.model.calendar_day import instant_of, parse_day, parse_day_time
from pente_core.room.values.refusals import Reason, clause
from pente_core.rules.game import Game, parse_turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import BadPoint
from pente_core.rules.position import Position
from pente_core.rules.ruleset import InvalidRuleset, Ruleset
from pente_protocol.messages import GameFilter, GameResult, RulesetSpec
from pente_protocol.untrusted_text import clean

USUAL: Final = "pente"
_DAY: Final = 86_400_000


class InvalidFilter(ValueError):
    """What was asked for makes no sense; the message says why."""


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Add which games are meant."""
    group = parser.add_argument_group("which games", "All that is given has to apply.")
    group.add_argument("--player", metavar="P", default="", help="played by P: a name, or an id")
    group.add_argument("--ruleset", metavar="R", help="of exactly this ruleset: a name, or a file")
    group.add_argument("--since", metavar="WHEN", help="ended on that day or later: 2026-01-31, UTC")
    group.add_argument("--until", metavar="WHEN", help="ended on that day or earlier; also 2026-01-31T18:30")
    group.add_argument(
        "--result",
        choices=[result.value for result in GameResult],
        help="won or lost by P, drawn, aborted, or won by a colour",
    )
    group.add_argument(
        "--position",
        metavar="MOVES",
        help="in which this came about, turned or mirrored too: moves of the ruleset, like 'K10 L11', or a"
        " position as one line of text",
    )


def filter_asked_for(args: argparse.Namespace) -> GameFilter:
    """Which games the options mean. Raises BadWish."""
    rules = None if args.ruleset is None else _rules(args.ruleset)
    position = None if args.position is None else position_asked_for(args.position.split(), args.ruleset)
    return GameFilter(
        player=args.player,
        ruleset=RulesetSpec("" if rules is None else rules.spec),
        since=None if args.since is None else _moment(args.since),
        until=None if args.until is None else _moment(args.until, whole_day=_DAY),
        result=None if args.result is None else GameResult(args.result),
        position="" if position is None else format_position(position),
    )


def position_asked_for(words: Sequence[str], ruleset: str | None) -> Position:
    """The position after some moves, or the one that a line of text describes. Raises BadWish."""
    if words and "/" in words[0]:
        try:
            return parse_position(" ".join(words))
        except BadPosition as bad:
            raise InvalidFilter(clean(str(bad))) from None
    return game_asked_for(words, ruleset).position


def game_asked_for(words: Sequence[str], ruleset: str | None) -> Game:
    """The game that some moves make. Raises BadWish."""
    game = Game.new(_rules(ruleset or USUAL))
    for word in words:
        try:
            game = game.with_turn(parse_turn(word, game.rules.size))
        except BadPoint as bad:
            raise InvalidFilter(f"{bad}; give moves like K10 L11") from None
        except IllegalMove as illegal:
            why = clause(Reason(illegal.reason.value))
            raise InvalidFilter(f"{word} can't be played there in {game.rules.base}: {why}") from None
    return game


def _rules(text: str) -> Ruleset:
    try:
        return ruleset_of(text)
    except InvalidRuleset as bad:
        raise InvalidFilter(str(bad)) from None


def _moment(text: str, whole_day: int = 0) -> Instant:
    """A day, or a time on a day, in UTC; ``whole_day`` is added to a day without a time. Raises BadWish."""
    day, _, time = re.sub("[T ]", " ", text.strip().upper().removesuffix("Z")).partition(" ")
    try:
        if not time:
            return Instant(instant_of(parse_day(day), DayTime(0, 0)) + whole_day)
        return instant_of(parse_day(day), parse_day_time(time))
    except ValueError:
        raise InvalidFilter(
            f"{clean(text, 40)!r} is no day; write 2026-01-31, or 2026-01-31T18:30 (UTC)"
        ) from None
