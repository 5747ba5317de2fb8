"""The asyncio client. `await interlock.connect_async(...)` makes one. It behaves as `client` does.

Tasks may share a connection: requests go out as they come and answers are matched. A task that is cancelled while its action
waits closes the connection: that is the wire's only way to take back a question to a person.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Literal, ParamSpec

from . import calls, wire
from .actions import Action, Expect
from .calls import Call, Scope, SeenFormat, T, ToolFormat
from .errors import InterlockError, NoSuchSession, NotConnected, ProtocolError
from .guard import AsyncGuard, guarded_async
from .results import ActResult, Decision, Desktop, Hello, Rect, Secret, Status, ToolAfter, ToolBefore, Tools
from .sight import Picture, Seen
from .verdict import error_of

P = ParamSpec("P")


class _Connection:
    """One socket, and a task that reads its answers."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._last = 0
        self._waiting: dict[int, asyncio.Future[wire.Reply]] = {}
        self._said = ""  # why the connection ended, if known
        self.open = True
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def to(cls, path: str) -> _Connection:
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=wire.MAX_REPLY)
        except OSError as error:
            raise wire.cannot_connect(path, error) from error
        return cls(reader, writer)

    async def call(self, call: Call[T]) -> T:
        line = wire.encode(self._last + 1, call)
        if not self.open:
            raise wire.never_sent(call.method, self._said)
        self._last += 1
        number = self._last
        answer: asyncio.Future[wire.Reply] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self._writer.write(line)
            await self._drain()
            reply = await answer
        except asyncio.CancelledError:
            if call.acts:
                self.close("an action that was cancelled closed the connection")
            raise
        except EOFError:
            raise wire.lost(call, self._said) from None
        finally:
            self._waiting.pop(number, None)
        return wire.value_of(call, reply)

    async def _drain(self) -> None:
        try:
            await self._writer.drain()
        except OSError:
            pass  # the reader notices the end as well, and perhaps a last message

    async def _read(self) -> None:
        try:
            while (line := await self._reader.readline()).endswith(b"\n"):  # else it has ended
                reply = wire.decode(line)
                if reply.number is None:
                    self._said = f"interlockd said '{reply.message}'"
                    break
                answer = self._waiting.get(reply.number)
                if answer is not None and not answer.done():
                    answer.set_result(reply)
        except (OSError, ValueError, InterlockError) as error:  # ValueError: a line past the limit
            self._said = self._said or str(error)
        finally:
            self.close()

    def close(self, said: str = "") -> None:
        self.open = False
        self._said = self._said or said
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(EOFError())
        self._writer.close()
        if self._task is not asyncio.current_task():
            self._task.cancel()

    async def closed(self) -> None:
        """Returns when all its tasks have ended."""
        self.close()
        await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._writer.wait_closed()
        except OSError:
            pass


class AsyncClient:
    """A connection to interlockd."""

    def __init__(self, name: str, path: str | None = None) -> None:
        """Not connected yet: `connect_async` returns a connected one."""
        self.name = name
        self.path = path or wire.agent_socket()
        self.server: Hello | None = None
        self._connection: _Connection | None = None

    async def reconnect(self) -> Hello:
        """A new connection. The sessions of the old connection have ended with it; no request is repeated."""
        await self.close()
        connection = await _Connection.to(self.path)
        try:
            server = await connection.call(calls.hello(self.name))
        except BaseException:
            await connection.closed()
            raise
        self._connection = connection
        self.server = server
        return server

    @property
    def connected(self) -> bool:
        """False if the connection is known to have ended."""
        return self._connection is not None and self._connection.open

    async def close(self) -> None:
        """Ends the sessions, cancels open questions, releases held keys and buttons."""
        connection, self._connection = self._connection, None
        if connection:
            await connection.closed()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def status(self) -> Status:
        return await self._open("status").call(calls.status())

    async def open_session(
        self, name: str, *, directive: str | None = None, scope: Scope | None = None
    ) -> AsyncSession:
        """`name` is shown to people, `directive` is the task as text, `scope` the kind of task."""
        connection = self._open("session.open")
        session = await connection.call(calls.session_open(name, directive, scope))
        return AsyncSession(self, connection, session, name)

    def _open(self, method: str) -> _Connection:
        if self._connection is None:
            raise wire.never_sent(method)
        return self._connection


class AsyncSession:
    """The unit that people see and can halt, with its own history. Ends with `close()`, or with its connection."""

    def __init__(self, client: AsyncClient, connection: _Connection, session_id: str, name: str) -> None:
        self.id = session_id
        self.name = name
        self._client = client
        self._connection = connection

    async def act(
        self,
        action: Action,
        *,
        confidence: float | None = None,
        intent: str | None = None,
        expect: Expect | None = None,
        dry_run: bool = False,
        settle: int | None = None,
        check: bool = True,
    ) -> ActResult:
        """As `Session.act`."""
        result = await self._call(calls.act(self.id, action, confidence, intent, expect, dry_run, settle))
        if check and not dry_run and not result.executed:
            raise error_of(result, str(action.get("type", "act")))
        return result

    async def observe(
        self,
        *,
        window: int | Literal["active", "all"] | None = None,
        title: str | None = None,
        within: str | None = None,
        since: int | None = None,
        places: bool = False,
        format: SeenFormat = "json",
    ) -> Seen:
        """What is visible: of the active window, or of `window`, of one with `title` in its title, or `within` a ref.

        "json" fills `windows`, whose elements have refs for `interlock.on`; "text" is for a model. `since` (the `look` of
        an earlier answer) limits it to what has changed; `places` adds coordinates to the text.
        """
        return await self._call(calls.observe(self.id, window, title, within, format, since, places))

    async def screenshot(
        self,
        *,
        window: int | Literal["active"] | None = None,
        region: Rect | Mapping[str, int] | None = None,
        max_width: int | None = None,
        max_height: int | None = None,
        scale: float | None = None,
        cursor: bool = False,
    ) -> Picture:
        """A picture of the screen, of a window or of a `region` of the screen, without what the session must not see.

        It is made smaller by `scale`, or until it fits into `max_width` and `max_height`.
        """
        return await self._call(calls.screenshot(self.id, window, region, max_width, max_height, scale, cursor))

    async def desktop(self) -> Desktop:
        """The screen: its size, where the pointer is, the active window."""
        return await self._call(calls.desktop(self.id))

    async def tools(self, format: ToolFormat = "json_schema") -> Tools:
        """The tools for a model, limited to the session's scope. The model's arguments for "act" are `act`'s arguments."""
        return await self._call(calls.tools(self.id, format))

    async def list_secrets(self) -> tuple[Secret, ...]:
        """The secrets that `type_secret` may type, by name: where, and into which kind of field. Never their values."""
        return await self._call(calls.list_secrets(self.id))

    async def tool_before(self, name: str, args: object = None, *, check: bool = True) -> ToolBefore:
        """As `Session.tool_before`."""
        result = await self._call(calls.tool_before(self.id, name, args))
        if check and not result.may_call:
            raise error_of(result, f"tool '{name}'")
        return result

    async def tool_after(
        self, name: str, args: object = None, *, result: str | None = None, is_error: bool = False, check: bool = True
    ) -> ToolAfter:
        """As `Session.tool_after`."""
        answer = await self._call(calls.tool_after(self.id, name, args, result, is_error))
        if check and answer.decision is Decision.HALT:
            raise error_of(answer, f"tool '{name}'")
        return answer

    def guard(self, name: str, args: object = None) -> AsyncGuard:
        """`async with session.guard("edit", {"file": "a.c"}) as call: call.result = await edit("a.c")`"""
        return AsyncGuard(self, name, args)

    def guarded(self, function: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        """A decorator: each call of the coroutine function is checked before and reported after, by the function's name."""
        return guarded_async(self, function)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One turn of the model."""
        await self.turn_start()
        try:
            yield
        finally:
            if self._connection.open:
                await self.turn_end()

    async def turn_start(self) -> None:
        await self._call(calls.of_session("turn.start", self.id))

    async def turn_end(self) -> None:
        await self._call(calls.of_session("turn.end", self.id))

    async def reset(self) -> None:
        """Clears the session's history."""
        await self._call(calls.of_session("session.reset", self.id))

    async def close(self) -> None:
        await self._call(calls.of_session("session.close", self.id))

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            await self.close()
        except (NotConnected, NoSuchSession):
            pass  # it has ended already

    async def _call(self, call: Call[T]) -> T:
        if self._connection is not self._client._connection:
            raise NoSuchSession(f"{call.method}: session '{self.id}' ended with its connection; open a new one")
        return await self._connection.call(call)
