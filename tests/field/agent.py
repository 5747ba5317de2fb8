"""A scripted agent on the wire: it knows only what it was shown, and counts what it reads."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


class Busy(RuntimeError):
    """The application or the display did not answer in time."""


@dataclass
class Tally:
    acts: int = 0
    by_ref: int = 0  # acts on elements: by ref, by text, fields of a form
    refused_right: int = 0  # of these, not done at the first try although nobody said no
    refused_wrong: int = 0
    blocks_right: int = 0  # all acts that were not done although nobody said no
    blocks_wrong: int = 0
    characters: int = 0
    looks: list[int] = field(default_factory=list)  # characters of each
    act_ms: list[float] = field(default_factory=list)  # of acts about which nobody was asked
    remarks: list[str] = field(default_factory=list)


class Agent:
    """`settle`: let `act` say what came of it; otherwise look with `observe` after each act."""

    def __init__(self, path: str, name: str, directive: str, settle: bool, pace: float = 0.0) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._wire = self._socket.makefile("rw", encoding="utf-8", newline="\n")
        self.settle, self.pace, self.tally = settle, pace, Tally()
        self.screen: dict[str, str] = {}  # what it knows: the line of each ref
        self._lines: dict[str, str] = {}  # the whole line of each ref
        self.text = ""  # what it read last
        self._stop_is_right = False
        self.trace = False  # print each act
        self.call("hello", client="field")
        task = {"directive": directive} if directive else {}
        self.session = str(self.call("session.open", name=name, **task)["session"])

    def close(self) -> None:
        self._wire.close()
        self._socket.close()

    def call(self, method: str, **params: object) -> dict[str, Any]:
        self._wire.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        self._wire.flush()
        line = self._wire.readline()
        self.tally.characters += len(line)
        reply: dict[str, Any] = json.loads(line)
        if reply.get("error", {}).get("code") == -32004:
            raise Busy(reply["error"]["message"])
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
            # A row that changed may have other refs: the latest are meant.
            if changed := re.match(r" *\* (?:e\d+ )?row \d+[^:]*: (?:e\d+ [a-z ]+)?(\"[^\"]*\")", line):
                for ref in [ref for ref in self.screen if re.search(rf"row \d+[^:]*: (?:e\d+ [a-z ]+)?{re.escape(changed[1])}", self._lines[ref])]:
                    del self.screen[ref]
            # What is drawn anew says the same, with other refs: the latest are meant.
            same = re.sub(r"\be\d+ ", "", line).strip(" +*")
            for ref in [ref for ref in self.screen if re.sub(r"\be\d+ ", "", self._lines[ref]).strip(" +*") == same]:
                if line.lstrip().startswith("+"):
                    del self.screen[ref]
            parts = re.split(r"(?=\be\d+ [a-z])", line)
            for part in parts[1:]:
                ref = part.split(" ", 1)[0]
                self.screen[ref] = part
                self._lines[ref] = line

    def look(self, **params: object) -> str:
        for _ in range(5):
            with contextlib.suppress(Busy):
                self._read(str(self.call("observe", detail="brief", **params)["text"]), whole=True)
                return self.text
            time.sleep(1)
        raise AssertionError("the application does not answer")

    def until(self, pattern: str, seconds: float = 40.0) -> str:
        """Looks until the pattern is there: what an agent does while a program starts. Only the last look is counted."""
        counted, kept = self.tally.characters, len(self.tally.looks)
        end = time.monotonic() + seconds
        while not re.search(pattern, self.look()):
            if time.monotonic() > end:
                raise AssertionError(f"not seen: {pattern} in {self.text}")
            time.sleep(0.1)
            self.tally.characters = counted
            del self.tally.looks[kept:]
        return self.text

    def shows(self, pattern: str) -> str:
        """Looks again, as an agent must, only while it has not read this."""
        return self.text if re.search(pattern, self.text) else self.until(pattern)

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

    @contextlib.contextmanager
    def stop_is_right(self) -> Iterator[None]:
        """What interlockd does not do in here, it rightly does not."""
        self._stop_is_right = True
        yield
        self._stop_is_right = False

    def _count(self, action: dict[str, Any], reply: dict[str, Any]) -> None:
        tally = self.tally
        tally.acts += 1
        on_element = "ref" in action or action["type"] == "fill_form" or (action["type"] == "click" and "text" in action)
        tally.by_ref += on_element
        if reply["executed"] or reply.get("outcome") in ("denied", "dismissed"):
            return
        if self._stop_is_right:
            tally.blocks_right += 1
            tally.refused_right += on_element
        else:
            tally.blocks_wrong += 1
            tally.refused_wrong += on_element
            why = reply.get("refusal") or {"code": reply.get("code"), "reason": reply.get("reason")}
            tally.remarks.append(f"not done: {json.dumps(action)[:160]}: {json.dumps(why)[:400]}")

    def act(self, action: dict[str, Any], **params: object) -> dict[str, Any]:
        """One act, and a look at what came of it."""
        if self.pace:
            time.sleep(self.pace)
        if self.settle:
            params["settle"] = 3000
        began = time.monotonic()
        reply = self.call("act", action=action, detail="brief", **params)
        if "outcome" not in reply:
            self.tally.act_ms.append(1000 * (time.monotonic() - began))
        self._count(action, reply)
        after = reply.get("after")
        if self.trace:
            came = {key: after[key] for key in ("what", "quiet", "ms", "listing") if key in after} if isinstance(after, dict) else {}
            print(f"  {1000 * (time.monotonic() - began):6.0f} ms {reply['decision']} {json.dumps(action)[:200]} {json.dumps(came)}", flush=True)
        if isinstance(after, dict):
            self._read(str(after.get("text", "")), whole=after.get("listing") == "whole")
        else:
            self.look()
        return reply

    def on(self, pattern: str, action: dict[str, Any]) -> dict[str, Any]:
        """By ref, and once more if it was refused: the look after it shows what is there now."""
        reply = self.act(action | {"ref": self.ref(pattern)})
        if reply["executed"] or "outcome" in reply or self._stop_is_right:
            return reply
        return self.act(action | {"ref": self.ref(pattern)})

    def click(self, pattern: str, **more: object) -> dict[str, Any]:
        return self.on(pattern, {"type": "click", **more})

    def press(self, text: str) -> dict[str, Any]:
        """What has this name or text."""
        return self.act({"type": "click", "text": text})

    def type(self, pattern: str, text: str) -> dict[str, Any]:
        return self.on(pattern, {"type": "type", "text": text})

    def write(self, text: str) -> dict[str, Any]:
        """Where the focus is."""
        return self.act({"type": "type", "text": text})

    def keys(self, keys: str) -> dict[str, Any]:
        return self.act({"type": "key", "keys": keys})

    def select(self, pattern: str, option: str) -> dict[str, Any]:
        return self.on(pattern, {"type": "select_option", "option": option})

    def set(self, pattern: str, value: str) -> dict[str, Any]:
        return self.on(pattern, {"type": "set_value", "value": value})

    def fill(self, fields: dict[str, str]) -> dict[str, Any]:
        """A form: its fields, each by the pattern of its line."""
        listed = [{"ref": self.ref(pattern), "value": value} for pattern, value in fields.items()]
        return self.act({"type": "fill_form", "fields": listed})

    def place(self, name: str) -> tuple[int, int, int, int]:
        """Where the element of this name is on the screen: x, y, width, height."""
        text = str(self.call("observe", detail="brief", places=True)["text"])
        found = re.search(rf'"{re.escape(name)}"[^\n|]*?, at (\d+),(\d+) (\d+)x(\d+)', text)
        if found:
            x, y, width, height = map(int, found.groups())
            return x, y, width, height
        # The text has places of elements with a ref only.
        elements = [e for window in self.call("observe", format="json")["windows"] for e in window["elements"]]
        for element in elements:
            if element.get("name") == name and element.get("extents"):
                at = element["extents"]
                return at["x"], at["y"], at["width"], at["height"]
        raise AssertionError(f"no place of {name} in {[element.get('name') for element in elements]}")
