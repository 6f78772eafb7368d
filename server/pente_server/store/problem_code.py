"""Stable names of the problems that make a store unusable."""

from enum import StrEnum


class ProblemCode(StrEnum):
    """What is wrong with the store, as /healthz and the log name it."""

    UNREACHABLE = "store-unreachable"
    """It does not answer; what it was asked may or may not have been done."""
    LOADING = "store-loading"
    """It is reading its data after a start."""
    WRONG_PASSWORD = "store-wrong-password"
    NOT_PERMITTED = "store-not-permitted"
    """Its access control list forbids a command that the server needs."""
    READ_ONLY = "store-read-only"
    """It is a replica, or too few replicas follow it."""
    OUT_OF_MEMORY = "store-out-of-memory"
    DISK_FULL = "disk-full"
    CANNOT_WRITE = "store-cannot-write"
    """It can't write its data to disk, for another reason than a full disk, or does not say why."""
    NOT_DURABLE = "store-not-durable"
    """It might lose an acknowledged move, although the server was told to insist on durability."""
    DAMAGED = "store-damaged"
    """What the nodes share, such as their heartbeats, can't be read."""
    NEWER_FORMAT = "store-newer"
    """A newer version of pente has served it, and has written what this one can't read."""
    OLDER_SERVER = "older-server"
    """It is served by a version of pente that is too old to share it with this one."""
    REPLACED = "store-replaced"
    """It is not the store that the server has worked with."""
