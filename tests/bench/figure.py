"""What a benchmark finds out."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure should be, whatever the machine."""

    bound: float
    is_least: bool
    """Whether the bound is the least that is good enough; otherwise the most."""
    of_ratio: bool
    """Whether the ratio is held against the bound; otherwise the value, in its own unit."""

    def is_met(self, figure: "Figure") -> bool:
        measured = figure.ratio if self.of_ratio else figure.value
        if measured is None:
            return False
        return measured >= self.bound if self.is_least else measured <= self.bound


def ratio_of_at_least(bound: float) -> Aim:
    """An aim for the ratio to the reference."""
    return Aim(bound, is_least=True, of_ratio=True)


def at_least(bound: float) -> Aim:
    """An aim for the value: no less than this is good enough."""
    return Aim(bound, is_least=True, of_ratio=False)


def at_most(bound: float) -> Aim:
    """An aim for the value."""
    return Aim(bound, is_least=False, of_ratio=False)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with its unit."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    """The value divided by that of the reference, of the same round; None where there is none."""
    reference: str = ""
    """What it is compared with."""
    note: str = ""
    """What a reader has to know to judge the number."""
    parts: Mapping[str, float] = field(default_factory=dict)
    """More that was measured along with it, by name with unit; the note tells people what matters of it."""
    aim: Aim | None = None

    @property
    def text(self) -> str:
        """The value for people.

        >>> Figure("", 123456.7, "moves/s").text, Figure("", 1.2345, "ms").text
        ('123,457 moves/s', '1.23 ms')
        """
        digits = 0 if abs(self.value) >= 1000 else 1 if abs(self.value) >= 100 else 2
        return f"{self.value:,.{digits}f} {self.unit}"

    @property
    def ratio_text(self) -> str:
        """The ratio for people; empty without one.

        >>> Figure("", 5.0, "ms", 0.5, "echo").ratio_text
        '0.50 x echo'
        """
        return "" if self.ratio is None else f"{self.ratio:.2f} x {self.reference}"

    @property
    def is_met(self) -> bool | None:
        """Whether it is as good as it should be; None without an aim."""
        return None if self.aim is None else self.aim.is_met(self)

    @property
    def aim_text(self) -> str:
        """The aim for people; empty without one.

        >>> Figure("", 17.5, "KiB", aim=at_most(18)).aim_text
        '<= 18 KiB: met'
        >>> Figure("", 5.0, "moves/s", 0.5, "lean", aim=ratio_of_at_least(0.62)).aim_text
        '>= 0.62 x lean: missed'
        """
        if self.aim is None:
            return ""
        of_what = f"x {self.reference}" if self.aim.of_ratio else self.unit
        sign = ">=" if self.aim.is_least else "<="
        return f"{sign} {self.aim.bound:g} {of_what}: {'met' if self.is_met else 'missed'}"
