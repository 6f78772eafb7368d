"""What is typed to search finished games, and to explore a position."""

import re
from typing import Final

from pente_client.input.invalid_input import InvalidInput
from pente_client.words.lists.local_time import local_moment
from pente_client.words.sentences import sentence
from pente_core.records import DayTime
from pente_core.records.model.calendar_day import parse_day
from pente_core.room.refusals import Reason, Refused
from pente_core.rules.game import Game, parse_turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import BadPoint
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import replace
from pente_protocol.choices.game_result import GameResult
from pente_protocol.messages.archive import GameFilter
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import BadName, check_name, clean

HOW_TO_SEARCH: Final = tell("typed.how-to-search")
_LOOKS_LIKE_DAY: Final = re.compile(r"\d{4}-\d\d?-\d\d?")


def parse_game_search(text: str) -> GameFilter:
    """The filter that a line describes: ``anna pente won 2026-01-01 2026-01-31``; empty: all games.

    Two days are the first and the last. Raises InvalidInput.
    """
    which, days = GameFilter(), list[str]()
    for word in text.split():
        if _LOOKS_LIKE_DAY.fullmatch(word):
            days.append(word)
        elif word.lower() in RULESETS and not which.ruleset:
            which = replace(which, ruleset=RULESETS[word.lower()].spec)
        elif word.lower() in list(GameResult) and which.result is None:
            which = replace(which, result=GameResult(word.lower()))
        elif not which.player:
            which = replace(which, player=_name(word))
        else:
            raise InvalidInput(tell("typed.is-too-much", word=clean(word, 20), remedy=HOW_TO_SEARCH))
    if which.result in (GameResult.WON, GameResult.LOST) and not which.player:
        raise InvalidInput(tell("typed.type-also-whose-games-a", result=which.result))
    return _between(which, days)


def _name(word: str) -> str:
    try:
        return check_name(word)
    except BadName as bad:
        raise InvalidInput(sentence(clean(str(bad)))) from None


def _between(which: GameFilter, days: list[str]) -> GameFilter:
    if not days:
        return which
    if len(days) > 2:
        raise InvalidInput(tell("typed.type-one-day-or-the"))
    try:
        first = local_moment(parse_day(days[0]), DayTime(0, 0))
        until = local_moment(parse_day(days[-1]), DayTime(0, 0), days_later=1)
    except ValueError:
        raise InvalidInput(tell("typed.write-days-as-2026-01")) from None
    return replace(which, since=first, until=until)


def parse_moves(text: str, rules: Ruleset) -> Game:
    """The game that a line of moves makes; a ruleset before them takes the place of ``rules``.

    Raises InvalidInput.
    """
    words = text.split()
    if words and words[0].lower() in RULESETS:
        rules = RULESETS[words.pop(0).lower()]
    game = Game.new(rules)
    for word in words:
        try:
            game = game.with_turn(parse_turn(word, rules.size))
        except BadPoint as bad:
            raise InvalidInput(
                tell("typed.type-moves-such-as-k10", problem=sentence(clean(str(bad))))
            ) from None
        except IllegalMove as illegal:
            raise InvalidInput(f"{clean(word, 8)}: {Refused(Reason(illegal.reason.value))}") from None
    return game
