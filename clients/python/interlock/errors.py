"""What can go wrong, each kind with a class of its own. Each message says what happened and what to do.

    InterlockError
      NotConnected        nobody listens, or this connection has ended: nothing was asked
        ConnectionLost    it ended before the answer: what was asked may have been done
      ProtocolError       interlockd answered with an error
        WrongArguments, NoSuchSession, LimitReached, NotCarriedOut, NotAvailable
      NotDone             the answer was no; `result` has all of it
        Blocked           by a rule
        Denied            by a person, or by their silence
        Refused           allowed, but the desktop was not what it should have been when it came to it
        Halted            the session has ended
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .results import ActResult, ToolAfter, ToolBefore


class InterlockError(Exception):
    """Everything that this package raises."""


class NotConnected(InterlockError):
    """There is no connection to interlockd; nothing was asked."""


class ConnectionLost(NotConnected):
    """The connection ended before the answer came. What was asked may have been done or not: look before asking again."""


class ProtocolError(InterlockError):
    """interlockd answered with an error, or with something that is no answer (`code` is then None)."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


class WrongArguments(ProtocolError):
    """The message names the key, and often the right one. Nothing was done."""


class NoSuchSession(ProtocolError):
    """The session was closed, or ended with its connection; open another one."""


class LimitReached(ProtocolError):
    """Too long, too many: docs/protocol.md, "Limits"."""


class NotCarriedOut(ProtocolError):
    """This version of interlockd has no such method."""


class NotAvailable(ProtocolError):
    """The desktop, or the part of it that was asked for, is not there, or not for this user."""


class NotDone(InterlockError):
    """An action, or a call of a tool, that is not to be: `result` says which rule, why, and what was really there."""

    def __init__(self, message: str, result: ActResult | ToolBefore | ToolAfter) -> None:
        super().__init__(message)
        self.result = result


class Blocked(NotDone):
    """A rule forbids it. Do something else."""


class Denied(NotDone):
    """A person said no, dismissed the question, or did not answer in time. `result.outcome` says which."""


class Refused(NotDone):
    """It was allowed, but the target was no longer what was judged. Look again, then decide anew."""


class Halted(NotDone):
    """The session has ended, by a rule or by a person. Nothing more will be done in it: stop."""


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
