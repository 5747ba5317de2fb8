"""The wire without a socket: its path, writing lines, reading lines. docs/protocol.md describes it."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass

from .calls import Call, T
from .errors import ConnectionLost, LimitReached, NotConnected, ProtocolError, WrongArguments, protocol_error
from .fields import Fields

MAX_REQUEST = 1024 * 1024  # bytes of one line that interlockd accepts
MAX_REPLY = 64 * 1024 * 1024  # of one line that the client accepts; enough for a picture of a large screen


def agent_socket() -> str:
    """$INTERLOCK_SOCKET_DIR, else $XDG_RUNTIME_DIR/interlock, else /run/user/UID/interlock, and agent.sock in it."""
    folder = os.environ.get("INTERLOCK_SOCKET_DIR")
    if not folder:
        runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
        folder = os.path.join(runtime, "interlock")
    return os.path.join(folder, "agent.sock")


def encode(number: int, call: Call[T]) -> bytes:
    """One line. Raises an error, and sends nothing, if it cannot be encoded or is too long."""
    message = {"jsonrpc": "2.0", "id": number, "method": call.method, "params": dict(call.params)}
    try:
        line = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:  # ValueError: NaN, half of a surrogate pair
        raise WrongArguments(f"{call.method}: cannot be written as JSON: {error}") from error
    if len(line) > MAX_REQUEST:
        raise LimitReached(f"{call.method}: {len(line)} bytes, and interlockd takes {MAX_REQUEST} at most: send less")
    return line


@dataclass(frozen=True)
class Reply:
    """`number` is None where the error is about the connection."""

    number: int | None
    result: object = None
    code: int | None = None
    message: str = ""


def decode(line: bytes) -> Reply:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise ProtocolError(f"what came from interlockd is not JSON: {error}") from error
    fields = Fields(value, "reply")
    number = fields.maybe_integer("id")
    if fields.has("error"):
        error_object = Fields(fields.get("error"), "reply.error")
        return Reply(number, code=error_object.integer("code"), message=error_object.text("message"))
    return Reply(number, result=fields.get("result"))


def value_of(call: Call[T], reply: Reply) -> T:
    if reply.code is not None:
        raise protocol_error(reply.code, reply.message, call.method)
    return call.parse(reply.result)


def cannot_connect(path: str, error: OSError) -> NotConnected:
    return NotConnected(
        f"cannot connect to interlockd at {path}: {error.strerror or error}. Is it running? "
        "`systemctl --user start interlockd`, or set INTERLOCK_SOCKET_DIR to the folder of its sockets."
    )


def never_sent(method: str, said: str = "") -> NotConnected:
    return NotConnected(
        f"{method}: {said or 'the connection to interlockd has ended'}. Nothing was asked. "
        "Call reconnect() and open a new session."
    )


def lost(call: Call[T], said: str = "") -> ConnectionLost:
    happened = f"{call.method}: {said or 'interlockd closed the connection'} before it answered."
    if call.acts:
        happened += " It is not known whether it was done: look before you ask again."
    return ConnectionLost(happened + " Call reconnect() and open a new session.")
