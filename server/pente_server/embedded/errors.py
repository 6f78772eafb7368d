"""Why the embedded store cannot start: for a person, with the remedy."""


class EmbeddedError(Exception):
    """The embedded store cannot start; `str()` is fit to be shown as it is."""


class NoEngine(EmbeddedError):
    """There is no Valkey or Redis server program that could be used."""


class DataDirBusy(EmbeddedError):
    """Another process uses this data directory."""


class DataDirNotWritable(EmbeddedError):
    """The data directory cannot be made, or not be written to."""


class EngineMismatch(EmbeddedError):
    """The data was written by an engine that this one cannot follow."""


class EngineFailed(EmbeddedError):
    """The engine ended, or did not answer, while it was being started."""
