"""The blocking client. `interlock.connect` makes one.

An action is sent once, whatever happens; a connection that has ended stays so until `reconnect()`. The answer to an action
comes when a person has answered, so there is no timeout here: interlockd's own (60 s by default) ends the question.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal, ParamSpec

from . import calls, wire
from .actions import Action, Expect
from .calls import Call, Scope, SeenFormat, T, ToolFormat
from .errors import NoSuchSession, NotConnected, ProtocolError
from .guard import Guard, guarded
from .results import ActResult, Decision, Desktop, Hello, Rect, Secret, Status, ToolAfter, ToolBefore, Tools
from .sight import Picture, Seen
from .verdict import error_of

P = ParamSpec("P")


class _Connection:
    """One socket. Closed permanently as soon as an answer may not belong to its request."""

    def __init__(self, path: str) -> None:
        self._last = 0
        self._unread = b""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise wire.cannot_connect(path, error) from error
        self.open = True

    def call(self, call: Call[T]) -> T:
        line = wire.encode(self._last + 1, call)
        if not self.open:
            raise wire.never_sent(call.method)
        self._last += 1
        try:
            self._send(call, line)
            reply = self._reply(call)
        except BaseException:  # also for Ctrl+C: closing cancels a question that waits for a person
            self.close()
            raise
        return wire.value_of(call, reply)

    def _send(self, call: Call[T], line: bytes) -> None:
        try:
            self._socket.sendall(line)
        except (
            OSError
        ) as error:  # interlockd has closed it, perhaps after a message; an incomplete line is not executed
            last_word = self._line()
            said = wire.decode(last_word).message if last_word else ""
            raise wire.never_sent(call.method, said) from error

    def _reply(self, call: Call[T]) -> wire.Reply:
        while (line := self._line()) is not None:
            reply = wire.decode(line)
            if reply.number is None and reply.code is not None:
                raise wire.lost(call, f"interlockd said '{reply.message}'")
            if reply.number == self._last:
                return reply
            raise ProtocolError(
                f"{call.method}: interlockd answered another request ({reply.number}, not {self._last})"
            )
        raise wire.lost(call)

    def _line(self) -> bytes | None:
        """None: the connection has ended."""
        while b"\n" not in self._unread:
            if len(self._unread) > wire.MAX_REPLY:
                raise ProtocolError(f"interlockd sent more than {wire.MAX_REPLY} bytes without a line's end")
            try:
                part = self._socket.recv(1 << 18)
            except OSError:
                return None
            if not part:
                return None
            self._unread += part
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def close(self) -> None:
        self.open = False
        try:
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes a thread that waits for an answer
        except OSError:
            pass  # it has ended already
        self._socket.close()


class Client:
    """A connection to interlockd. Threads may share it, but only one request runs at a time."""

    def __init__(self, name: str, path: str | None = None) -> None:
        self.name = name
        self.path = path or wire.agent_socket()
        self._lock = threading.Lock()
        self._connection: _Connection | None = None
        self.server: Hello = self.reconnect()

    def reconnect(self) -> Hello:
        """A new connection. The sessions of the old connection have ended with it; no request is repeated."""
        self.close()
        with self._lock:
            self._connection = None
            connection = _Connection(self.path)
            self.server = connection.call(calls.hello(self.name))
            self._connection = connection
            return self.server

    @property
    def connected(self) -> bool:
        """False if the connection is known to have ended."""
        return self._connection is not None and self._connection.open

    def close(self) -> None:
        """Ends the sessions, cancels open questions, releases held keys and buttons. Can be called from any thread: a
        thread that waits for an answer gets ConnectionLost."""
        connection = self._connection
        if connection:
            connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def status(self) -> Status:
        return self._call(calls.status())

    def open_session(self, name: str, *, directive: str | None = None, scope: Scope | None = None) -> Session:
        """`name` is shown to people, `directive` is the task as text, `scope` the kind of task."""
        with self._lock:
            connection = self._connection
            if connection is None:
                raise wire.never_sent("session.open")
            return Session(self, connection, connection.call(calls.session_open(name, directive, scope)), name)

    def _call(self, call: Call[T], connection: _Connection | None = None, session: str = "") -> T:
        with self._lock:
            if connection is not None and connection is not self._connection:
                raise NoSuchSession(f"{call.method}: session '{session}' ended with its connection; open a new one")
            if self._connection is None:
                raise wire.never_sent(call.method)
            return self._connection.call(call)


class Session:
    """The unit that people see and can halt, with its own history. Ends with `close()`, or with its connection."""

    def __init__(self, client: Client, connection: _Connection, session_id: str, name: str) -> None:
        self.id = session_id
        self.name = name
        self._client = client
        self._connection = connection

    def act(
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
        """Requests one action and waits until it is done or will certainly not be done.

        Raises NotDone (Blocked, Denied, Refused, Halted) when it was not done, unless `check` is False. A `dry_run` does
        nothing and raises nothing: the result says what would be decided. With `settle` (milliseconds) it waits at most
        so long until the window is quiet, and `after` of the result has what changed.
        """
        result = self._call(calls.act(self.id, action, confidence, intent, expect, dry_run, settle))
        if check and not dry_run and not result.executed:
            raise error_of(result, str(action.get("type", "act")))
        return result

    def observe(
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
        return self._call(calls.observe(self.id, window, title, within, format, since, places))

    def screenshot(
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
        return self._call(calls.screenshot(self.id, window, region, max_width, max_height, scale, cursor))

    def desktop(self) -> Desktop:
        """The screen: its size, where the pointer is, the active window."""
        return self._call(calls.desktop(self.id))

    def tools(self, format: ToolFormat = "json_schema") -> Tools:
        """The tools for a model, limited to the session's scope. The model's arguments for "act" are `act`'s arguments."""
        return self._call(calls.tools(self.id, format))

    def list_secrets(self) -> tuple[Secret, ...]:
        """The secrets that `type_secret` may type, by name: where, and into which kind of field. Never their values."""
        return self._call(calls.list_secrets(self.id))

    def tool_before(self, name: str, args: object = None, *, check: bool = True) -> ToolBefore:
        """Asks whether another tool of the agent may be called. Raises NotDone if not, unless `check` is False."""
        result = self._call(calls.tool_before(self.id, name, args))
        if check and not result.may_call:
            raise error_of(result, f"tool '{name}'")
        return result

    def tool_after(
        self, name: str, args: object = None, *, result: str | None = None, is_error: bool = False, check: bool = True
    ) -> ToolAfter:
        """Reports the result of the call. Raises Halted if that ends the session, unless `check` is False."""
        answer = self._call(calls.tool_after(self.id, name, args, result, is_error))
        if check and answer.decision is Decision.HALT:
            raise error_of(answer, f"tool '{name}'")
        return answer

    def guard(self, name: str, args: object = None) -> Guard:
        """`with session.guard("edit", {"file": "a.c"}) as call: call.result = edit("a.c")`"""
        return Guard(self, name, args)

    def guarded(self, function: Callable[P, T]) -> Callable[P, T]:
        """A decorator: each call of the function is checked before and reported after, under the function's name."""
        return guarded(self, function)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """One turn of the model."""
        self.turn_start()
        try:
            yield
        finally:
            if self._connection.open:
                self.turn_end()

    def turn_start(self) -> None:
        self._call(calls.of_session("turn.start", self.id))

    def turn_end(self) -> None:
        self._call(calls.of_session("turn.end", self.id))

    def reset(self) -> None:
        """Clears the session's history."""
        self._call(calls.of_session("session.reset", self.id))

    def close(self) -> None:
        self._call(calls.of_session("session.close", self.id))

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.close()
        except (NotConnected, NoSuchSession):
            pass  # it has ended already

    def _call(self, call: Call[T]) -> T:
        return self._client._call(call, self._connection, self.id)
