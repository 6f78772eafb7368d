"""Keys as the DevTools protocol wants them."""

from typing import Any, Final

_MODIFIERS: Final = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
_CODES: Final = {
    "Backspace": 8,
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    " ": 32,
    "PageUp": 33,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "Delete": 46,
}
"""Keys with a name, and those numbers of theirs that no event goes without."""
_TEXT: Final = {"Enter": "\r", "Tab": ""}


def key_events(keys: str) -> list[dict[str, Any]]:
    """A key pressed and let go, such as ``Enter``, ``k`` or ``Shift+Tab``."""
    *held, key = keys.split("+") if len(keys) > 1 else (keys,)
    modifiers = sum(_MODIFIERS[modifier] for modifier in held)
    code = _CODES.get(key, ord(key[0].upper()))
    text = "" if modifiers & ~_MODIFIERS["Shift"] else _TEXT.get(key, key if len(key) == 1 else "")
    shared = {"key": key, "code": _physical(key), "windowsVirtualKeyCode": code, "modifiers": modifiers}
    pressed = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
    return [shared | pressed, shared | {"type": "keyUp"}]


def _physical(key: str) -> str:
    """Where such a key is on a keyboard, for those that have one place."""
    if len(key) == 1 and key.isascii() and key.isalpha():
        return f"Key{key.upper()}"
    if len(key) == 1 and key.isascii() and key.isdigit():
        return f"Digit{key}"
    return "Space" if key == " " else key if len(key) > 1 else ""
