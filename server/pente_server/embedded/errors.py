"""Errors of the embedded store, with messages for users that name the remedy."""


class EmbeddedError(Exception):
    """The embedded store cannot start. The message can be shown to the user as it is."""

    is_passing = False
    """Whether it starts again once this machine has what it lacks, such as space on its disk."""


class NoEngine(EmbeddedError):
    """No usable Valkey or Redis server program was found."""


class DataDirBusy(EmbeddedError):
    """Another process is using the data directory."""

    def __init__(self, text: str, *, is_ending: bool = False) -> None:
        """``is_ending``: that process is stopping."""
        super().__init__(text)
        self.is_ending = is_ending


class DataDirNotWritable(EmbeddedError):
    """The data directory cannot be created or written to."""

    def __init__(self, text: str, *, is_passing: bool = False) -> None:
        super().__init__(text)
        self.is_passing = is_passing


class EngineMismatch(EmbeddedError):
    """The data was written by an engine whose files this one cannot read."""


class EngineFailed(EmbeddedError):
    """The engine exited or did not answer while it was starting."""

    def __init__(self, text: str, *, was_killed: bool = False, is_passing: bool = False) -> None:
        """``was_killed``: by a signal, so that another attempt may succeed."""
        super().__init__(text)
        self.was_killed = was_killed
        self.is_passing = is_passing
