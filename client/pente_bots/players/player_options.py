"""Options of players, written as ``name=value``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pente_protocol.option import Duration, Option, Parsed, Whole
from pente_protocol.sentences import tell

LEVEL_COUNT: Final = 12
"""How many levels there are: `pente_bots.players.levels` has them."""
PLAYER: Final = Option(
    name="player",
    kind=Parsed(str, "kind.player"),
    texts="bot",
    places=(("levels", LEVEL_COUNT),),
    metavar="PLAYER",
)


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Whole().wrong(text) from None


SEED: Final = Option(
    name="seed", kind=Parsed(_seed, "kind.whole"), texts="bot", metavar="N", usual="games-differ"
)
MOVE_TIME: Final = Option(name="move_time", kind=Duration(1, 864_000_000), texts="bot", usual="no-limit")
NODES: Final = Option(name="nodes", kind=Whole(1), texts="bot", usual="no-limit")
DEPTH: Final = Option(name="depth", kind=Whole(1), texts="bot", usual="no-limit")


class InvalidPlayerOption(ValueError):
    """An unknown option, or a wrong value; the message lists the right ones."""


@dataclass(frozen=True, slots=True)
class PlayerOption:
    """An option of a player."""

    name: str
    help: str
    default: str
    """As text."""
    read: Callable[[str], Any]
    """Parses a value; raises ValueError."""
    values: str
    """The allowed values, for people."""


def switch(name: str, help_: str, default: str = "off") -> PlayerOption:
    """An option that is on or off."""
    return PlayerOption(name, help_, default, lambda text: _SWITCH[text], tell("player.on-off"))


def number(name: str, help_: str, default: int | None, ends: tuple[int, int]) -> PlayerOption:
    """An option that is a whole number in a range, ends included; None: the player decides."""
    low, high = ends

    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return PlayerOption(
        name, help_, "" if default is None else str(default), read, tell("player.range", low=low, high=high)
    )


def numbers(name: str, help_: str, *, low: int = 0) -> PlayerOption:
    """An option that is a list of whole numbers of which the last repeats; usually the player's own."""

    def read(text: str) -> tuple[int, ...]:
        values = tuple(int(word) for word in text.split(","))
        if min(values) < low:
            raise ValueError
        return values

    return PlayerOption(name, help_, "", read, tell("player.whole-numbers-from-separated-by", low=low))


def one_of(name: str, help_: str, values: Sequence[str]) -> PlayerOption:
    """An option that is one of some words, by default the first."""

    def read(text: str) -> str:
        if text not in values:
            raise ValueError
        return text

    return PlayerOption(name, help_, values[0], read, ", ".join(values))


def read_options(options: Sequence[PlayerOption], given: Mapping[str, str]) -> dict[str, Any]:
    """The values of the given options. Raises InvalidPlayerOption."""
    known = {option.name: option for option in options}
    values: dict[str, Any] = {}
    for name, text in given.items():
        if name not in known:
            there_are = (
                tell("player.choose-from", known=", ".join(known)) if known else tell("player.it-has-none")
            )
            raise InvalidPlayerOption(
                tell("player.this-player-has-no-option", name=repr(name), there_are=there_are)
            )
        try:
            values[name] = known[name].read(text)
        except (ValueError, KeyError):
            raise InvalidPlayerOption(
                tell("player.cant-be-it-is", name=name, text=repr(text), values=known[name].values)
            ) from None
    return values


def split_option(text: str) -> tuple[str, str]:
    """Parse ``name=value``. Raises InvalidPlayerOption.

    >>> split_option("captures=on")
    ('captures', 'on')
    """
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise InvalidPlayerOption(tell("player.is-not-an-option-write", text=repr(text)))
    return name, value


def split_options(text: str) -> Iterator[tuple[str, str]]:
    """The options of ``level=4,width=4,3``: a part without an equals sign continues the value before it.

    Raises InvalidPlayerOption.

    >>> list(split_options("depth=1,values=0,1,5"))
    [('depth', '1'), ('values', '0,1,5')]
    """
    word = ""
    for piece in text.split(",") if text else ():
        if word and "=" in piece:
            yield split_option(word)
            word = piece
        else:
            word = f"{word},{piece}" if word else piece
    if word:
        yield split_option(word)


_SWITCH = {"on": True, "off": False}
