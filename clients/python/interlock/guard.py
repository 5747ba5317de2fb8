"""Checks the calls of an agent's other tools (not GUI actions) with interlock, and reports their results.

Before: Blocked, Denied or Halted is raised and the tool is not called. After: the outcome is reported, so that the same call
failing again and again is stopped.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from .errors import InterlockError
from .results import ToolAfter, ToolBefore

if TYPE_CHECKING:
    from .aio import AsyncSession
    from .client import Session

P = ParamSpec("P")
T = TypeVar("T")


def text_of(result: object) -> str:
    """A tool's result as text, the same for the same result."""
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, sort_keys=True, default=str)


def plain(value: object) -> object:
    """Arguments as JSON; values without a JSON form as their str()."""
    return json.loads(json.dumps(value, ensure_ascii=False, default=str))


def arguments_of(signature: inspect.Signature, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
    """Arguments by name, without the object of a method."""
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    return plain({name: value for name, value in bound.arguments.items() if name not in ("self", "cls")})


class _Called:
    """One call of a tool. Set `result` to its result, and `is_error` if the tool reports an error without raising."""

    def __init__(self, name: str, args: object) -> None:
        self.name = name
        self.args = args
        self.result: object = None
        self.is_error = False
        self.before: ToolBefore | None = None
        self.after: ToolAfter | None = None

    def _told(self, error: BaseException | None) -> tuple[str | None, bool]:
        if error is not None:
            return f"{type(error).__name__}: {error}", True
        return None if self.result is None else text_of(self.result), self.is_error


class Guard(_Called):
    """The context manager of `Session.guard`."""

    def __init__(self, session: Session, name: str, args: object) -> None:
        super().__init__(name, args)
        self._session = session

    def __enter__(self) -> Guard:
        self.before = self._session.tool_before(self.name, self.args)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is not None and not isinstance(error, Exception):
            return  # interrupted: the result is unknown
        result, is_error = self._told(error)
        try:
            self.after = self._session.tool_after(self.name, self.args, result=result, is_error=is_error)
        except InterlockError as problem:
            if error is None:
                raise
            error.add_note(f"interlock: {problem}")  # the caller must see the tool's own error


class AsyncGuard(_Called):
    """The context manager of `AsyncSession.guard`."""

    def __init__(self, session: AsyncSession, name: str, args: object) -> None:
        super().__init__(name, args)
        self._session = session

    async def __aenter__(self) -> AsyncGuard:
        self.before = await self._session.tool_before(self.name, self.args)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if error is not None and not isinstance(error, Exception):
            return
        result, is_error = self._told(error)
        try:
            self.after = await self._session.tool_after(self.name, self.args, result=result, is_error=is_error)
        except InterlockError as problem:
            if error is None:
                raise
            error.add_note(f"interlock: {problem}")


def guarded(session: Session, function: Callable[P, T]) -> Callable[P, T]:
    if inspect.iscoroutinefunction(function):
        raise TypeError(f"{function.__name__} is a coroutine function; guard it by an AsyncSession")
    signature = inspect.signature(function)

    @functools.wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        with session.guard(function.__name__, arguments_of(signature, args, kwargs)) as call:
            value = function(*args, **kwargs)
            call.result = value
        return value

    return asked


def guarded_async(session: AsyncSession, function: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    if not inspect.iscoroutinefunction(function):
        raise TypeError(f"{getattr(function, '__name__', function)} is no coroutine function; guard it by a Session")
    signature = inspect.signature(function)

    @functools.wraps(function)
    async def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        async with session.guard(function.__name__, arguments_of(signature, args, kwargs)) as call:
            value: T = await function(*args, **kwargs)
            call.result = value
        return value

    return asked
