"""Lengths of time in words."""


def duration_text(length: int) -> str:
    """A length of time in milliseconds, in two units at most.

    >>> duration_text(100_000_000), duration_text(7_260_000), duration_text(59_000)
    ('1 day 3 hours', '2 hours 1 minute', '59 seconds')
    """
    seconds = max(0, length) // 1000
    parts = [(seconds // 86_400, "day"), (seconds // 3600 % 24, "hour"), (seconds // 60 % 60, "minute")]
    first = next((number for number, (count, _) in enumerate(parts) if count), len(parts))
    told = [_counted(count, unit) for count, unit in parts[first : first + 2] if count]
    return " ".join(told) or _counted(seconds, "second")


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"
