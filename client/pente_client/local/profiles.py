"""Profiles: published games from which this project grew, as differences to any other local game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from pente_client.play.shown.own_words import NO_OWN_WORDS, OwnWords
from pente_core.rules.ruleset import Ruleset, ruleset_from

_AGAIN: Final = "/rematch"


class NotInProfile(ValueError):
    """A profile does not have what was asked for; the message says what it has."""


@dataclass(frozen=True, slots=True)
class GameProfile:
    """A game as it was published."""

    name: str
    about: str
    """What is different, in one sentence."""
    rules: Mapping[str, Any]
    """A ruleset, and its parameters."""
    changes: Mapping[str, Sequence[Any] | None]
    """The parameters of the rules that may be changed, with their values; None: any."""
    players: Mapping[str, str]
    """Its computer players, by their names there."""
    pace: float = 0.0
    """The least seconds for a turn of theirs."""
    explains: bool = False
    """Whether they say what they think before they move."""
    words: OwnWords = NO_OWN_WORDS

    def ruleset(self, asked: Mapping[str, Any]) -> Ruleset:
        """The rules, with parameters that were asked for. Raises NotInProfile and InvalidRuleset."""
        for name, value in asked.items():
            self._check(name, value)
        return ruleset_from({**self.rules, **asked})

    def player(self, name: str) -> str:
        """A computer player as other games name it, with the options that were given to it.

        >>> PROFILES["prolog"].player("3:depth=4")
        'patterns:level=3,depth=4'

        Raises NotInProfile.
        """
        there, _, options = name.lower().partition(":")
        if there not in self.players:
            raise NotInProfile(f"{self.name} has the players {', '.join(self.players)}")
        player = self.players[there]
        return f"{player}{',' if ':' in player else ':'}{options}" if options else player

    def _check(self, name: str, value: object) -> None:
        if name not in self.changes:
            may = " and ".join(map(_option, self.changes))
            remedy = f"it has {may}" if may else "its rules can't be changed"
            raise NotInProfile(f"{self.name} has no {_option(name)}; {remedy}")
        values = self.changes[name]
        if values is not None and value not in values:
            raise NotInProfile(f"{_option(name)} in {self.name} is one of {', '.join(map(str, values))}")


def _option(parameter: str) -> str:
    return f"--{parameter.replace('_', '-')}"


def _words(
    lines: Mapping[str, str],
    answers: Mapping[str, str] = MappingProxyType({}),
    shell: frozenset[str] = frozenset(),
) -> OwnWords:
    """The words of a profile, and one that lists them."""
    listed = ", ".join(sorted({*lines, *answers, *shell})).replace(" *", " POINT")
    return OwnWords(lines, {**answers, "commands": f"Here you can also type: {listed}."}, shell)


_OPTIONS_OF_PROLOG: Final = {
    "level": "level: how far the computer looks, from 1 to 5. --against 3 is level 3.",
    "depth": "depth: how many stones the computer looks ahead, instead of its level's. --against 3:depth=4",
    "padding": "padding: how far from other stones the computer looks for points. --against 3:padding=1",
    "width": "width: how many stones the computer tries at each depth; the last number repeats. "
    "--against 3:width=4,3,2",
    "flip_board": "flip_board: type it on a full screen to turn the board round, and again to turn it back.",
    "tournament": "tournament: White's second stone must keep away from the centre. --second-move tournament",
    "size": "size: the rows of the board, an odd number from 7. --size 13",
}

_DELPHI: Final = GameProfile(
    "delphi",
    "rows of any length on any board, no captures; drawn as soon as no row can be completed",
    rules={"base": "freestyle", "announce": False},
    changes={"size": None, "line": None},
    players={mode: f"weights:mode={mode}" for mode in ("balanced", "defensive", "offensive")},
    words=_words({"new game": _AGAIN, "undo": "/takeback"}),
)
_PROLOG: Final = GameProfile(
    "prolog",
    "White begins in the centre; the computer looks ahead, and shows its search before it moves",
    rules={"base": "pente", "second_move": "free", "announce": False},
    changes={"size": range(7, 26, 2), "second_move": ("free", "tournament")},
    players={str(level): f"patterns:level={level}" for level in range(1, 6)},
    explains=True,
    words=replace(
        _words(
            {"flip_board": "/flip", "again": _AGAIN, "undo": "/takeback"},
            {
                "help": f"help(Option) explains {', '.join(_OPTIONS_OF_PROLOG)}.",
                **{f"help({option})": text for option, text in _OPTIONS_OF_PROLOG.items()},
            },
        ),
        ends_in_full_stop=True,
    ),
)
_CSHARP: Final = GameProfile(
    "csharp",
    "five in a row on 19x19, no captures, the first stone anywhere; the computer tells the costs",
    rules={"base": "gomoku", "exact_line": False, "opening": "free", "announce": False},
    changes={},
    players={"alphabeta": "alphabeta"},
    pace=0.1,
    explains=True,
    words=_words({"play again": _AGAIN, "again": _AGAIN}),
)
_CMPUT: Final = GameProfile(
    "cmput",
    "Black begins in the centre of an odd board; captures count in pairs, tria and tessera are called",
    rules={"base": "pente", "first": "black"},
    changes={"size": range(7, 20, 2), "second_move": ("tournament", "free")},
    players={"priorities": "priorities", "random": "random"},
    words=_words(
        {
            "play *": "*",
            "showboard": "/board",
            "undo": "/takeback",
            "quit": "/quit",
        },
        shell=frozenset(
            (
                *("boardsize", "capturecounts", "changeptm", "changerules", "emptyspaces", "genmove"),
                *("movehistory", "playcpugame", "poseval", "ptm", "reset", "rules", "startgame", "winner"),
            )
        ),
    ),
)

PROFILES: Final[Mapping[str, GameProfile]] = MappingProxyType(
    {profile.name: profile for profile in (_DELPHI, _PROLOG, _CSHARP, _CMPUT)}
)
"""All profiles, by name."""
