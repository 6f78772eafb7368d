"""Every option of a new game, as one table: `pente play` takes them as words, a form shows them as fields.

The options are those that the command line has; its parser explains and checks them for the form, too. Only
what reads files of this machine stays away from the form: the person at it may be a stranger.
"""

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NoReturn

from pente_client.options.clock_options import DEFAULT_TIME, add_time
from pente_client.options.game_start_options import GameStart, InvalidStart, add_game_start, start_asked_for
from pente_client.options.room_options import (
    TOLD,
    InvalidRoomOptions,
    add_accept_rating,
    add_opponent,
    add_room_options,
    add_seat,
    check_room_options,
    room_options_of,
)
from pente_client.options.ruleset_options import NOTHING, PARAMETERS, add_rules, ruleset_asked_for
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, ruleset_from
from pente_protocol.untrusted_text import clean

YES: Final = "yes"
NO: Final = "no"
PASSWORD: Final = "room_password"
"""The field whose word is a secret; the command line has only a switch, and asks for it."""
LONGEST: Final = 100
"""The most characters of a password."""

SECTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "the game": {
        "ruleset": "Rules",
        "size": "Board size",
        "time": "Time",
        "seat": "Your seat",
        "against": "Opponent",
        "rated": "Rated",
        "is_set": "Set of two",
    },
    "the room": {
        "private": "Private",
        PASSWORD: "Password",
        "watchers": "Who may watch",
        "viewer_delay": "Viewers' delay",
        "chat": "Who may chat",
        "hints": "Hints",
        "no_takebacks": "No takebacks",
        "ratings": "Ratings",
        "bots": "Bots",
        "named_only": "No guests",
        "ready": "Ready check",
        "accept_rating": "Accept rating",
    },
    "position and handicap": {
        "from_game": "From a game",
        "position": "Position",
        "give": "Given stones",
        "time_odds": "Time odds",
        "needs": "Captures needed",
    },
    "the rules in detail": {
        "line": "Stones in a row",
        "exact_line": "Exact rows only",
        "captures": "Captures",
        "goal": "Goal",
        "poof": "Poof",
        "unbreakable": "Unbreakable",
        "opening": "First stone",
        "second_move": "Second stone",
        "swap": "Swap",
        "stones_per_turn": "Stones per turn",
        "sides": "Players",
        "teams": "Teams",
        "first": "First colour",
        "announce": "Announcements",
        "dead_draw": "Dead draw",
        "goals": "Goals per seat",
    },
}
"""The titles of all fields by the names that their options have in the parsed arguments."""
_USUAL: Final = {
    "time": ("1+0", "3+2", "5+3", DEFAULT_TIME, "15+10", "30/move", "1d/move", "3d/move", "-"),
    "size": ("9", "13", "15", "19"),
    "seat": ("0", "1", "2", "3"),
    "viewer_delay": ("3", "10", "30s", "120s"),
    "sides": ("2", "3", "4"),
    "stones_per_turn": ("1", "2"),
    "captures": ("2", "2,3", "none"),
    "poof": ("2", "2,3", "none"),
    "goals": ("none",),
}
"""What people often write; the field takes other words as well, unless the parser says no."""
_FLAGS: Final = re.compile(r"--[a-z-]+")
_ARGUMENT: Final = re.compile(r"^argument \S+: ")


_REMEDY: Final = "; the nearest playable ruleset"
"""From here on a message is for programs."""


class InvalidField(ValueError):
    """A field of a new game that can't be as it is; the message is a sentence without its full stop."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        """The field that has to change."""


@dataclass(frozen=True, slots=True)
class GameField:
    """One option of a new game. Its values are words; the empty word leaves it as it usually is."""

    name: str
    title: str
    flag: str
    explanation: str
    words: tuple[str, ...]
    """What it can be, or what it often is; the first one is usual."""
    takes_text: bool
    is_switch: bool = False
    """Whether the option stands alone on the command line."""

    def arguments(self, word: str) -> list[str]:
        """The option with a word, as the command line takes it; nothing where the field is as usual.

        >>> field_of("size").arguments("13"), field_of("teams").arguments("no")
        (['--size=13'], ['--no-teams'])
        """
        if word in ("", self.words[0]):
            return []
        if self.is_switch or self.name == PASSWORD:
            return [self.flag]
        if word == YES and NO in self.words:
            return [self.flag]
        if (word == NO and NO in self.words) or (word == "none" and self.name in NOTHING):
            return [self.flag.replace("--", "--no-", 1)]
        return [f"{self.flag}={word}"]


class _Parser(argparse.ArgumentParser):
    """A parser that raises what is wrong, and never ends the program."""

    def error(self, message: str) -> NoReturn:
        raise InvalidStart(message)


def add_new_game(parser: argparse.ArgumentParser) -> None:
    """Add the options of a new game that describe neither its opponent nor its seat."""
    add_room_options(parser)
    add_game_start(parser)
    add_rules(parser)
    add_time(parser.add_argument_group("clocks"), DEFAULT_TIME)


@cache
def new_game_parser() -> argparse.ArgumentParser:
    """The parser of all options of a new game, and of nothing else."""
    parser = _Parser(add_help=False, allow_abbrev=False)
    parser.set_defaults(room=None, room_password_file=None)
    add_opponent(parser)
    add_accept_rating(parser)
    add_seat(parser)
    add_new_game(parser)
    return parser


@cache
def fields() -> tuple[GameField, ...]:
    """All fields, in the order of `SECTIONS`."""
    titles = {name: title for section in SECTIONS.values() for name, title in section.items()}
    actions: dict[str, argparse.Action] = {}
    for action in new_game_parser()._actions:  # noqa: SLF001 -- argparse shows its options nowhere else
        actions.setdefault(action.dest, action)
    return tuple(_field(actions[name], title) for name, title in titles.items())


def field_of(name: str) -> GameField:
    return next(field for field in fields() if field.name == name)


def new_game_arguments(words: Mapping[str, str]) -> argparse.Namespace:
    """The arguments of `pente play` for a new game of which some fields are given; the others are as usual.

    A password is left out: it stands on no command line. Raises InvalidField.
    """
    for field in fields():
        _check(field, words.get(field.name, ""))
    given = {name: word for name, word in words.items() if name != PASSWORD}
    line = [argument for field in fields() for argument in field.arguments(given.get(field.name, ""))]
    try:
        args = _parsed(line)
        start, options = start_asked_for(args, ruleset_asked_for(args)), room_options_of(args)
        check_room_options(args, options, start.ruleset, start.time)
        _check_seat(start)
    except (InvalidRuleset, InvalidStart, InvalidRoomOptions) as bad:
        raise _blamed(str(bad), words) from None
    if options.rated and (options.hides_games or words.get(PASSWORD)) and not args.accept_rating:
        raise InvalidField("accept_rating", f"{TOLD} Say yes here, or play a casual game")
    return args


def command_words(words: Mapping[str, str]) -> tuple[str, ...]:
    """What to type behind ``pente play`` for the same game."""
    line = [argument for field in fields() for argument in field.arguments(words.get(field.name, ""))]
    return tuple(line) if words.get("against") else ("--new", *line)


def _parsed(line: list[str]) -> argparse.Namespace:
    is_named = any(argument.startswith("--against=") for argument in line)
    return new_game_parser().parse_args(line if is_named else ["--new", *line])


def _check_seat(start: GameStart) -> None:
    sides = ruleset_from(start.ruleset or "pente").sides
    if start.seat is not None and start.seat >= sides:
        raise InvalidStart(f"--seat is for one of {sides} players; choose another")


def _check(field: GameField, word: str) -> None:
    """Check a field by itself. Raises InvalidField."""
    if field.name == PASSWORD:
        if len(word) > LONGEST:
            raise InvalidField(PASSWORD, f"A password has at most {LONGEST} characters")
        return
    if word and not field.takes_text and word not in field.words:
        raise InvalidField(field.name, f"{clean(word, 20)!r} is none of {', '.join(field.words)}")
    try:
        _parsed(field.arguments(word))
    except InvalidStart as bad:
        raise InvalidField(field.name, _ARGUMENT.sub("", str(bad))) from None


def _blamed(message: str, words: Mapping[str, str]) -> InvalidField:
    """The error of a field that is named in a message about options, in the words of the form."""
    flags = {field.flag: field for field in fields()}
    named = [flags[flag] for flag in _FLAGS.findall(message) if flag in flags]
    titled = _FLAGS.sub(lambda flag: _title(flag[0]), _ARGUMENT.sub("", message)).split(_REMEDY)[0]
    return InvalidField(named[0].name if named else _suspect(message, words), titled)


def _title(flag: str) -> str:
    return next((repr(field.title) for field in fields() if field.flag == flag), flag)


def _suspect(message: str, words: Mapping[str, str]) -> str:
    """The field that a message without options is about: one that is named, else one that was changed."""
    changed = [field.name for field in fields() if words.get(field.name)]
    parameters = [*(name for name in PARAMETERS if name in changed), *PARAMETERS]
    named = [name for name in parameters if re.search(rf"\b{name}\b", message)]
    starts = [name for name in SECTIONS["position and handicap"] if name in changed]
    rated = ["rated"] if "rated" in changed and "rate" in message else []
    return (*rated, *named, *starts, "ruleset")[0]


def _field(action: argparse.Action, title: str) -> GameField:
    flag, name = action.option_strings[0], action.dest
    explanation = (action.help or "").replace("%%", "%")
    if name == PASSWORD:
        return GameField(name, title, flag, "protect the room with a password", ("",), takes_text=True)
    if name == "ruleset":
        return GameField(name, title, flag, "what is played", tuple(RULESETS), takes_text=False)
    if isinstance(action, argparse.BooleanOptionalAction):
        return GameField(name, title, flag, explanation, ("", YES, NO), takes_text=False)
    if action.nargs == 0:
        return GameField(name, title, flag, explanation, (NO, YES), takes_text=False, is_switch=True)
    usual = _USUAL.get(name) or tuple(map(str, action.choices or ()))
    takes_text = not action.choices
    return GameField(name, title, flag, explanation, ("", *usual), takes_text=takes_text)
