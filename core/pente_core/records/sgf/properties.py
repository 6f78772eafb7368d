"""The properties of SGF that records are written in.

Standard ones of FF[4] come first: FF, GM[4] (Gomoku and its kin: SGF has no number for Pente), CA, SZ, RU
(the name of a ruleset, or its parameters as JSON), DT, RE, TM, OT, C, and per colour the name (PW, PB), the
rating (WR, BR), the stone (W, B) and the time left in seconds (WL, BL). White and black are the colours of
the ruleset, whichever moves first.

Our own, which other programs skip:

- ``END[resignation]``: why the game ended (see `Termination`);
- ``CHOICE[swap]``: a choice of a swap opening, in a node of its own;
- ``OUT[time:2]``: a seat that is out while others play on, in a node of its own;
- ``CLOCK[300+3]``: the time control in seconds, ``CLOCK[-]`` for none;
- ``TIME[01:22:33]``: the time of day, beside DT;
- ``RATED[Y]``, ``KINDW[Human]``, ``KINDB[Computer]``;
- ``TAG[name:value]``: anything else that is said of the game;
- RED and BLUE stones of a third and fourth side, with PRED, REDR, REDL, KINDRED and so on.
"""

from typing import Final

from pente_core.rules.ruleset import Ruleset

CODES: Final = {"white": "W", "black": "B", "red": "RED", "blue": "BLUE"}
"""What the stones of a colour are called."""

TAGS: Final = {
    "Site": "PC",
    "Event": "EV",
    "Round": "RO",
    "Title": "GN",
    "Annotator": "AN",
    "Source": "SO",
    "Recorder": "US",
    "Copyright": "CP",
}
"""Tags with a property of their own."""


def codes_of(rules: Ruleset) -> tuple[str, ...]:
    """What the stones of each seat are called.

    >>> from pente_core.rules.ruleset import ruleset_from
    >>> codes_of(ruleset_from({"base": "gomoku", "first": "black"}))
    ('B', 'W')
    """
    return tuple(CODES[colour] for colour in rules.colours)
