"""Awaiting what calls back."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

_T = TypeVar("_T")


async def answer_to(ask: Callable[[Callable[[_T | Exception], None]], None]) -> _T:
    """Await what calls back: ``ask`` gets a function to be called once, with the answer or an exception.

    Raises that exception. If the caller is cancelled, the answer is dropped.
    """
    answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
    ask(partial(_resolve, answer))
    try:
        return await answer
    finally:
        del answer  # with an exception, whose traceback refers to this frame, it would be a reference cycle


def _resolve(answer: "asyncio.Future[_T]", result: _T | Exception) -> None:
    if answer.done():  # the caller was cancelled
        return
    if isinstance(result, Exception):
        answer.set_exception(result)
    else:
        answer.set_result(result)
