"""The dependencies without their upper bounds, one a line for pip: `make newest`."""

import re
import tomllib
from pathlib import Path


def newest(text: str) -> list[str]:
    """What a ``pyproject.toml`` asks for: any version for the product, the tools as written."""
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    product = [*project["dependencies"], *extras["server"], *extras["ssh"], *extras["bench"]]
    return [*map(unbounded, product), *extras["dev"]]


def unbounded(requirement: str) -> str:
    """A requirement for any version; its extras and the machines it is for stay.

    >>> unbounded("redis[hiredis]>=8.0,<9")
    'redis[hiredis]'
    >>> unbounded("uvloop>=0.21,<0.24; sys_platform == 'linux'")
    "uvloop; sys_platform == 'linux'"
    """
    what, semicolon, machines = requirement.partition(";")
    return re.split("[<>=!~]", what)[0].strip() + semicolon + machines


if __name__ == "__main__":
    print("\n".join(newest((Path(__file__).parents[2] / "pyproject.toml").read_text())))
