"""The settings of a person: how pages look, sound and take keys."""

from typing import Annotated, Literal

from msgspec import Meta

from pente_core.value import Value


class OwnKeys(Value):
    """The keys that a person has chosen for an action, in place of its usual ones."""

    action: str
    keys: tuple[str, ...]
    """As prompt_toolkit names them: ``c-n``, ``f5``, ``x``; empty: the action has no key."""


class Settings(Value):
    """All settings. Each field but the own keys is a yes or no, a word of a list, or any word.

    A new field with a title, a description and a default is all that a new setting needs: the file, the
    environment, the command line and the settings page know it by that.
    """

    theme: Annotated[
        str,
        Meta(
            title="Theme: the colours of all pages",
            description="The colours of all pages.",
        ),
    ] = "auto"
    colours: Annotated[
        Literal["auto", "none", "16", "256", "true"],
        Meta(
            title="Colours that the terminal has",
            description="How many colours the terminal shows.",
        ),
    ] = "auto"
    ascii: Annotated[
        bool | None,
        Meta(
            title="Draw boards in ASCII only", description="Draw boards without line characters and stones."
        ),
    ] = None
    board: Annotated[
        Literal["auto", "small", "medium", "large"],
        Meta(
            title="Largest size of the board",
            description="The largest size of the board, where the window has space.",
        ),
    ] = "auto"
    boards: Annotated[
        bool,
        Meta(
            title="Draw boards in plain text",
            description="In plain text, draw the board after each move.",
        ),
    ] = False
    mouse: Annotated[
        bool,
        Meta(
            title="Take clicks of the mouse",
            description="Take clicks; without it the terminal can select text.",
        ),
    ] = True
    bell: Annotated[
        bool,
        Meta(
            title="Ring a bell when it is your turn",
            description="Ring the bell when it is your turn.",
        ),
    ] = True
    title: Annotated[
        bool,
        Meta(
            title="News in the title of the window",
            description="Say in the title of the window what goes on.",
        ),
    ] = True
    notifications: Annotated[
        Literal["auto", "osc9", "osc777", "no"],
        Meta(
            title="Desktop notifications",
            description="Have the desktop tell you when the bell rings.",
        ),
    ] = "auto"
    confirm: Annotated[
        Literal["never", "correspondence", "always"],
        Meta(
            title="Ask before a stone is placed",
            description="Ask before a stone is placed: in games of days, or always.",
        ),
    ] = "never"
    premove: Annotated[
        bool,
        Meta(
            title="Plan a stone in others' turns",
            description="A point typed in another player's turn is played in yours.",
        ),
    ] = True
    first_stone: Annotated[
        bool,
        Meta(
            title="Place an only first stone for me",
            description="Place a first stone that has only one point to go to.",
        ),
    ] = False
    beginner: Annotated[
        bool,
        Meta(
            title="Warn me of threats (beginner)",
            description="Be warned of threes, fours and pairs in danger, where allowed.",
        ),
    ] = False
    keys: tuple[OwnKeys, ...] = ()
    """The own keys of actions."""
