"""A scripted agent on the wire: it knows only what it was shown, and counts what it reads."""

from __future__ import annotations

import json
import re
import socket
import time
from dataclasses import dataclass, field


@dataclass
class Tally:
    acts: int = 0
    prompts: int = 0
    blocked: int = 0
    refused: int = 0  # acts by ref that were refused at the first try
    by_ref: int = 0
    characters: int = 0
    looks: list[int] = field(default_factory=list)  # characters of each
    act_ms: list[float] = field(default_factory=list)


class Agent:
    """`settle`: let `act` say what came of it; otherwise look with `observe` after each act."""

    def __init__(self, path: str, name: str, settle: bool, pace: float = 0.0) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._wire = self._socket.makefile("rw", encoding="utf-8", newline="\n")
        self.settle, self.pace, self.tally = settle, pace, Tally()
        self.screen: dict[str, str] = {}  # what it knows: the line of each ref
        self._lines: dict[str, str] = {}  # the whole line of each ref
        self.text = ""  # what it read last
        self.call("hello", client=name)

    def close(self) -> None:
        self._wire.close()
        self._socket.close()

    def call(self, method: str, **params: object) -> dict[str, object]:
        self._wire.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        self._wire.flush()
        line = self._wire.readline()
        self.tally.characters += len(line)
        reply: dict[str, object] = json.loads(line)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']}")
        result = reply["result"]
        assert isinstance(result, dict)
        return result

    def _read(self, text: str, whole: bool) -> None:
        if whole:
            self.screen.clear()
        self.text = text
        self.tally.looks.append(len(text))
        for line in text.split("\n"):
            if line.startswith("no longer shown: "):
                for ref in re.findall(r"\be\d+\b", line):
                    self.screen.pop(ref, None)
                for row in re.findall(r'row \d+ ("[^"]*")', line):  # its refs are gone with it
                    for ref in [ref for ref in self.screen if row in self._lines[ref]]:
                        del self.screen[ref]
                continue
            parts = re.split(r"(?=\be\d+ [a-z])", line)
            for part in parts[1:]:
                ref = part.split(" ", 1)[0]
                self.screen[ref] = part
                self._lines[ref] = line

    def look(self) -> str:
        self._read(str(self.call("observe")["text"]), whole=True)
        return self.text

    def until(self, pattern: str, seconds: float = 30.0) -> str:
        """Looks until the pattern is there: what an agent does while a program starts. Not counted."""
        before = self.tally.characters, len(self.tally.looks)
        end = time.monotonic() + seconds
        while not re.search(pattern, self.look()):
            if time.monotonic() > end:
                raise AssertionError(f"not seen: {pattern} in {self.text}")
            time.sleep(0.1)
        self.tally.characters, kept = before
        del self.tally.looks[kept:]
        return self.text

    def ref(self, pattern: str, seconds: float = 10.0) -> str:
        """The first such element; looks again, as an agent must, while there is none."""
        end = time.monotonic() + seconds
        while True:
            found = [ref for ref, line in self.screen.items() if re.search(pattern, line)]
            if found:
                return found[0]
            if time.monotonic() > end:
                raise AssertionError(f"no element like {pattern} in {list(self.screen.values())}")
            time.sleep(0.3)
            self.look()

    def act(self, action: dict[str, object], **params: object) -> dict[str, object]:
        """One act, and a look at what came of it."""
        if self.pace:
            time.sleep(self.pace)
        if self.settle:
            params["settle"] = 3000
        began = time.monotonic()
        reply = self.call("act", action=action, **params)
        self.tally.act_ms.append(1000 * (time.monotonic() - began))
        self.tally.acts += 1
        self.tally.by_ref += "ref" in action
        self.tally.prompts += "outcome" in reply
        if not reply["executed"]:
            self.tally.blocked += 1
            self.tally.refused += "ref" in action
            why = reply.get("refusal") or {"code": reply.get("code"), "reason": reply.get("reason")}
            print("    refused:", json.dumps(action), json.dumps(why)[:200])
        after = reply.get("after")
        if isinstance(after, dict):
            self._read(str(after.get("text", "")), whole=after.get("listing") == "whole")
        else:
            self.look()
        return reply

    def on(self, pattern: str, action: dict[str, object]) -> dict[str, object]:
        """By ref, and once more if it was refused: the look after it shows what is there now."""
        reply = self.act(action | {"ref": self.ref(pattern)})
        return reply if reply["executed"] else self.act(action | {"ref": self.ref(pattern)})

    def click(self, pattern: str) -> dict[str, object]:
        return self.on(pattern, {"type": "click"})

    def type(self, pattern: str, text: str) -> dict[str, object]:
        return self.on(pattern, {"type": "type", "text": text})
