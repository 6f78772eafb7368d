"""Sentences that stand one after the other."""


def closed(text: str) -> str:
    """The text with a full stop, unless it ends with a mark of its own.

    >>> closed("anna won"), closed("Resign? y/n"), closed("You won.")
    ('anna won.', 'Resign? y/n', 'You won.')
    """
    return text if not text or text.endswith((".", "!", "?", "y/n")) else f"{text}."
