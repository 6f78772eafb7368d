"""What a person holds in the hand or has on the desk, and how they like it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Screen:
    """A window, in CSS pixels, and the settings of its system that a page may ask for."""

    width: int = 1280
    height: int = 800
    is_phone: bool = False
    """Touched instead of clicked, with two dots to the pixel."""
    is_dark: bool = False
    has_reduced_motion: bool = False
    time_zone: str = "Europe/Vienna"

    def of_size(self, width: int, height: int) -> Self:
        return replace(self, width=width, height=height)

    def commands(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The commands of DevTools that give a page this screen."""
        size = {"width": self.width, "height": self.height}
        dots = 2 if self.is_phone else 1
        yield (
            "Emulation.setDeviceMetricsOverride",
            {**size, "deviceScaleFactor": dots, "mobile": self.is_phone},
        )
        yield "Emulation.setTouchEmulationEnabled", {"enabled": self.is_phone, "maxTouchPoints": 5}
        features = (
            ("prefers-color-scheme", "dark" if self.is_dark else "light"),
            ("prefers-reduced-motion", "reduce" if self.has_reduced_motion else "no-preference"),
        )
        yield "Emulation.setEmulatedMedia", {"features": [{"name": n, "value": v} for n, v in features]}
        yield "Emulation.setTimezoneOverride", {"timezoneId": self.time_zone}
        yield "Emulation.setFocusEmulationEnabled", {"enabled": True}


PHONE = Screen(360, 740, is_phone=True)
DESKTOP = Screen()
