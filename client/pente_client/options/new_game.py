"""A new game, as options or the fields of a form describe it.

Both are made from the rows of `pente_protocol.game_options`. Only what reads files of this machine stays away
from the form: the person at it may be a stranger.
"""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pente_client.options.game_start import GameStart, game_start
from pente_client.options.house_levels import HOUSE_LEVELS_HELP, read_level
from pente_client.options.ruleset_options import add_named_ruleset, ruleset_asked_for
from pente_core.clock.clock import TimeControl, parse_time_control
from pente_core.rating import Unrated, rated_pool
from pente_core.room import Options
from pente_core.rules.ruleset import InvalidRuleset, ruleset_from
from pente_core.value import replace
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.game_options import (
    ACCEPTS_RATING,
    AGAINST,
    DEFAULT_TIME,
    GAME_OPTIONS,
    ROOM_OPTIONS,
    ROOM_PASSWORD,
    RULESET,
    STARTS,
    GameOption,
    game_option,
    offered_words,
)
from pente_protocol.option import Option, Text, YesNo, sections
from pente_protocol.option_arguments import Where, add_options
from pente_protocol.sentences import tell, template

TOLD: Final = tell("flag.told")
_ELSEWHERE: Final = (AGAINST, ACCEPTS_RATING, RULESET)
"""Options that `pente play` has with those that find a game, or in a form of its own."""


def add_new_game(parser: argparse.ArgumentParser) -> None:
    """Add the options of a new game, but for those that find an opponent."""
    for section, rows in sections(GAME_OPTIONS):
        title = template(f"group.{section.name}-new") or section.title
        group = parser.add_argument_group(title, section.about or None)
        if RULESET in rows:
            add_named_ruleset(group)
        add_options(group, (_on_the_line(row) for row in rows if row not in _ELSEWHERE))


def _on_the_line(row: GameOption[Any]) -> Option[Any]:
    """An option as the command line has it: a password is asked for."""
    if row is ROOM_PASSWORD:
        return replace(row, key="room_password-asked", usual="")
    return row


def add_accepts_rating(group: Where) -> None:
    """Add the option that accepts private rated games."""
    add_options(group, [ACCEPTS_RATING])


def add_opponent(where: Where) -> None:
    """Add who may join a new room: a player, or anybody."""
    add_options(where, [replace(AGAINST, usual="")])
    where.add_argument(
        "--level",
        dest="against",
        metavar="LEVEL",
        type=read_level,
        help=tell("flag.level", house_levels_help=HOUSE_LEVELS_HELP),
    )
    where.add_argument("--new", action="store_true", help=tell("flag.new"))


def room_options_of(values: Mapping[str, Any]) -> Options:
    """The options of the room to open."""
    return Options(**{row.name: values[row.name] for row in ROOM_OPTIONS})


def start_asked_for(values: Mapping[str, Any]) -> GameStart:
    """How the game is to begin, as far as that is known before ``from`` has been looked up.

    Raises InvalidOption, and InvalidRuleset.
    """
    start = game_start(values, ruleset_asked_for(values))
    if start.seat is not None and (start.ruleset is not None or values["new"]):
        sides = ruleset_from(start.ruleset or "pente").sides
        if start.seat >= sides:
            sentence = template("flag.there-is-no-seat-the")
            raise InvalidOption("seat", sentence, given=start.seat, count=sides)
    return start


def check_new_game(values: Mapping[str, Any], options: Options, start: GameStart) -> None:
    """Check that the options can be combined. Raises InvalidOption."""
    _check_is_new(values)
    if values["room_password_file"] and not (values["room"] or values["new"] or values["against"]):
        raise InvalidOption("room_password_file", template("flag.needs-a-room-add-id"))
    if values["room_password"] and values["room_password_file"]:
        raise InvalidOption("room_password", template("flag.and-cant-be-combined-use-2"))
    rules = ruleset_from(start.ruleset or "pente")
    if options.ratings and values["against"] and rules.sides == 2:
        sentence = template("flag.is-for-players-who-join")
        raise InvalidOption("ratings", sentence)
    if options.rated:
        _check_rated(options, start)


def _check_is_new(values: Mapping[str, Any]) -> None:
    """Check that what describes a new room is not given for another. Raises InvalidOption."""
    joins = ("rated", "games")  # these also select among the open rooms
    for row in (*ROOM_OPTIONS, ROOM_PASSWORD, *STARTS):
        if values[row.name] == row.default:
            continue
        if values["room"] is not None:
            sentence = tell("flag.is-for-a-new-room", name=row.name)
            raise InvalidOption(row.name, sentence)
        if row.name not in joins and not (values["new"] or values["against"]):
            sentence = tell("flag.is-for-a-new-room-2", name=row.name)
            raise InvalidOption(row.name, sentence)


def _check_rated(options: Options, start: GameStart) -> None:
    if options.hints:
        raise InvalidOption("rated", template("flag.and-cant-be-combined-use-3"))
    time: TimeControl = start.time or parse_time_control(DEFAULT_TIME)
    try:
        rated_pool(ruleset_from(start.ruleset or "pente"), time)
    except Unrated as unrated:
        raise InvalidOption("rated", "{problem}", problem=unrated) from None


def read_form(words: Mapping[str, str]) -> dict[str, Any]:
    """The values of a new game of which some fields of a form are given; the others are as usual.

    Raises InvalidOption.
    """
    values: dict[str, Any] = {"room": None, "room_password_file": None, "new": not words.get("against")}
    for row in GAME_OPTIONS:
        word = words.get(row.name, "")
        values[row.name] = row.parse(word) if word else row.default
    options = room_options_of(values)
    try:
        check_new_game(values, options, start_asked_for(values))
    except InvalidRuleset as bad:
        problem = bad.problems[0]
        named = (*(name for name in problem.names if words.get(name)), *_rows_of(problem), "ruleset")
        raise problem.blaming(named[0]) from None
    if options.rated and (options.hides_games or values["room_password"]) and not values["accepts_rating"]:
        sentence = template("flag.say-yes-here-or-play")
        raise InvalidOption("accepts_rating", sentence, told=TOLD)
    return values


def _rows_of(problem: InvalidOption) -> Iterator[str]:
    known = {row.name for row in GAME_OPTIONS}
    yield from (name for name in problem.names if name in known)


def title_of(name: str) -> str:
    """How a form calls an option in a sentence."""
    return repr(game_option(name).title)


def command_words(words: Mapping[str, str]) -> tuple[str, ...]:
    """What to type behind ``pente play`` for the game that a form describes.

    >>> command_words({"size": "13", "teams": "no", "takebacks": "no"})
    ('--new', '--size=13', '--no-takebacks', '--no-teams')
    """
    line = [word for row in GAME_OPTIONS for word in _words(row, words.get(row.name, ""))]
    return tuple(line) if words.get("against") else ("--new", *line)


def _words(row: Option[Any], word: str) -> tuple[str, ...]:
    """The option with a word that a form has, right or wrong; nothing where it is as usual."""
    if word in ("", offered_words(game_option(row.name))[0]):
        return ()
    if isinstance(row.kind, YesNo):
        return row.words(row.parse(word))
    return (row.flag,) if isinstance(row.kind, Text) and row.kind.is_secret else (f"{row.flag}={word}",)
