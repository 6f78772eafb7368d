"""What a benchmark finds out."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with its unit."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    """The value divided by that of the reference; None where there is none."""
    reference: str = ""
    """What it is compared with."""
    note: str = ""
    """What a reader has to know to judge the number."""
    parts: Mapping[str, float] = field(default_factory=dict)
    """More that was measured along with it, by name with unit; the note tells people what matters of it."""

    @property
    def text(self) -> str:
        """The value for people.

        >>> Figure("", 123456.7, "moves/s").text, Figure("", 1.2345, "ms").text
        ('123,457 moves/s', '1.23 ms')
        """
        digits = 0 if abs(self.value) >= 1000 else 1 if abs(self.value) >= 100 else 2
        return f"{self.value:,.{digits}f} {self.unit}"
