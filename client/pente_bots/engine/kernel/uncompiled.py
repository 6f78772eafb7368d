"""What the compiled modules need of `cython`, for running uncompiled without it."""

from contextlib import nullcontext

nogil = nullcontext()
"""Marks what compiled code does without the lock of the interpreter."""
compiled = False
"""Whether this runs compiled."""
