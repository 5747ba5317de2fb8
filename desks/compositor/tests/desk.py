"""interlock-desk for tests: starts it, and plays interlockd's end of the wire (docs/desk-protocol.md)."""
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time

PATIENCE = int(os.environ.get("INTERLOCK_PATIENCE", "60"))  # seconds; a busy machine is no failure
BUILD = os.environ.get("INTERLOCK_BUILD", "build/release")
DESK = os.environ.get("INTERLOCK_DESK", BUILD + "/desks/compositor/interlock-desk")
CLIENT = BUILD + "/desks/compositor/tests/desk-client"


def eventually(condition, what, patience=PATIENCE):
    """The condition's value as soon as it is true. It is patient: a busy machine is no failure."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, "never came: " + (what() if callable(what) else what)
        time.sleep(0.005)


class Program:
    """A program on the desk, whose standard output goes to a file."""

    def __init__(self, desk, command, **environment):
        self.out = tempfile.NamedTemporaryFile("w+", dir=desk.folder, delete=False)
        self.process = subprocess.Popen(command, env={**desk.environment, **environment}, stdout=self.out,
                                        stderr=subprocess.DEVNULL if not os.environ.get("VERBOSE") else None)
        self.pid = self.process.pid

    def lines(self, start=""):
        with open(self.out.name) as file:
            whole = file.read().rpartition("\n")[0]  # the last line may not be written to its end
        return [line.split() for line in whole.splitlines() if line.startswith(start)]

    def text(self):
        with open(self.out.name) as file:
            return file.read()

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.out.close()


class Desk:
    def __init__(self, *options, connect=True, daemon=None, pass_fds=(), **environment):
        self.folder = tempfile.mkdtemp(prefix="desk-")
        os.chmod(self.folder, 0o700)
        self.path = self.folder + "/desk.sock"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(4)
        self.listener.settimeout(60)
        outside = {name: value for name, value in os.environ.items()
                   if name not in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET")}
        self.environment = {**outside, "XDG_RUNTIME_DIR": self.folder, "GTK_A11Y": "none", "GSK_RENDERER": "cairo",
                            "QT_QPA_PLATFORM": "wayland", "GDK_BACKEND": "wayland", **environment}
        self.log = open(self.folder + "/log", "w+")
        daemon = daemon or os.path.basename(os.path.realpath("/proc/self/exe"))
        self.process = subprocess.Popen([DESK, "--desk-socket", self.path, "--daemon", daemon, *options],
                                        env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True, pass_fds=pass_fds)
        self.display = self.process.stdout.readline().strip().partition("=")[2]
        self.environment["WAYLAND_DISPLAY"] = self.display
        self.events = []
        self.last = 0
        self.programs = []
        self.wire = None
        if connect:
            self.accept()

    def accept(self):
        self.wire, _ = self.listener.accept()
        self.file = self.wire.makefile("rwb")
        self.hello = json.loads(self.file.readline())
        self.wire.sendall(b'{"desk":1,"name":"interlockd","version":"0"}\n')

    def reconnect(self):
        """Ends the connection; the desk makes another one."""
        self.file.close()
        self.wire.close()
        self.accept()

    def start(self, command, **environment):
        self.programs.append(Program(self, command, **environment))
        return self.programs[-1]

    def client(self, name, *options):
        """A client of our own whose window is there; with its window."""
        program = self.start([CLIENT, name, *options])
        window = self.window(lambda w: w["pid"] == program.pid and w["title"] == name)
        return program, window

    def window(self, wanted):
        def find():
            return next((w for w in self.call("list")["windows"] if wanted(w) and w.get("mapped", True)), None)
        return eventually(find, "window")

    def send(self, call, **arguments):
        self.last += 1
        self.wire.sendall(json.dumps({"id": self.last, "call": call, **arguments}).encode() + b"\n")
        return self.last

    def receive(self):
        line = self.file.readline()
        assert line, "the desk closed the connection: " + self.log_text()
        return json.loads(line)

    def reply(self):
        """The next one; events before it are kept."""
        while True:
            message = self.receive()
            if "event" not in message:
                return message
            self.events.append(message)

    def call_raw(self, call, **arguments):
        number = self.send(call, **arguments)
        message = self.reply()
        assert message.get("id") == number, "unexpected: %r" % message
        return message

    def call(self, call, **arguments):
        reply = self.call_raw(call, **arguments)
        assert "result" in reply, "%s %r: %r" % (call, arguments, reply)
        return reply["result"]

    def events_of(self, kind, patience=PATIENCE):
        """All events of this kind, once there is one."""
        def look():
            self.call("desk")
            return [event for event in self.events if event["event"] == kind]
        return eventually(look, "event " + kind, patience)

    def expect(self, window, **changes):
        return {"window": window["id"], "pid": window["pid"], "surface": None, "popup": None, "focus": True,
                "pixels": None, **changes}

    def click(self, x, y, expect, button="left"):
        return self.call("act", expect=expect, steps=[{"motion": {"x": x, "y": y}},
                                                      {"button": {"button": button, "press": True}},
                                                      {"button": {"button": button, "press": False}}])

    def key(self, keysym, expect):
        return self.call("act", expect=expect, steps=[{"key": {"keysym": keysym, "press": True}},
                                                      {"key": {"keysym": keysym, "press": False}}])

    def type(self, text, expect):
        done = 0
        for at in range(0, len(text), 16):
            result = self.call("commit_text", expect=expect, text=text[at:at + 16])
            if "refused" in result and result["refused"]:
                return done, result["refused"]
            done += result["done"]
        return done, None

    def pixels(self, area=None, cursor=False):
        """(width, height, pixels as bytes of 0x00RRGGBB)"""
        path = self.folder + "/picture"
        open(path, "wb").close()
        os.chmod(path, 0o600)
        shown = self.call("capture", area=area, cursor=cursor, path=path)
        with open(path, "rb") as file:
            return shown["area"]["width"], shown["area"]["height"], file.read()

    def colour(self, x, y):
        _, _, data = self.pixels({"x": x, "y": y, "width": 1, "height": 1})
        return struct.unpack("<I", data)[0]

    def log_text(self):
        with open(self.log.name) as file:
            return file.read()

    def end(self):
        for program in self.programs:
            if program.process.poll() is None:
                program.end()
        self.process.terminate()
        code = self.process.wait()
        for opened in (self.log, self.process.stdout, self.listener):
            opened.close()
        if self.wire:
            self.file.close()
            self.wire.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return code
