"""The mouse, as a terminal sends it."""


def click(x: int, y: int) -> str:
    """A click at a column and a row of the screen, both from 0."""
    return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"


def click_on(screen: str, text: str) -> str:
    """A click on the first place on a screen where a text stands."""
    rows = screen.split("\n")
    y = next(y for y, row in enumerate(rows) if text in row)
    return click(rows[y].index(text), y)


def wheel(x: int, y: int, *, down: bool) -> str:
    """One step of the wheel over a column and a row."""
    return f"\x1b[<{64 + down};{x + 1};{y + 1}M"
