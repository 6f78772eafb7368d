"""Options of `pente play` for a game from a position, or with a handicap."""

import argparse
import re
import secrets
from dataclasses import dataclass, replace
from typing import Final

from pente_client.options.positions import InvalidFilter, position_of
from pente_client.options.ruleset_options import RulesetSpec
from pente_client.options.values import read_room_id, read_time_control
from pente_core.clock.clock import Odds, TimeControl
from pente_core.clock.time_control import odds_of
from pente_core.identity import RoomId
from pente_core.rules.point import BadPoint, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset, ruleset_from
from pente_core.rules.setup import BadSetup, Setup
from pente_protocol.untrusted_text import clean

ONLY_NEW: Final = {
    "--from": "from_game",
    "--position": "position",
    "--give": "give",
    "--time-odds": "time_odds",
    "--needs": "needs",
}
"""These options describe a new room."""


class InvalidStart(ValueError):
    """No game can begin as the options say; the message says what to change."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """How a game is to begin; None: as usual."""

    ruleset: RulesetSpec | None = None
    time: TimeControl | None = None
    seat: int | None = None
    setup: Setup | None = None
    keeps_seats: bool = False
    """Whether the players keep their seats in the next game."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a finished game."""

    game: RoomId
    stones: int
    """How many had been placed."""


def add_game_start(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group(
        "positions and handicaps (with --new or --against)",
        "Such games are casual, unless the server's host allows otherwise. In a rematch the players change "
        "seats, and keep the time and the captures that they were given; with --give they keep their seats.",
    )
    where = group.add_mutually_exclusive_group()
    where.add_argument(
        "--from",
        dest="from_game",
        metavar="ID#N",
        type=_moment,
        help="begin as a finished game stood after N stones",
    )
    where.add_argument(
        "--position",
        metavar="MOVES",
        help="begin after these moves, such as 'K10 L11', or from a position as a line of text",
    )
    where.add_argument(
        "--give",
        metavar="POINTS",
        help="begin with these stones of your opponent on the board, such as K10,L12; then you move",
    )
    group.add_argument(
        "--time-odds",
        metavar="MINE,OTHERS",
        type=_time_odds,
        help="your clock and that of the others, such as 3+0,5+3",
    )
    group.add_argument(
        "--needs",
        metavar="MINE,OTHERS",
        type=_needs,
        help="how many captured stones you and the others need to win, such as 10,6",
    )


def check_game_start(args: argparse.Namespace) -> None:
    """Check that the options can be combined with the others. Raises InvalidStart."""
    given = [flag for flag, name in ONLY_NEW.items() if getattr(args, name) is not None]
    if given and not (args.new or args.against):
        raise InvalidStart(f"{given[0]} is for a new room; add --new or --against NAME")
    if args.time_odds is not None and args.time is not None:
        raise InvalidStart("--time and --time-odds can't be combined; use one")
    if args.needs is not None and args.goals is not None:
        raise InvalidStart("--needs and --goals can't be combined; use one")


def start_asked_for(args: argparse.Namespace, ruleset: RulesetSpec | None) -> GameStart:
    """How the options let a game begin, as far as that is known before `--from` has been looked up.

    Raises InvalidStart, and InvalidRuleset.
    """
    check_game_start(args)
    return GameStart(ruleset, args.time, args.seat) if args.from_game else game_start(args, ruleset)


def game_start(
    args: argparse.Namespace, ruleset: RulesetSpec | None, origin: Position | None = None
) -> GameStart:
    """How the options let a game begin; ``origin`` is the position that ``--from`` names, once it is known.

    Raises InvalidStart, and InvalidRuleset.
    """
    start = _start(args, ruleset, origin)
    return start if args.time_odds is None and args.needs is None else _with_handicap(args, start)


def _start(args: argparse.Namespace, ruleset: RulesetSpec | None, origin: Position | None) -> GameStart:
    usual = GameStart(ruleset, args.time, args.seat)
    if args.give is not None:
        return _with_given(args.give, usual)
    if args.position is not None:
        try:
            origin = position_of(args.position.split(), None if ruleset is None else ruleset_from(ruleset))
        except InvalidFilter as bad:
            raise InvalidStart(str(bad)) from None
    if origin is None:
        return usual
    rules = origin.rules if ruleset is None else ruleset_from(ruleset)
    try:
        setup = Setup.of(origin)
        setup.position(rules)
    except BadSetup as bad:
        raise InvalidStart(str(bad)) from None
    return replace(usual, ruleset=rules.spec, setup=setup)


def _with_given(text: str, start: GameStart) -> GameStart:
    """The start with stones of the opponent on the board; after them the player moves."""
    rules = ruleset_from(start.ruleset or "pente")
    if rules.sides != 2:
        raise InvalidStart("--give is for games of two sides; use --position for others")
    seat = 1 if start.seat is None else start.seat
    try:
        points = tuple(sorted({parse_point(name.strip(), rules.size) for name in text.split(",")}))
        setup = Setup(
            ((), points) if seat == 0 else (points, ()), colour=seat, stones_left=rules.stones_per_turn
        )
        setup.position(rules)
    except (BadPoint, BadSetup) as bad:
        raise InvalidStart(clean(str(bad))) from None
    return replace(start, seat=seat, setup=setup, keeps_seats=True)


def _with_handicap(args: argparse.Namespace, start: GameStart) -> GameStart:
    """The start with the player's and the others' times and goals, by seat."""
    rules = ruleset_from(start.ruleset or "pente")
    seat = secrets.randbelow(rules.sides) if start.seat is None else start.seat
    if args.time_odds is not None:
        mine, others = args.time_odds.each
        own = rules.team(seat)
        start = replace(start, time=odds_of(mine if n in own else others for n in range(rules.sides)))
    if args.needs is not None:
        start = replace(start, ruleset=_with_goals(rules, seat, *args.needs).spec)
    return replace(start, seat=seat)


def _with_goals(rules: Ruleset, seat: int, mine: int, others: int) -> Ruleset:
    spec = {"base": rules.spec} if isinstance(rules.spec, str) else rules.spec
    own = rules.team(seat)
    return ruleset_from({**spec, "goals": [mine if n in own else others for n in range(rules.sides)]})


def _moment(text: str) -> Moment:
    game, sign, stones = text.rpartition("#")
    if not sign or not re.fullmatch("[0-9]{1,4}", stones):
        raise argparse.ArgumentTypeError(
            f"{clean(text, 40)!r} names no moment of a game; write its id and a number of stones, like ID#24"
        )
    return Moment(read_room_id(game), int(stones))


def _time_odds(text: str) -> Odds:
    control = read_time_control(text)
    if not isinstance(control, Odds) or len(control.each) != 2:
        raise argparse.ArgumentTypeError(
            f"{clean(text, 20)!r} is not your clock and that of the others; write both, like 3+0,5+3"
        )
    return control


def _needs(text: str) -> tuple[int, int]:
    found = re.fullmatch("([0-9]{1,3}),([0-9]{1,3})", text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"{clean(text, 20)!r} is not your goal and that of the others; write both, like 10,6"
        )
    return int(found[1]), int(found[2])
