"""The kernel of the engine is compiled where that can be done, and is never needed compiled."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from pente_bots.engine.kernel.kernel_binaries import kernel_modules

ROOT = Path(__file__).parents[2]
KERNEL = Path("client/pente_bots/engine/kernel")
INSTALLED_KERNEL = Path("pente_bots/engine/kernel")
MODULES = {file.stem for file in kernel_modules(ROOT / KERNEL)}
needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="there is no C compiler"
)
# Without Cython, as where somebody only plays.
IMPORT_ALL = """
import sys
sys.modules["cython"] = sys.modules["Cython"] = None
from importlib import import_module
import pente_bots.engine.kernel as kernel
for name in sys.argv[1:]:
    print(import_module(f"pente_bots.engine.kernel.{name}").__file__)
print(kernel.IS_COMPILED)
"""


def built(target: str, folder: Path, **environ: str) -> Path:
    """A wheel or sdist of this checkout. The back end is installed for development: no network is needed."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder],
        cwd=ROOT,
        env={**os.environ, **environ},
        check=True,
        capture_output=True,
    )
    (file,) = folder.glob("pente-*")
    return file


def installed(wheel: Path, folder: Path) -> Path:
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def imported(folder: Path, **environ: str) -> tuple[set[Path], bool]:
    """The files that all modules of the kernel come from, and whether it says that they are compiled."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *sorted(MODULES)],
        env={**os.environ, "PYTHONPATH": str(folder), **environ},
        check=True,
        capture_output=True,
        text=True,
    )
    *files, is_compiled = done.stdout.splitlines()
    return {Path(file) for file in files}, is_compiled == "True"


@pytest.fixture(scope="module")
def compiled_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", tmp_path_factory.mktemp("compiled"), PENTE_COMPILE="must")


@pytest.mark.parametrize("environ", [{"CC": "false"}, {"CC": "no-such-compiler"}, {"PENTE_COMPILE": "no"}])
def test_without_a_compiler_the_wheel_is_for_every_machine(tmp_path: Path, environ: dict[str, str]) -> None:
    wheel = built("wheel", tmp_path / "wheel", **environ)
    assert wheel.name.endswith("-py3-none-any.whl")
    folder = installed(wheel, tmp_path)
    files, is_compiled = imported(folder)
    assert files == {folder / INSTALLED_KERNEL / f"{name}.py" for name in MODULES}
    assert not is_compiled


@needs_compiler
def test_a_compiled_wheel_is_for_this_machine_and_needs_no_cython(
    compiled_wheel: Path, tmp_path: Path
) -> None:
    assert f"-cp3{sys.version_info.minor}-cp3{sys.version_info.minor}-" in compiled_wheel.name
    files, is_compiled = imported(installed(compiled_wheel, tmp_path))
    assert {file.name for file in files} == {f"{name}{EXTENSION_SUFFIXES[0]}" for name in MODULES}
    assert is_compiled


@needs_compiler
def test_a_compiled_wheel_holds_the_sources_and_runs_them_when_asked(
    compiled_wheel: Path, tmp_path: Path
) -> None:
    folder = installed(compiled_wheel, tmp_path)
    files, is_compiled = imported(folder, PENTE_UNCOMPILED="yes")
    assert files == {folder / INSTALLED_KERNEL / f"{name}.py" for name in MODULES}
    assert not is_compiled


@needs_compiler
@pytest.mark.parametrize("name", ["__init__.py", "new_declarations.pxd"])
def test_an_edited_source_never_runs_as_an_old_binary(
    compiled_wheel: Path, tmp_path: Path, name: str
) -> None:
    folder = installed(compiled_wheel, tmp_path)
    with (folder / INSTALLED_KERNEL / name).open("a") as source:
        source.write("# edited\n")
    files, is_compiled = imported(folder)
    assert files == {folder / INSTALLED_KERNEL / f"{name}.py" for name in MODULES}
    assert not is_compiled


def test_a_wheel_that_must_be_compiled_fails_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failure:
        built("wheel", tmp_path, PENTE_COMPILE="must", CC="no-such-compiler")
    assert b"there is no C compiler" in failure.value.stderr


def test_an_sdist_holds_what_compiles_and_no_binary(tmp_path: Path) -> None:
    archive = built("sdist", tmp_path)
    shutil.unpack_archive(archive, tmp_path / "unpacked", filter="data")
    (folder,) = (tmp_path / "unpacked").iterdir()
    assert (folder / "hatch_build.py").is_file()
    there = {file.name for file in (folder / KERNEL).iterdir()} - {"README.md"}
    assert there == {file.name for suffix in ("py", "pxd") for file in (ROOT / KERNEL).glob(f"*.{suffix}")}
