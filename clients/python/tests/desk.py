"""A private desktop with interlockd on it, an application that reports what it received, and a person who answers.

What the tests believe is what the application writes to its log and what the X server says, not what interlockd answers.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import interlock

T = TypeVar("T")
SOURCE = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("INTERLOCK_BUILD", SOURCE / "build" / "release"))
PATIENCE = 180.0


def eventually(what: str, probe: Callable[[], T], seconds: float = PATIENCE) -> T:
    begin = time.monotonic()
    while True:
        found = probe()
        if found:
            return found
        waited = time.monotonic() - begin
        if waited > seconds:
            raise AssertionError(f"not within {seconds:g} s: {what}; last: {found!r}")
        time.sleep(min(max(waited / 8, 0.01), 0.1))  # asking often takes the processor from what is waited for


class Program:
    def __init__(self, command: list[str], env: dict[str, str], log: pathlib.Path) -> None:
        with open(log, "ab") as out:
            self._process = subprocess.Popen(
                command, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )

    def send(self, number: int) -> None:
        """After SIGSTOP it waits until the program is stopped: on a busy machine its other threads go on for a while."""
        os.killpg(self._process.pid, number)
        if number == signal.SIGSTOP:
            os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def ended(self) -> int | None:
        """The exit status, negative if a signal ended it; None while it runs."""
        return self._process.poll()

    def end(self, number: int = signal.SIGTERM) -> int:
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            pass
        return self._process.wait(timeout=PATIENCE)


class Application:
    """A program of tests/fixtures that writes one JSON line per event."""

    def __init__(self, log: pathlib.Path) -> None:
        self._log = log

    def events(self, kind: str) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        if self._log.exists():
            for line in self._log.read_text(encoding="utf-8").split("\n")[:-1]:
                found.append(json.loads(line))
        found.sort(key=lambda event: int(str(event.get("n", 0))))  # a page's reports arrive in any order
        return [event for event in found if event["event"] == kind]

    def count(self, kind: str, what: str) -> int:
        return sum(event["what"] == what for event in self.events(kind))

    def text(self, what: str) -> str:
        texts = [str(event["text"]) for event in self.events("changed") if event["what"] == what]
        return texts[-1] if texts else ""

    def centre(self, what: str) -> tuple[int, int]:
        def place() -> list[int] | None:
            layouts = self.events("layout")
            at = layouts[-1]["at"] if layouts else {}
            assert isinstance(at, dict)
            return at.get(what)

        try:
            x, y, width, height = eventually(f"{what} has a place", place) or []
        except AssertionError as nothing:
            raise AssertionError(f"{nothing}\n{state_of(self._log.parent)}") from None
        return x + width // 2, y + height // 2


def state_of(folder: pathlib.Path) -> str:
    """The desktop of this folder: its windows, each process with what it waits for, and the ends of the logs."""
    env = dict(line.split("=", 1) for line in (folder / "env").read_text().split("\n") if line)
    tree = ["timeout", "5", "xwininfo", "-root", "-tree", "-display", env["DISPLAY"]]
    lines = [subprocess.run(tree, capture_output=True, text=True, check=False).stdout]
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if f"XDG_RUNTIME_DIR={env['XDG_RUNTIME_DIR']}".encode() in (process / "environ").read_bytes().split(b"\0"):
                command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                state = (process / "stat").read_text().rsplit(")", 1)[1].split()[0]
                lines.append(f"{process.name} {state} {(process / 'wchan').read_text()} {command}")
        except OSError:  # it has ended
            continue
    for log in [*(folder / "log").iterdir(), *folder.glob("*.jsonl")]:
        lines += [f"{log.name}:", *log.read_text(errors="replace").splitlines()[-10:]]
    return "\n".join(lines)


class Desk:
    """`with Desk() as desk:`"""

    def __init__(self, policy: str = "") -> None:
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="interlock-test."))
        script = str(SOURCE / "scripts" / "desktop")
        self._programs: list[Program] = []
        started = subprocess.run([script, "start", str(self.dir)], capture_output=True, text=True, check=False)
        if started.returncode != 0:
            shutil.rmtree(self.dir, ignore_errors=True)
            raise RuntimeError(f"no desktop: {started.stderr}")
        own = dict(line.split("=", 1) for line in (self.dir / "env").read_text().split("\n") if line)
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.dir / "home"),
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.dir),
            **own,
        }
        self.socket = f"{self.env['XDG_RUNTIME_DIR']}/interlock/agent.sock"
        config = pathlib.Path(self.env["XDG_CONFIG_HOME"]) / "interlock"
        config.mkdir(parents=True)
        # This machine serves the tests' pages, and it may be busy.
        rules = (
            "preset: default\nguardrails:\n  allow_private_networks: true\ndaemon:\n  observation_deadline_ms: 5000\n  denial_memory_s: 0\n"
        )
        credentials = self.dir / "credentials"
        credentials.mkdir()
        (credentials / "form").touch(mode=0o600)
        (credentials / "form").write_text("Py-S3cret!\n")
        rules += f"  credentials_dir: {credentials}\nsecrets:\n"
        rules += "  - {name: form, application: [python3.11, python3.13], credential: form, ask: never}\n"
        (config / "policy.yaml").write_text(policy or rules)
        self._daemon: Program | None = None
        self.start_daemon()

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        for program in self._programs:
            program.end(signal.SIGKILL)
        try:
            self.stop_daemon()
        finally:
            subprocess.run([str(SOURCE / "scripts" / "desktop"), "stop", str(self.dir)], check=False)
            shutil.rmtree(self.dir, ignore_errors=True)

    def start_daemon(self) -> None:
        self._daemon = Program([str(BUILD / "daemon" / "interlockd")], self.env, self.dir / "log" / "interlockd")
        eventually("interlockd serves", self._serves)

    def stop_daemon(self) -> None:
        if self._daemon:
            by_itself = self._daemon.ended() is not None
            code = self._daemon.end()
            self._daemon = None
            # A failure even if no test has noticed it.
            if by_itself or code != 0:
                log = (self.dir / "log" / "interlockd").read_text(errors="replace")
                raise AssertionError(f"interlockd {'ended by itself' if by_itself else 'was stopped'}, exit status {code}; its log:\n{log[-4000:]}")

    def _serves(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(self.socket)
            except OSError:
                return False
            return True

    def connect(self, name: str = "tester") -> interlock.Client:
        return interlock.connect(name, self.socket)

    def start(self, command: list[str]) -> Program:
        program = Program(command, self.env, self.dir / "log" / pathlib.Path(command[0]).name)
        self._programs.append(program)
        return program

    def output(self, *command: str) -> str:
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def succeeds(self, *command: str) -> bool:
        return subprocess.run(command, env=self.env, capture_output=True, check=False).returncode == 0

    def ctl(self, *arguments: str) -> str:
        """interlockctl, run as by the person at the desktop."""
        command = [str(BUILD / "cli" / "interlockctl"), *arguments]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"interlockctl {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def form(self, next_at: tuple[int, int] | None = None) -> Application:
        """The GTK form; its button "Next" is moved to `next_at`."""
        log = self.dir / "form.jsonl"
        fixture = str(SOURCE / "tests" / "fixtures" / "gtk3_form.py")
        self.start(["/usr/bin/python3", fixture, str(log), "--title", "The form", "--at", "100,100"])
        form = Application(log)
        at = form.centre("Next")
        window = eventually("the form's window", lambda: self.output("xdotool", "search", "--name", "^The form$"))
        if next_at:
            dx, dy = next_at[0] - at[0], next_at[1] - at[1]
            before = form.events("layout")[-1]["window"]
            assert isinstance(before, list)
            # The window manager's frame moves the window away from the requested place.
            self.output("xdotool", "windowmove", window, str(before[0] + dx), str(before[1] + dy))
            moved = eventually("the form moves", lambda: form.centre("Next") if form.centre("Next") != at else None)
            assert moved is not None
            off = next_at[0] - moved[0], next_at[1] - moved[1]
            if off != (0, 0):
                to = str(before[0] + dx + off[0]), str(before[1] + dy + off[1])
                self.output("xdotool", "windowmove", window, *to)
                eventually("the form is in its place", lambda: form.centre("Next") == next_at)
        self.wait_until_seen(form.centre("Next"), "Next")
        return form

    def page(self, folder: str, page: str) -> Application:
        """Chromium with a page of tests/fixtures, served by this machine."""
        log = self.dir / "page.jsonl"
        self.start(["/usr/bin/python3", str(SOURCE / "tests" / "fixtures" / "serve.py"), folder, str(log)])
        server = Application(log)
        port = eventually("the page's server", lambda: server.events("serving"))[0]["port"]
        command = (
            "chromium --force-renderer-accessibility --no-first-run --disable-background-networking --disable-sync"
        )
        command += " --disable-gpu --disable-dev-shm-usage --password-store=basic --window-position=560,40"
        command += f" --window-size=640,500 --user-data-dir={self.dir}/chromium"
        command += " --no-sandbox --test-type" if os.geteuid() == 0 else ""
        self.start([*command.split(), f"http://127.0.0.1:{port}/{page}"])
        return server

    def wait_until_seen(self, at: tuple[int, int], name: str) -> None:
        """Waits until interlockd can see the element: the application has published its tree."""
        with self.connect("watcher") as client, client.open_session("watcher") as session:

            def seen() -> bool:
                element = session.act(interlock.click(*at), dry_run=True).element
                return isinstance(element, interlock.Element) and element.name == name

            eventually(f"interlockd sees '{name}'", seen)

    def pointer(self) -> tuple[int, int]:
        """From the X server."""
        values = dict(line.split("=") for line in self.output("xdotool", "getmouselocation", "--shell").split())
        return int(values["X"]), int(values["Y"])

    def pending(self) -> list[dict[str, object]]:
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(self.socket.replace("agent.sock", "control.sock"))
            control.sendall(b'{"jsonrpc":"2.0","id":1,"method":"pending"}\n')
            with control.makefile("r", encoding="utf-8") as lines:
                found: list[dict[str, object]] = json.loads(lines.readline())["result"]["pending"]
                return found

    def person(self, answer: str, *word: str) -> threading.Thread:
        """Waits for the next question and answers it: "approve" or "deny", this with a word for the agent."""

        def reply() -> None:
            question = eventually("a question", self.pending)[0]
            self.ctl(answer, str(question["id"]), *word)

        thread = threading.Thread(target=reply)
        thread.start()
        return thread
