"""Desktops that only exist at the broker: questions as interlockd asks them, with correct statements, and what arrives for them."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any


def digest(rows: list[list[str]]) -> str:
    return hashlib.sha256(b"".join(f"{len(text.encode())}:".encode() + text.encode() + b"," for row in rows for text in row)).hexdigest()


def question(desktop: str, what: str, seconds: float = 60, picture: bytes = b"", needed: int = 1) -> dict[str, Any]:
    """As in the answer of `questions`; equal but for the desktop, its nonces and its session for equal `what`."""
    shown = [["what would happen", "Run a tool"], ["agent", "shop-assistant"], ["wants to", f"call deploy with {what}"]]
    done = [["tool", "deploy"], ["arguments", what], ["session", f"s{secrets.randbelow(1000)}"], ["record", secrets.token_hex(6)]]
    id = secrets.token_hex(16)
    statement = (
        f"interlock statement 1\nquestion {id}\ndesktop somebody@{desktop} :1\nstart {secrets.token_hex(16)}\nshown {digest(shown)}\ndone {digest(done)}\n"
        f"policy {'3' * 64}\npicture {hashlib.sha256(picture).hexdigest() if picture else 'none'}\nlifespan once\ndeadline_ms {int(seconds * 1000)}\n"
    )
    return {
        "id": id, "session": done[2][1], "record": done[3][1], "headline": "Run a tool", "agent": "shop-assistant", "rule": "deploys", "consequence": "",
        "statement": statement, "shown": shown, "done": done, "picture": bool(picture), "lifespans": ["once"], "needed": needed, "signed_by": [],
        "expires_in_ms": int(seconds * 1000),
    }  # fmt: skip


def pause(desktop: str) -> dict[str, Any]:
    """The question whose yes pauses it."""
    made = question(desktop, "x")
    shown, done = [["what would happen", "Pause all agents of this desktop"]], [["pause", "all agents"]]
    statement = made["statement"].replace(digest(made["shown"]), digest(shown)).replace(digest(made["done"]), digest(done))
    return {**made, "statement": statement, "shown": shown, "done": done, "rule": "pause"}


def payload(question: dict[str, Any]) -> bytes:
    return json.dumps(question).encode()
