"""How strong the levels of computer players are, in words; imports nothing, for help of commands."""

from typing import Final

LEVELS: Final = (
    ("newcomer", "sees one threat in four"),
    ("beginner", "sees one threat in three"),
    ("learner", "sees every second threat"),
    ("casual player", "overlooks captures, and threats far from the last stones"),
    ("attentive player", "answers most threats, but does not look ahead"),
    ("club player", "looks a few stones ahead, but is mostly hasty"),
    ("strong club player", "looks ahead, and is often hasty"),
    ("tournament player", "is sometimes hasty"),
    ("expert", "looks far ahead, and is hasty now and then"),
    ("master", "looks farther ahead, and is seldom hasty"),
    ("grandmaster", "is hardly ever hasty"),
    ("champion", "looks farthest"),
)
"""What people call each level, from level 1 on, and how it plays."""
UNCOMPILED: Final = (
    "The engine is not compiled here, so computer players of this machine have only levels 1 to 10; "
    "pente doctor says how to compile it."
)
NEEDS_COMPILED: Final = " (not here: the engine is not compiled)"
"""After a level that is listed, but can't be played on this machine."""


def level_text(number: int) -> str:
    """A level as it is shown wherever one is chosen.

    >>> level_text(2)
    'level 2 of 12, beginner: sees one threat in three'
    """
    name, style = LEVELS[number - 1]
    return f"level {number} of {len(LEVELS)}, {name}: {style}"
