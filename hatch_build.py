"""Compiles the kernel of the engine, when the package is built or installed and there is a C compiler.

A build hook of hatchling, and a program: ``python hatch_build.py`` compiles for the sources in this folder.
Nothing needs it: without a compiler, or if anything fails, the kernel runs as the plain Python that it is.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT: Final = Path(__file__).parent
PACKAGES: Final = ROOT / "client"
ENGINE: Final = PACKAGES / "pente_bots" / "engine"
KERNEL: Final = ENGINE / "kernel"
VARIABLE: Final = "PENTE_COMPILE"
"""The variable of the environment that says `no` to compile nothing, and `must` to fail where that fails."""
DIRECTIVES: Final = (
    "language_level=3",
    "boundscheck=False",
    "wraparound=False",
    "cdivision=True",
    "initializedcheck=False",
    "nonecheck=False",
)
"""How all modules are translated. They check their own input: indices come from a board of known size."""
FLAGS: Final = ("-O3", "-fno-strict-aliasing", "-fwrapv", "-g0", "-w")
"""For every processor of the machine's kind: a binary may be copied to another one."""
NOTE: Final = "made-with.txt"
"""The file beside the binaries that says how they were made."""
SHARED: Final = "_shared"
"""The module with what Cython would otherwise put into each of the others: that takes twice as long."""
PATIENCE: Final = 240.0
"""Seconds for one module."""
KEPT: Final = 4
"""How many folders of binaries stay: those of other sources may be in use by a match that goes on."""


class CannotCompile(Exception):
    """The kernel can't be compiled here; the message is the reason."""


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the binaries to a wheel, or leaves them beside the sources for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        folder = compile_if_possible(os.environ)
        if folder is None or version == "editable":
            return
        for file in sorted(folder.iterdir()):
            build_data["force_include"][str(file)] = str(file.relative_to(PACKAGES))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def compile_if_possible(environ: Mapping[str, str]) -> Path | None:
    """Compile the kernel unless its binaries are there; their folder, or None with a line that says why not.

    Raises CannotCompile where it must.
    """
    wanted = environ.get(VARIABLE, "")
    if wanted == "no":
        return None
    try:
        folder = compile_kernel(environ)
    except CannotCompile as problem:
        if wanted == "must":
            raise
        only = "pente: the engine runs uncompiled, so computer players have only levels 1 to 10"
        print(f"{only}: {problem}", file=sys.stderr)
        return None
    print(f"pente: compiled the engine into {folder.relative_to(ROOT)}", file=sys.stderr)
    return folder


def compile_kernel(environ: Mapping[str, str]) -> Path:
    """Compile all modules unless that is done; the folder of the binaries. Raises CannotCompile."""
    binaries = _load(KERNEL / "kernel_binaries.py")
    compiler = _compiler(environ)
    try:
        folder: Path = binaries.binaries_folder(KERNEL)
        if _note_in(folder) != _note(compiler):
            folder.parent.mkdir(exist_ok=True)
            _make(folder, list(binaries.kernel_modules(KERNEL)), compiler, binaries.SUFFIX)
    except OSError as error:
        raise CannotCompile(str(error)) from None
    return folder


def _load(file: Path) -> ModuleType:
    """A module of the package, which is not installed yet."""
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _compiler(environ: Mapping[str, str]) -> list[str]:
    """The command of the C compiler: that of the environment, of this Python, or of the system."""
    if sys.implementation.name != "cpython":
        raise CannotCompile(f"{sys.implementation.name} runs plain Python faster")
    own = str(sysconfig.get_config_var("CC") or "")
    for command in [environ["CC"]] if environ.get("CC") else [own, "cc", "gcc", "clang"]:
        words = shlex.split(command)
        if words and shutil.which(words[0], path=environ.get("PATH")):
            return words
    raise CannotCompile("there is no C compiler")


def _note(compiler: list[str]) -> str:
    """How binaries are made here."""
    return "\n".join((shlex.join(compiler), *FLAGS, *DIRECTIVES, f"cython {_version_of_cython()}", ""))


def _version_of_cython() -> str:
    try:
        return version("cython")
    except PackageNotFoundError:
        raise CannotCompile("Cython is not installed") from None


def _note_in(folder: Path) -> str:
    """How the binaries in a folder were made; empty if there are none."""
    try:
        return (folder / NOTE).read_text()
    except FileNotFoundError:
        return ""


def _make(folder: Path, modules: list[Path], compiler: list[str], suffix: str) -> None:
    """Compile modules side by side into a folder, which others see all at once."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="new-") as name:
        new = Path(name) / folder.name
        new.mkdir()
        _try(compiler, Path(name))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            tasks = [pool.submit(_compile_shared, new, compiler, suffix)]
            tasks += [pool.submit(_compile, module, new, compiler, suffix) for module in modules]
            for task in tasks:
                task.result()
        (new / NOTE).write_text(_note(compiler))
        if folder.is_dir():
            folder.rename(Path(name) / "old")
        new.rename(folder)
    _remove_oldest(folder)


def _try(compiler: list[str], folder: Path) -> None:
    """Compile next to nothing: who has no working compiler learns it before all modules are translated."""
    source = folder / "trial.c"
    source.write_text("#include <Python.h>\n")
    _compile_c(source, folder, compiler, ".trial")


def _compile(module: Path, folder: Path, compiler: list[str], suffix: str) -> None:
    """Translate one module to C, and that to a binary in ``folder``."""
    source = folder.parent / f"{module.stem}.c"
    package = ".".join(KERNEL.relative_to(PACKAGES).parts)
    options = [f"--directive={directive}" for directive in DIRECTIVES]
    options += ["--shared", f"{package}.{SHARED}", "-I", str(PACKAGES), "-o", str(source)]
    _run([sys.executable, "-m", "cython", *options, str(module)])
    _compile_c(source, folder, compiler, suffix)


def _compile_shared(folder: Path, compiler: list[str], suffix: str) -> None:
    """The same for what all modules share."""
    source = folder.parent / f"{SHARED}.c"
    _run([sys.executable, "-m", "cython", "--generate-shared", str(source)])
    _compile_c(source, folder, compiler, suffix)


def _compile_c(source: Path, folder: Path, compiler: list[str], suffix: str) -> None:
    target = str(folder / f"{source.stem}{suffix}")
    _run([*compiler, *_flags(), *FLAGS, f"-I{sysconfig.get_path('include')}", str(source), "-o", target])


def _flags() -> Iterator[str]:
    """What extension modules of this Python are compiled and linked with."""
    for variable in ("CFLAGS", "CCSHARED"):
        yield from shlex.split(str(sysconfig.get_config_var(variable) or ""))
    yield from shlex.split(str(sysconfig.get_config_var("LDSHARED") or "cc -shared"))[1:]


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise CannotCompile(f"{command[0]} took more than {PATIENCE:.0f} seconds") from None
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
        wrong = next((line for line in lines if "error" in line.lower()), lines[-1])
        raise CannotCompile(f"{Path(command[0]).name} failed: {wrong.strip()[:200]}")


def _remove_oldest(folder: Path) -> None:
    """Remove binaries of other sources for this Python, but for the newest."""
    others = sorted(folder.parent.glob(f"*{folder.suffix}"), key=lambda one: one.stat().st_mtime)
    for old in others[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(compile_if_possible(os.environ) is None)
