"""The settings of a person: how pages look, sound and take keys."""

from typing import Literal

from pente_core.value import Value


class OwnKeys(Value):
    """The keys that a person has chosen for an action, in place of its usual ones."""

    action: str
    keys: tuple[str, ...]
    """As prompt_toolkit names them: ``c-n``, ``f5``, ``x``; empty: the action has no key."""


class Settings(Value):
    """All settings. Each field but the own keys is a yes or no, a word of a list, or any word.

    A new field with a default, and its two texts in the catalogue, are all that a new setting needs: the
    file, the environment, the command line and the settings page know it by that.
    """

    theme: str = "auto"
    colours: Literal["auto", "none", "16", "256", "true"] = "auto"
    ascii: bool | None = None
    board: Literal["auto", "small", "medium", "large"] = "auto"
    boards: bool = False
    mouse: bool = True
    bell: bool = True
    title: bool = True
    notifications: Literal["auto", "osc9", "osc777", "no"] = "auto"
    confirm: Literal["never", "correspondence", "always"] = "never"
    premove: bool = True
    first_stone: bool = False
    beginner: bool = False
    keys: tuple[OwnKeys, ...] = ()
    """The own keys of actions."""
