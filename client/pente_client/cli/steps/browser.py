"""Opening the page of a server in a browser."""

import os
import webbrowser
from pathlib import PurePath
from typing import Final

_IN_TERMINAL: Final = frozenset({"elinks", "links", "lynx", "w3m", "www-browser"})
"""Browsers that take the terminal, and run no programs of pages."""


def open_in_browser(link: str) -> bool:
    """Open a link in a window; False where there is no browser for that.

    One that the person has chosen with BROWSER is taken, whatever it is.
    """
    try:
        browser = webbrowser.get()
        if _takes_terminal(browser) and not os.environ.get("BROWSER"):
            return False
        return browser.open(link)
    except (webbrowser.Error, OSError):
        return False


def _takes_terminal(browser: webbrowser.BaseBrowser) -> bool:
    return PurePath(browser.name).name in _IN_TERMINAL
