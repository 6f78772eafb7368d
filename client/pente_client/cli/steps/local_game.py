"""The game that the options of `pente local` describe: who plays what, by which rules, from where."""

import argparse
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pente_client.drawing.diagram import diagram_of
from pente_client.files.record_files import UnusableRecord, format_of, game_of
from pente_client.local.computer_turns import TurnManner
from pente_client.local.new_game import UNLIMITED, LocalGame, LocalPlayer
from pente_client.local.profiles import PROFILES, GameProfile, NotInProfile
from pente_client.options.output_options import wants_screen
from pente_client.options.positions import InvalidFilter, position_of
from pente_client.options.ruleset_options import RulesetSpec, parameters_asked_for, ruleset_asked_for
from pente_core.clock.time_control import BadTimeControl
from pente_core.drawing import NoSuchTurn
from pente_core.records import Record, Unplayable
from pente_core.room.options import check_odds
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset, ruleset_from
from pente_core.rules.setup import BadSetup, Setup
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.game_options import Moment, parse_moment
from pente_protocol.sentences import tell, template

RANDOM: Final = "random"
_WATCHED: Final = 0.5
"""Seconds for a turn that people want to follow on a screen."""
_MOMENT: Final = re.compile(r"(?P<what>.+)#(?P<stones>[0-9]{1,4})")


def position_asked_for(args: argparse.Namespace) -> Position | Moment | None:
    """The position that ``--from`` names; a moment of a game that a server has; None: the empty board.

    Raises InvalidOption and InvalidRuleset.
    """
    if args.start is None:
        return None
    match = _MOMENT.fullmatch(args.start)
    what, stones = (match["what"], int(match["stones"])) if match else (args.start, None)
    try:
        if what.lower().endswith(_ENDINGS) or Path(what).is_file():
            return _recorded(what, stones)
        if match is not None:
            return parse_moment(args.start)
        spec = _rules_asked_for(args)
        return position_of(args.start.split(), None if spec is None else ruleset_from(spec))
    except (UnusableRecord, InvalidFilter) as bad:
        raise _wrong("from", bad) from None


def computers_asked_for(args: argparse.Namespace) -> list[str]:
    """The computer players that the options name, in the order of the seats if nobody else plays.

    Raises InvalidOption.
    """
    if args.against and args.between:
        sentence = template("steps.plays-a-computer-player-watches")
        raise InvalidOption("against", sentence)
    names = args.between or ([args.against] if args.against else [])
    profile = profile_asked_for(args)
    return [_in_profile(profile, name) if profile else name for name in names]


def profile_asked_for(args: argparse.Namespace) -> GameProfile | None:
    """The profile that the options name."""
    return None if args.profile is None else PROFILES[args.profile]


def manner_asked_for(args: argparse.Namespace) -> TurnManner:
    """How computer players take their turns."""
    profile = profile_asked_for(args)
    pace, explains = (profile.pace, profile.explains) if profile else (0.0, False)
    if args.between and wants_screen(args):
        pace = max(pace, _WATCHED)
    return TurnManner(
        pace if args.pace is None else args.pace, explains if args.explain is None else args.explain
    )


def local_game(args: argparse.Namespace, start: Position | None, computers: Sequence[str] = ()) -> LocalGame:
    """The game that the options describe, with computer players of these names.

    Raises InvalidOption and InvalidRuleset.
    """
    spec = _rules_asked_for(args)
    rules = ruleset_from(spec or "pente") if start is None or spec is not None else start.rules
    try:
        setup = None if start is None else _setup(start, rules)
        time = args.time or UNLIMITED
        check_odds(time, rules)
    except BadSetup as bad:
        raise _wrong("from", bad) from None
    except BadTimeControl as bad:
        raise _wrong("time", bad) from None
    return LocalGame(rules, _players(args, rules, computers), time, setup)


def _in_profile(profile: GameProfile, name: str) -> str:
    try:
        return profile.player(name)
    except NotInProfile as problem:
        raise _wrong("against", problem) from None


def _rules_asked_for(args: argparse.Namespace) -> RulesetSpec | None:
    """The rules that the options describe; None without any. Raises InvalidOption and InvalidRuleset."""
    profile = profile_asked_for(args)
    if profile is None:
        return ruleset_asked_for(vars(args))
    if args.ruleset is not None:
        raise InvalidOption("ruleset", template("steps.cant-be-changed-in"), profile=profile.name)
    try:
        return profile.ruleset(parameters_asked_for(vars(args))).spec
    except NotInProfile as problem:
        raise _wrong("profile", problem) from None


def _setup(start: Position, rules: Ruleset) -> Setup | None:
    if not start.board.occupied:
        return None
    setup = Setup.of(start)
    setup.position(rules)
    return setup


def _players(args: argparse.Namespace, rules: Ruleset, computers: Sequence[str]) -> tuple[LocalPlayer, ...]:
    if args.colour is not None and not args.against:
        sentence = template("steps.is-for-games-against-a")
        raise InvalidOption("colour", sentence)
    if args.between:
        if len(computers) != rules.sides:
            sentence = template("steps.this-game-needs-players-has")
            raise InvalidOption("between", sentence, sides=rules.sides, count=len(computers))
        return tuple(LocalPlayer(name, is_computer=True) for name in computers)
    if not computers:
        return tuple(LocalPlayer(name) for name in _people(args, rules.sides))
    (name,) = _people(args, 1)
    mine = _seat(args.colour, rules)
    return tuple(
        LocalPlayer(name) if seat == mine else LocalPlayer(computers[0], is_computer=True)
        for seat in range(rules.sides)
    )


def _people(args: argparse.Namespace, count: int) -> tuple[str, ...]:
    """The names of so many people."""
    if args.names is None:
        first = args.name or os.environ.get("PENTE_NAME") or ("player" if count == 1 else "player-1")
        return (first, *(f"player-{number}" for number in range(2, count + 1)))
    if len(args.names) != count:
        people = tell("steps.one-name") if count == 1 else f"{count} names"
        sentence = template("steps.this-game-needs-has")
        raise InvalidOption("names", sentence, people=people, given=len(args.names))
    return tuple(args.names)


def _seat(colour: str | None, rules: Ruleset) -> int:
    if colour is None:
        return 0
    if colour.lower() == RANDOM:
        return secrets.randbelow(rules.sides)
    if colour.lower() not in rules.colours:
        sentence = tell("steps.can-be-or", colours=", ".join(rules.colours), random=RANDOM)
        raise InvalidOption("colour", sentence)
    return rules.colours.index(colour.lower())


def _recorded(path: str, stones: int | None) -> Position:
    """The position in the first game of a file. Raises UnusableRecord and InvalidOption."""
    record = game_of(path, format_of(path, None, tell("steps.from-file-pgn-sgf-or")), 1).content
    assert isinstance(record, Record)
    try:
        return diagram_of(record, stones).board.position
    except (NoSuchTurn, Unplayable) as problem:
        raise _wrong("from", f"{path}: {problem}") from None


def _wrong(option: str, problem: object) -> InvalidOption:
    """The error of an option whose value can't be used."""
    return InvalidOption(option, "{problem}", problem=problem)


_ENDINGS: Final = (".pgn", ".txt", ".sgf", ".jsonl", ".ndjson")
