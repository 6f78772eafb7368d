"""The SGF properties of records.

Standard properties of FF[4]: FF, GM[4] (Gomoku and its relatives; SGF has no number for Pente), CA, SZ, RU
(the name of a ruleset, or its parameters as JSON), DT, RE, TM, OT, C, and for each colour the name (PW,
PB), the rating (WR, BR), the stone (W, B) and the time left in seconds (WL, BL). White and black are the
colours of the ruleset, whichever moves first. A review also writes, for other programs, BM (a mistake or a
blunder), DO (an inaccuracy) or TE (an only move) and V (from -1, white wins, to 1, black wins); they are not
read. Points that people marked are lines of C, as ``eve marks K10``, and for other programs MA, those of a
second person CR; marks of others are read as such lines. AB and AW in the first node, also with rectangles
such as ``[aa:cb]``, are the stones on the board before the first turn; PL says whose turn it is then, without
it the side of the first stone.

Private properties, which other programs ignore:

- ``END[resignation]``: why the game ended (see `Termination`);
- ``CHOICE[swap]``: a choice of a swap opening, in a node of its own;
- ``OUT[time:2]``: a seat that drops out while others play on, in a node of its own;
- ``CLOCK[300+3]``: the time control in seconds, ``CLOCK[-]`` for none;
- ``TIME[01:22:33]``: the time of day, in addition to DT;
- ``RATED[Y]``, ``KINDW[Human]``, ``KINDB[Computer]``;
- ``TAG[name:value]``: any other tag of the game;
- ``SETUP[4,2 1 -]``: with setup stones, the stones that each seat had captured, how many it has left to
  place in its turn, and the choices of the swap opening; without it, none, a whole turn, and ``stay``;
- ``REVIEWER[engine:nodes=100000]`` in the first node: who made the review of the game;
- ``REVIEW[310/654/blunder/K10,L11]`` in the node of each stone up to where the review goes: its review, as in
  `pente_core.records.model.review_text`;
- RED and BLUE for stones of a third and fourth side, with PRED, REDR, REDL, KINDRED, ARED and so on.
"""

from typing import Final

from pente_core.rules.ruleset import Ruleset

CODES: Final = {"white": "W", "black": "B", "red": "RED", "blue": "BLUE"}
"""The property for the stones of a colour."""

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
    """The property for the stones of each seat.

    >>> from pente_core.rules.ruleset import ruleset_from
    >>> codes_of(ruleset_from({"base": "gomoku", "first": "black"}))
    ('B', 'W')
    """
    return tuple(CODES[colour] for colour in rules.colours)
