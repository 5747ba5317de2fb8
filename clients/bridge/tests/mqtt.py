"""A client of MQTT 5, as small as the tests need it: so that they can also send what no library would."""

from __future__ import annotations

import dataclasses
import queue
import select
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable

EXPIRY, CORRELATION = 0x02, 0x09
# How long each property is: a number of bytes, "v" a number of variable length, "s" a text or bytes, "p" two texts.
SIZES: dict[int, int | str] = {
    0x01: 1, 0x02: 4, 0x03: "s", 0x08: "s", 0x09: "s", 0x0B: "v", 0x11: 4, 0x12: "s", 0x13: 2, 0x15: "s", 0x16: "s", 0x17: 1, 0x18: 4, 0x19: 1,
    0x1A: "s", 0x1C: "s", 0x1F: "s", 0x21: 2, 0x22: 2, 0x23: 2, 0x24: 1, 0x25: 1, 0x26: "p", 0x27: 4, 0x28: 1, 0x29: 1, 0x2A: 1,
}


def number(value: int) -> bytes:
    out = b""
    while True:
        value, low = divmod(value, 128)
        out += bytes([low | (128 if value else 0)])
        if not value:
            return out


def text(value: str | bytes) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return struct.pack("!H", len(raw)) + raw


def packet(first: int, body: bytes) -> bytes:
    return bytes([first]) + number(len(body)) + body


def connect_packet(client: str, keep_alive: int = 60, will: tuple[str, bytes] | None = None) -> bytes:
    flags = 0x02 | (0x04 | 0x20 if will else 0)
    body = text("MQTT") + bytes([5, flags]) + struct.pack("!H", keep_alive) + number(0) + text(client)
    return packet(0x10, body + (number(0) + text(will[0]) + text(will[1]) if will else b""))


def subscribe_packet(pid: int, pattern: str) -> bytes:
    return packet(0x82, struct.pack("!H", pid) + number(0) + text(pattern) + b"\x01")


def publish_packet(pid: int, topic: str, payload: bytes, retain: bool = False, expiry: int | None = None, correlation: bytes = b"") -> bytes:
    """At least once; with pid 0 at most once."""
    properties = bytes([EXPIRY]) + struct.pack("!I", expiry) if expiry is not None else b""
    properties += bytes([CORRELATION]) + text(correlation) if correlation else b""
    body = text(topic) + (struct.pack("!H", pid) if pid else b"") + number(len(properties)) + properties + payload
    return packet(0x30 | (2 if pid else 0) | retain, body)


@dataclasses.dataclass
class Message:
    topic: str
    payload: bytes
    correlation: bytes = b""
    expiry: int | None = None
    pid: int = 0


class Reader:
    """Bytes to packets: feed(), then next() until None."""

    def __init__(self) -> None:
        self.buffer = b""

    def feed(self, data: bytes) -> None:
        self.buffer += data

    def next(self) -> tuple[int, bytes] | None:
        length = shift = 0
        for at in range(1, 5):
            if len(self.buffer) <= at:
                return None
            length |= (self.buffer[at] & 127) << shift
            shift += 7
            if self.buffer[at] < 128:
                break
        if len(self.buffer) < at + 1 + length:
            return None
        found = self.buffer[0], self.buffer[at + 1 : at + 1 + length]
        self.buffer = self.buffer[at + 1 + length :]
        return found


def read_number(body: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (body[at] & 127) << shift
        shift += 7
        at += 1
        if body[at - 1] < 128:
            return value, at


def read_publish(first: int, body: bytes) -> Message:
    (size,) = struct.unpack_from("!H", body)
    message = Message(body[2 : 2 + size].decode(), b"")
    at = 2 + size
    if first & 0x06:
        (message.pid,) = struct.unpack_from("!H", body, at)
        at += 2
    length, at = read_number(body, at)
    end = at + length
    while at < end:
        kind, at = body[at], at + 1
        form = SIZES[kind]
        if isinstance(form, int):
            if kind == EXPIRY:
                (message.expiry,) = struct.unpack_from("!I", body, at)
            at += form
        elif form == "v":
            _, at = read_number(body, at)
        else:
            for _ in range(2 if form == "p" else 1):
                (size,) = struct.unpack_from("!H", body, at)
                if kind == CORRELATION:
                    message.correlation = body[at + 2 : at + 2 + size]
                at += 2 + size
    message.payload = body[end:]
    return message


class Client:
    """Connected over TLS with a certificate. What arrives is in `messages`; the latest of each topic in `latest`."""

    def __init__(self, port: int, context: ssl.SSLContext, name: str) -> None:
        raw = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket = context.wrap_socket(raw, server_hostname="localhost")
        self._socket.setblocking(False)
        self._tls = threading.Lock()  # OpenSSL does not read and write one connection at once
        self._pid = 0
        self._acks: queue.Queue[tuple[int, bytes]] = queue.Queue()
        self._sending = threading.Lock()
        self.changed = threading.Condition()
        self.messages: list[Message] = []
        self.latest: dict[str, bytes] = {}
        self.refused = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        kind, body = 0, b""
        try:
            self._send(connect_packet(name))
            kind, body = self._acks.get(timeout=30)
        finally:
            if kind != 2 or body[1] != 0:
                self.close()
        if kind != 2 or body[1] != 0:
            raise ConnectionError(f"the broker answered {kind} {body!r}")

    def _send(self, data: bytes) -> None:
        while data:
            with self._tls:
                try:
                    data = data[self._socket.send(data) :]
                    continue
                except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                    pass
            select.select([], [self._socket], [], 0.1)

    def _receive(self) -> bytes | None:
        """Nothing: nothing is there yet. Empty: the end."""
        with self._tls:
            try:
                return self._socket.recv(65536)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                pass
        select.select([self._socket], [], [], 0.5)
        return None

    def _read(self) -> None:
        reader = Reader()
        try:
            while (data := self._receive()) != b"":
                reader.feed(data or b"")
                while found := reader.next():
                    self._take(*found)
        except (OSError, ValueError):
            pass
        self._acks.put((0, b"\0\xff"))

    def _take(self, first: int, body: bytes) -> None:
        if first >> 4 != 3:
            self._acks.put((first >> 4, body))
            return
        message = read_publish(first, body)
        if message.pid:
            self._send(packet(0x40, struct.pack("!H", message.pid)))
        with self.changed:
            self.messages.append(message)
            self.latest[message.topic] = message.payload
            self.changed.notify_all()

    def subscribe(self, pattern: str) -> int:
        """The broker's reason code: 128 and more are refusals."""
        with self._sending:
            self._pid += 1
            self._send(subscribe_packet(self._pid, pattern))
            return self._acks.get(timeout=30)[1][-1]

    def publish(self, topic: str, payload: bytes, retain: bool = False, expiry: int | None = None, correlation: bytes = b"") -> int:
        """The broker's reason code."""
        with self._sending:
            self._pid += 1
            self._send(publish_packet(self._pid, topic, payload, retain, expiry, correlation))
            kind, body = self._acks.get(timeout=30)
            if kind != 4:
                raise ConnectionError(f"the broker answered {kind} {body!r}")
            return body[2] if len(body) > 2 else 0

    def wait(self, what: str, found: Callable[[Message], bool], seconds: float = 60) -> Message:
        """The first message, also of those that came before, for which this holds."""
        end = time.monotonic() + seconds
        seen = 0
        with self.changed:
            while True:
                for message in self.messages[seen:]:
                    if found(message):
                        return message
                seen = len(self.messages)
                left = end - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"not within {seconds:g} s: {what}; got {[each.topic for each in self.messages][-20:]}")
                self.changed.wait(left)

    def close(self) -> None:
        try:
            with self._tls:
                self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._reader.join()  # it must not read from another connection that gets the same number
        self._socket.close()
