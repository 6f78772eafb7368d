"""Sentences: their beginning, their end, and their form inside another sentence."""

_ENDS = (".", "!", "?", "y/n")


def closed(text: str) -> str:
    """The text with a full stop, unless it ends with a mark of its own.

    >>> closed("anna won"), closed("Resign? y/n"), closed("You won.")
    ('anna won.', 'Resign? y/n', 'You won.')
    """
    return text if not text or text.endswith(_ENDS) else f"{text}."


def sentence(text: str) -> str:
    """A text from a server or an exception as a sentence that stands alone.

    >>> sentence("there is no player bob; check the name")
    'There is no player bob; check the name.'
    """
    return closed(f"{text[:1].upper()}{text[1:]}")


def clause(text: str) -> str:
    """Whole sentences as part of a line that another word begins; other texts stay as they are.

    >>> clause("There is a stone already. Choose an empty point."), clause("K10 is off the board")
    ('there is a stone already; choose an empty point', 'K10 is off the board')
    """
    if not text.endswith("."):
        return text
    return "; ".join(part[:1].lower() + part[1:] for part in text.removesuffix(".").split(". "))
