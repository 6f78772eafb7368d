"""Questions and lines between two pages, on the terminal of the session."""

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_session


async def ask(question: str, *, is_secret: bool = False, default: str = "") -> str | None:
    """What the person types, without spaces around it; None if they leave with Ctrl-C or Ctrl-D."""
    session = PromptSession[str](is_password=is_secret)
    try:
        return (await session.prompt_async(f"{question} ", default=default)).strip()
    except (EOFError, KeyboardInterrupt):
        return None


def write_line(line: str) -> None:
    """Write a line, without what would control the terminal."""
    output = get_app_session().output
    output.write(f"{line}\n")
    output.flush()
