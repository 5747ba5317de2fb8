"""interlockd's end of the desk wire (docs/desk-protocol.md), for tests of a desk without interlockd.

The desk accepts only a program named interlockd, so `main` runs the script again by a copy of Python with that name.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 90  # seconds; a busy machine is no failure


def as_interlockd():
    """Starts this program again under the name interlockd, unless it has it."""
    if os.path.basename(os.readlink("/proc/self/exe")) == "interlockd":
        return
    folder = tempfile.mkdtemp(prefix="interlock-driver.")
    program = os.path.join(folder, "interlockd")
    shutil.copy(os.path.realpath(sys.executable), program)
    try:
        code = subprocess.call([program] + sys.argv)
    finally:
        shutil.rmtree(folder)
    sys.exit(code)


def eventually(condition, what):
    """Waits until condition() is true, and returns its value."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError(f"not within {PATIENCE} s: {what() if callable(what) else what}")


def received(lines):
    """The lines until the connection ends, in whatever way."""
    try:
        yield from lines
    except OSError:
        return


class Desk:
    """The desk that connects to desk.sock in the runtime folder."""

    def __init__(self):
        folder = os.path.join(os.environ["XDG_RUNTIME_DIR"], "interlock")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self.folder = folder
        self.path = os.path.join(folder, "desk.sock")
        self.events = []
        self._number = 0
        self._listener = None
        self._connection = None

    def listen(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        os.chmod(self.path, 0o600)
        self._listener.listen(1)
        self._listener.settimeout(PATIENCE)

    def accept_any(self):
        """Waits for a connection, of which nothing is known yet."""
        return self._listener.accept()[0]

    def expect_silence_for_another_program(self):
        """A program that is not named interlockd listens: the desk connects and says nothing. Listens again afterwards."""
        program = ("import os, socket, sys\n"
                   "os.unlink(sys.argv[1])\n"
                   "listener = socket.socket(socket.AF_UNIX)\n"
                   "listener.bind(sys.argv[1])\n"
                   "listener.listen(1)\n"
                   "print('listening', flush=True)\n"
                   "print(listener.accept()[0].recv(10), flush=True)\n")
        other = subprocess.Popen(["/usr/bin/python3", "-c", program, self.path], stdout=subprocess.PIPE, text=True)
        other.stdout.readline()
        expect_equal("what another program got", other.stdout.readline().strip(), "b''")
        other.wait()
        self.listen()

    def accept(self):
        """Waits for the desk; returns its hello."""
        self._connection, _ = self._listener.accept()
        self._lines = self._connection.makefile("rb")
        self._replies = {}
        self._arrived = threading.Condition()
        hello = json.loads(self._lines.readline())
        self.send({"desk": 1, "name": "interlockd", "version": "test"})
        threading.Thread(target=self._read, args=(self._lines,), daemon=True).start()
        return hello

    def close(self):
        self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()

    def send(self, message):
        self._connection.sendall((json.dumps(message) + "\n").encode())

    def _read(self, lines):
        for line in received(lines):
            message = json.loads(line)
            with self._arrived:
                if "id" in message:
                    self._replies[message["id"]] = message
                else:
                    self.events.append(message)
                self._arrived.notify_all()
        with self._arrived:
            self._replies = None
            self._arrived.notify_all()

    def begin(self, call, **fields):
        self._number += 1
        self.send({"id": self._number, "call": call, **fields})
        return self._number

    def end(self, number):
        """The reply; None if the line was lost."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: self._replies is None or number in self._replies, PATIENCE):
                raise AssertionError("no reply")
            return self._replies.pop(number) if self._replies is not None else None

    def lost(self):
        """Waits until the line has ended."""
        with self._arrived:
            return self._arrived.wait_for(lambda: self._replies is None, PATIENCE)

    def ask(self, call, **fields):
        """The reply as it is: {"id", "result"} or {"id", "error"}."""
        return self.end(self.begin(call, **fields))

    def call(self, call, **fields):
        reply = self.ask(call, **fields)
        if reply is None or "result" not in reply:
            raise AssertionError(f"{call}: {reply}")
        return reply["result"]

    def happened(self, **fields):
        """The events with these fields."""
        return [each for each in self.events if all(each.get(key) == value for key, value in fields.items())]

    def window(self, title):
        """The mapped window with this title, as soon as there is one."""
        return eventually(lambda: self.find(title), lambda: f"a window '{title}' among {self.call('list')['windows']}")

    def find(self, title):
        return next((each for each in self.call("list")["windows"] if each["title"] == title and each["mapped"]), None)

    def click(self, x, y, target, **expect):
        steps = [{"motion": {"x": x, "y": y}}]
        steps += [{"button": {"button": "left", "press": press}} for press in (True, False)]
        return self.call("act", expect={"window": target["id"], "pid": target["pid"], **expect}, steps=steps)

    def key(self, keysym, window):
        steps = [{"key": {"keysym": keysym, "press": press}} for press in (True, False)]
        return self.call("act", expect={"window": window["id"], "pid": window["pid"]}, steps=steps)


class Program:
    """A program on the desk, and what it has printed."""

    running = []

    def __init__(self, command):
        self._log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdout=self._log)
        Program.running.append(self)

    def lines(self, kind):
        text = os.pread(self._log.fileno(), 1 << 28, 0).rpartition(b"\n")[0].decode()  # the last line may not be written to its end
        return [line.split(" ") for line in text.splitlines() if line.startswith(kind + " ")]

    def count(self, kind):
        return len(self.lines(kind))

    def close(self):
        self.process.terminate()
        self.process.wait()
        Program.running.remove(self)


class Client(Program):
    """A window of tests/wayland/window.cpp."""

    def __init__(self, program, name, colour, *options):
        super().__init__([program, name, colour, *options])
        self.name = name
        eventually(lambda: self.lines("ready"), f"the client {name}")

    def sync(self):
        """Returns when it has printed what the compositor had sent it before."""
        before = self.count("synced")
        self.process.send_signal(signal.SIGUSR1)
        eventually(lambda: self.count("synced") > before, f"the client {self.name} has read its events")


def settled(client, kind):
    """The number of such lines of a client, when two looks at all that the compositor has sent it find the same."""
    count = -1
    while count != client.count(kind):
        count = client.count(kind)
        time.sleep(0.1)  # for what another program has posted, which nothing else reports
        client.sync()
    return count


def expect_equal(what, value, wanted):
    if value != wanted:
        raise AssertionError(f"{what}: {value}, expected {wanted}")
