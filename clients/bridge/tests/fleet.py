"""A real interlockd whose questions go over a real mosquitto, and people with keys of ssh-keygen."""

from __future__ import annotations

import contextlib
import hashlib
import json
import pathlib
import signal
import socket
import subprocess
import threading
import time
from typing import Any

import broker
import mqtt
from desk import BUILD, Desk, Program, eventually

BRIDGE = str(BUILD / "clients" / "bridge" / "interlock-bridge")
POLICY = """preset: default
rules:
  - {name: deploys, when: {tool.name: deploy}, decision: require_confirmation}
approvers:
  - {name: anna, keys: ['%s']}
daemon:
  replies: signed
  prompt_timeout_s: %d
  observation_deadline_ms: 5000
  denial_memory_s: 0
  max_denials: 0
"""


def make_key(folder: pathlib.Path, name: str) -> str:
    """The public line of a new key."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(folder / name)], check=True)
    return (folder / f"{name}.pub").read_text().strip()


def sign(key: pathlib.Path, statement: str) -> dict[str, str]:
    command = ["ssh-keygen", "-Y", "sign", "-q", "-n", "interlock-approval", "-f", str(key)]
    return {"ssh": subprocess.run(command, input=statement, capture_output=True, text=True, check=True).stdout}


def yes(question: dict[str, Any], signature: dict[str, str], lifespan: str = "once") -> dict[str, Any]:
    return {"id": question["id"], "approve": True, "lifespan": lifespan, "signature": signature}


class Asked(threading.Thread):
    """An agent that asks whether it may deploy `what`."""

    def __init__(self, desk: Desk, what: str) -> None:
        super().__init__(daemon=True)
        self._desk, self._what = desk, what
        self.reply: dict[str, Any] = {}
        self.start()

    def run(self) -> None:
        with socket.socket(socket.AF_UNIX) as agent:
            agent.connect(self._desk.socket)
            lines = agent.makefile("rw", encoding="utf-8", newline="\n")
            call = {"jsonrpc": "2.0", "id": 1, "method": "tool.before", "params": {"name": "deploy", "args": {"what": self._what}}}
            lines.write(json.dumps(call) + "\n")
            lines.flush()
            line = lines.readline()  # empty: interlockd has ended
            self.reply = json.loads(line).get("result", {}) if line else {}

    def answer(self) -> dict[str, Any]:
        self.join(120)
        return self.reply


class Fleet:
    """One desktop, "desk-1", behind a broker. `seconds`: how long questions wait; `open_broker`: a hostile one, where everybody may do everything."""

    def __init__(self, seconds: int, open_broker: bool = False, through: int = 0) -> None:
        self.desk = Desk("preset: default\n")
        self.dir = self.desk.dir
        anna, self.mallory = make_key(self.dir, "anna"), make_key(self.dir, "mallory")
        (pathlib.Path(self.desk.env["XDG_CONFIG_HOME"]) / "interlock" / "policy.yaml").write_text(POLICY % (anna, seconds))
        self.restart_daemon()
        folder = self.dir / "broker"
        folder.mkdir()
        self.broker = broker.Broker(folder, "pattern readwrite #\n" if open_broker else None)
        self.metrics = self.dir / "metrics.sock"
        self.start_bridge(through)

    def restart_daemon(self) -> None:
        self.desk.stop_daemon()
        self.desk.start_daemon()

    def start_bridge(self, through: int = 0) -> None:
        """`through`: a port in front of the broker's."""
        command = [BRIDGE, "--broker", self.broker.settings("desk-1", through), "--metrics", f"unix:{self.metrics}"]
        self.bridge: Program = self.desk.start(command)

    def counted(self, metric: str) -> float:
        with socket.socket(socket.AF_UNIX) as scraper:
            scraper.connect(str(self.metrics))
            scraper.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
            reply = scraper.makefile().read()
        return next((float(line.rsplit(" ", 1)[1]) for line in reply.split("\n") if line.startswith(metric + " ")), 0.0)

    def console(self, name: str = "console") -> mqtt.Client:
        """Sees everything."""
        client = self.broker.client(name)
        for kind in ("state", "question/+", "picture/+", "pause", "result"):
            client.subscribe(f"interlock/1/+/{kind}")
        return client

    def question(self, console: mqtt.Client, what: str) -> dict[str, Any]:
        found = console.wait(f"the question about {what}", lambda message: "/question/" in message.topic and f'"{what}\\"'.encode() in message.payload.replace(b"\\\\", b"\\"))
        question: dict[str, Any] = json.loads(found.payload)
        return question

    def pause_offer(self, console: mqtt.Client) -> dict[str, Any]:
        """The newest question whose yes pauses the desktop."""
        payload = eventually("a pause is offered", lambda: console.latest.get("interlock/1/desk-1/pause"))
        offer: dict[str, Any] = json.loads(payload)
        return offer

    def running(self) -> str:
        """What interlockd itself says: "running" or "paused"."""
        return str(json.loads(self.desk.ctl("--json", "status"))["state"])

    def change_policy(self) -> None:
        """And a person loads it."""
        policy = pathlib.Path(self.desk.env["XDG_CONFIG_HOME"]) / "interlock" / "policy.yaml"
        policy.write_text(policy.read_text() + "captcha: block\n")
        self.desk.ctl("reload")

    def send(self, console: mqtt.Client, answer: dict[str, Any] | bytes, desktop: str = "desk-1") -> bytes:
        """The correlation of its result."""
        payload = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        correlation = hashlib.sha256(payload + str(time.monotonic_ns()).encode()).digest()[:16]
        console.publish(f"interlock/1/{desktop}/answer", payload, correlation=correlation, expiry=60)
        return correlation

    def result(self, console: mqtt.Client, correlation: bytes) -> dict[str, Any]:
        found = console.wait("a result", lambda message: message.topic.endswith("/result") and message.correlation == correlation)
        result: dict[str, Any] = json.loads(found.payload)
        return result

    def records(self, what: str) -> list[dict[str, Any]]:
        """The notes of this kind in the audit log."""
        found: list[dict[str, Any]] = []
        for log in pathlib.Path(self.desk.env["XDG_STATE_HOME"]).glob("interlock/audit*.jsonl"):
            for line in log.read_text().split("\n"):
                record = json.loads(line) if line else {}
                if record.get("what") == what:
                    found.append(record)
        return found

    def state(self, console: mqtt.Client, what: bytes) -> None:
        eventually(f"the desktop is {what!r}", lambda: console.latest.get("interlock/1/desk-1/state") == what)

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.bridge.send(signal.SIGCONT)
        self.broker.end()
        self.desk.__exit__()
