"""Players of one's own: a class in a Python file, which is loaded in every process that needs it.

The text of the file goes to those processes with the player. So they all play by the same text, also when the
file is being edited in the meantime.
"""

import inspect
import sys
import traceback
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

from pente_bots.players.player import Player
from pente_bots.players.player_options import InvalidPlayerOption

_LONGEST_QUOTED: Final = 200
_given_to_run: Final = ContextVar[list[type[Player]] | None]("_given_to_run", default=None)
"""The players that a file gives to `run` while it is loaded; None: no file is being loaded."""


@dataclass(frozen=True, slots=True)
class OwnPlayerMaker:
    """Creates a player of a file. Calling it raises what the file raises, and InvalidPlayerOption."""

    path: str
    """Absolute."""
    source: bytes = field(repr=False)
    """The text of the file."""
    class_name: str

    def __call__(self, chance: Random) -> Player:
        return self.player_class(chance)

    @property
    def player_class(self) -> type[Player]:
        """The class. Raises InvalidPlayerOption if the file can't be loaded in this process."""
        return _chosen(_loaded(self.path, self.source), self.path, self.class_name)


def own_player(path: str, class_name: str = "") -> OwnPlayerMaker:
    """The player of a file: that of the name, else the only one, or the one that the file gives to `run`.

    Loads the file, and so runs what stands at its top level. Raises InvalidPlayerOption.
    """
    resolved, source = _read(path)
    found = _chosen(_loaded(resolved, source), path, class_name)
    try:
        found(Random(0)).close()
    except Exception as error:  # noqa: BLE001 -- whatever a file of others raises is its owner's business
        raise InvalidPlayerOption(f"{path} can't make a {found.__name__}: {failure_text(error)}") from None
    return OwnPlayerMaker(resolved, source, found.__name__)


def is_loading() -> bool:
    """Whether a file is being loaded, and not run: then `run` does no more than `only_load`."""
    return _given_to_run.get() is not None


def only_load(player: type[Player]) -> None:
    """Note that the file which is being loaded gives this player to `run`, and run nothing."""
    given = _given_to_run.get()
    assert given is not None, "a file is being loaded"
    given.append(player)


def failure_text(error: BaseException) -> str:
    """An error in a file of one's own, in one line: what happened, and where.

    >>> failure_text(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    what = traceback.format_exception_only(error)[-1].strip()
    frames = traceback.extract_tb(error.__traceback__)
    own = next((each for each in reversed(frames) if _is_own(Path(each.filename))), None)
    if isinstance(error, SyntaxError):
        return f"{what} (line {error.lineno} of {Path(error.filename or '').name})"
    return what if own is None else f"{what} (line {own.lineno} of {Path(own.filename).name})"


def _is_own(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in _folders)


@dataclass(frozen=True, slots=True)
class _OwnFile:
    module: ModuleType
    given_to_run: tuple[type[Player], ...]

    @property
    def players(self) -> dict[str, type[Player]]:
        """The players that the file defines, and that can be created."""
        return {
            name: value
            for name, value in vars(self.module).items()
            if isinstance(value, type) and issubclass(value, Player)
            if value.__module__ == self.module.__name__ and name == value.__name__
            if not inspect.isabstract(value)
        }


def _read(path: str) -> tuple[str, bytes]:
    """The absolute path of a file, and its text. Raises InvalidPlayerOption."""
    try:
        found = Path(path).expanduser().resolve()
        return str(found), found.read_bytes()
    except FileNotFoundError:
        why = "there is no file"
    except OSError as error:
        why = f"can't be read ({error.strerror})"
    except (ValueError, RuntimeError):  # a zero in the path, or no home directory
        why = "is no path"
    raise InvalidPlayerOption(
        f"{path[:_LONGEST_QUOTED]!r}: {why}; write the path of a file with your own player"
    )


def _chosen(file: _OwnFile, path: str, class_name: str) -> type[Player]:
    players = file.players
    if class_name:
        if class_name not in players:
            there_are = f"it has {', '.join(players)}" if players else "it has none"
            raise InvalidPlayerOption(f"{path} has no player {class_name!r}; {there_are}")
        return players[class_name]
    meant = [each for each in file.given_to_run if each in players.values()] or list(players.values())
    if not meant:
        raise InvalidPlayerOption(
            f"{path} has no player: a class at its top level, derived from pente_bots.Player, with choose"
        )
    if len(meant) > 1:
        raise InvalidPlayerOption(
            f"{path} has several players; choose one of {', '.join(f'{path}:{name}' for name in players)}"
        )
    return meant[0]


@cache
def _loaded(path: str, source: bytes) -> _OwnFile:
    """The text of a file as a module. Raises InvalidPlayerOption."""
    name = f"pente_own_{sha256(path.encode() + source).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module  # its classes, and so its errors, are found again by this name
    given = list[type[Player]]()
    before = _given_to_run.set(given)
    try:
        _look_beside(Path(path).parent)
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))  # noqa: S102 -- that is wanted
    except SystemExit:  # as in sys.exit(run(MyBot))
        pass
    except Exception as error:  # noqa: BLE001 -- as in `own_player`
        del sys.modules[name]
        raise InvalidPlayerOption(f"{Path(path).name} can't be loaded: {failure_text(error)}") from None
    finally:
        _given_to_run.reset(before)
    return _OwnFile(module, tuple(given))


def _look_beside(folder: Path) -> None:
    """Let a file import what stands beside it, as if it were run.

    Two versions of a bot often have equally named modules beside them: those of the other are forgotten, so
    that each file gets its own. (Who imports only while it plays may then get the wrong one.)
    """
    for beside in (*folder.glob("*.py"), *folder.glob("*/__init__.py")):
        name = beside.stem if beside.parent == folder else beside.parent.name
        known = getattr(sys.modules.get(name), "__file__", None)
        if known is not None and any(Path(known).is_relative_to(other) for other in _folders - {folder}):
            for part in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
                del sys.modules[part]
    _folders.add(folder)
    text = str(folder)
    if text in sys.path:
        sys.path.remove(text)
    sys.path.insert(0, text)


_folders: Final = set[Path]()
"""Where the files are that were loaded."""
