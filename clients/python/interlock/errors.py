"""The errors, one class for each kind. Each message says what happened and what to do.

    InterlockError
      NotConnected        interlockd does not run, or this connection has ended: nothing was sent
        ConnectionLost    it ended before the answer: the action may have been done
      ProtocolError       interlockd answered with an error
        WrongArguments, NoSuchSession, LimitReached, NotCarriedOut, NotAvailable
      NotDone             the action was refused; `result` has the answer
        Blocked           by a rule
        Denied            by a person, or because no answer came in time
        Refused           allowed, but the desktop had changed before it was done
        Halted            the session has ended
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .results import ActResult, ToolAfter, ToolBefore


class InterlockError(Exception):
    """Base class of everything that this package raises."""


class NotConnected(InterlockError):
    """There is no connection to interlockd; nothing was sent."""


class ConnectionLost(NotConnected):
    """The connection ended before the answer arrived. The action may have been done or not: look before you repeat it."""


class ProtocolError(InterlockError):
    """interlockd answered with an error, or with an invalid answer (`code` is then None)."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


class WrongArguments(ProtocolError):
    """The message names the key, and often the right one. Nothing was done."""


class NoSuchSession(ProtocolError):
    """The session was closed, or ended with its connection; open another one."""


class LimitReached(ProtocolError):
    """A limit was exceeded: docs/protocol.md, "Limits"."""


class NotCarriedOut(ProtocolError):
    """This version of interlockd has no such method."""


class NotAvailable(ProtocolError):
    """The desktop, or the requested part of it, does not exist or is not available to this user."""


class NotDone(InterlockError):
    """An action or a tool call that was refused: `result` has the rule, the reason and the real target."""

    def __init__(self, message: str, result: ActResult | ToolBefore | ToolAfter) -> None:
        super().__init__(message)
        self.result = result


class Blocked(NotDone):
    """A rule forbids it. Do something else."""


class Denied(NotDone):
    """A person denied it, dismissed the question, or did not answer in time; see `result.outcome`."""


class Refused(NotDone):
    """It was allowed, but the target changed before it was done. Look again, then decide again."""


class Halted(NotDone):
    """A rule or a person ended the session. No more actions will be done in it: stop."""


_BY_CODE: dict[int, type[ProtocolError]] = {
    -32602: WrongArguments,
    -32601: NotCarriedOut,
    -32001: NoSuchSession,
    -32003: LimitReached,
    -32004: NotAvailable,
}


def protocol_error(code: int, message: str, method: str) -> ProtocolError:
    """The exception for a JSON-RPC error."""
    return _BY_CODE.get(code, ProtocolError)(f"{method}: {message}" if method else message, code)
