"""The real interlockd on a desk, for tests: a runtime folder, the daemon, the desk, and a person at a console."""
import contextlib
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "desks" / "compositor" / "tests"))
from person import Person, viewer_command  # noqa: E402

WIDTH, HEIGHT = 1280, 900
END = "--- end of the answer"

# An agent for `interlockctl run`: its exit code is 7 if it may act, its session is enforced, and none of the paths in its
# arguments exist for it.
CONFINED_AGENT = """
import json, os, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect(os.environ["XDG_RUNTIME_DIR"] + "/interlock/agent.sock")
lines = link.makefile("rw")
def call(method, **params):
    lines.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\\n")
    lines.flush()
    return json.loads(lines.readline())["result"]
session = call("session.open", name="agent")["session"]
mediation = call("status")["mediation"]
width = call("desktop", session=session)["width"]
found = [path for path in sys.argv[1:] if os.path.exists(path)]
print("agent:", mediation, width, found, flush=True)
sys.exit(7 if mediation == "enforced" and width > 0 and not found else 8)
"""


def eventually(condition, what, patience=90):
    """The condition's value as soon as it is true. It is patient: a busy machine is no failure. `what` may be a function."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError("never came: " + (what() if callable(what) else what))
        time.sleep(0.02)


class Hands:
    """A mouse and a keyboard by a program that injects, with the methods of Person (desks/compositor/tests/person.py)."""

    MODIFIERS = {1 << 0: 42, 1 << 6: 125}  # XKB's masks of Shift and Super, and the kernel's keys

    def __init__(self, injector, move):
        self.injector, self.move = injector, move

    def click(self, x, y):
        self.move(x, y)
        self.injector.press()

    def chord(self, code, modifiers):
        keys = [*(key for mask, key in self.MODIFIERS.items() if modifiers & mask), code]
        for key in keys:
            self.injector.key(key, True)
        for key in reversed(keys):
            self.injector.key(key, False)


class Started:
    """How a program of the session around was started, and so how it is started again."""

    def __init__(self, variable):
        """`variable`: the environment variable with its process number."""
        self.variable = variable
        folder = pathlib.Path("/proc") / os.environ[variable]
        self.command = (folder / "cmdline").read_bytes().rstrip(b"\0").split(b"\0")
        lines = (folder / "environ").read_bytes().rstrip(b"\0").split(b"\0")
        self.environment = dict(line.split(b"=", 1) for line in lines)

    def kill(self):
        os.kill(int(os.environ[self.variable]), signal.SIGKILL)

    def again(self, world):
        with open(world.folder / "again.out", "w") as out:
            process = subprocess.Popen(self.command, env=self.environment, stdout=out, stderr=subprocess.STDOUT)
        world.processes.append(process)
        os.environ[self.variable] = str(process.pid)


class InterlockDesk:
    """Started here, with a viewer that plays the person's pointer."""

    name = "interlock-desk"
    shows_prompts = has_person = qt6_takes_any_text = True

    def __init__(self, build, *options):
        self.program = build / "desks/compositor/interlock-desk"
        self.options = options

    def begin(self, world):
        path = str(world.folder / "person")
        pathlib.Path(path).unlink(missing_ok=True)  # of one that was killed
        self.process = world.start([self.program, "--size", f"{WIDTH}x{HEIGHT}", "--socket", "wayland-t", "--desk-socket", world.run / "desk.sock",
                     "--viewer", viewer_command(path), *self.options], "desk")
        eventually((world.runtime / "wayland-t").exists, "the Wayland socket")
        world.environment["WAYLAND_DISPLAY"] = "wayland-t"
        self.person = Person(path, WIDTH, HEIGHT)

    def hands(self):
        """Of a person."""
        return contextlib.nullcontext(self.person)

    def kill(self):
        self.process.kill()

    def again(self, world):
        """After it was killed."""
        self.process.wait()
        self.person.end()
        world.processes.remove(self.process)
        (world.runtime / "wayland-t").unlink(missing_ok=True)
        self.begin(world)


class Gnome:
    """In a session of scripts/gnome-desktop. There are no real devices: those of programs count as a person's while `hands` are there."""

    name = "gnome-shell"
    shows_prompts = has_person = qt6_takes_any_text = True

    def __init__(self, build):
        self.program = pathlib.Path(shutil.which("gnome-shell")).resolve()
        self.shell = Started("GNOME_SHELL_PID")

    def begin(self, world):
        world.environment["WAYLAND_DISPLAY"] = os.environ["WAYLAND_DISPLAY"]

    def injector(self):
        """Another program that injects."""
        from foreign_input import RemoteDesktop
        return RemoteDesktop()

    @contextlib.contextmanager
    def hands(self):
        """Of a person, who then is there."""
        injector = self.injector()

        def move(*place):
            """Not by way of a corner: at one of them GNOME opens its overview."""
            here = self.ask_helper("Pointer")
            injector.move(place[0] - here[0], place[1] - here[1])
            eventually(lambda: self.ask_helper("Pointer") == place, lambda: f"the pointer at {place}: {self.ask_helper('Pointer')}")
        self.ask_helper("Person", True)
        try:
            yield Hands(injector, move)
        finally:
            self.ask_helper("Person", False)
            injector.stop()

    def switch(self, on):
        """The extension, as a person does in the program Extensions."""
        from foreign_input import GLib, session_bus
        session_bus.call_sync("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Extensions", ("EnableExtension" if on else "DisableExtension"),
                              GLib.Variant("(s)", ("interlock@interlock-desk",)), None, 0, 30000)

    def kill(self):
        self.shell.kill()

    def again(self, world):
        self.shell.again(world)
        eventually(self.is_ready, lambda: f"the new shell: {world.log('again')[-2000:]}")

    def is_ready(self):
        from foreign_input import GLib
        try:
            return self.ask_helper("Ready")[0]
        except GLib.Error:
            return False

    def lock(self, locked):
        """Locks the screen; False: it stays locked."""
        self.ask_helper("Lock", locked)
        return True

    @staticmethod
    def ask_helper(method, *value):
        """tests/wayland/gnome-helper"""
        from foreign_input import GLib, session_bus
        arguments = GLib.Variant("(b)", value) if value else None
        return session_bus.call_sync("org.interlock.Tests", "/org/interlock/Tests", "org.interlock.Tests", method, arguments, None, 0, 30000).unpack()


class Kwin:
    """In a session of scripts/kwin-desktop. There are no real devices; with the plugin `person` those of programs count as a person's."""

    name = "kwin"
    qt6_takes_any_text = shows_prompts = False
    has_person = bool(os.environ.get("INTERLOCK_KWIN_PERSON"))

    def __init__(self, build):
        self.program = pathlib.Path(shutil.which("kwin_wayland")).resolve()
        self.compositor = Started("KWIN_PID")

    def begin(self, world):
        world.environment["WAYLAND_DISPLAY"] = os.environ["WAYLAND_DISPLAY"]

    def injector(self):
        from foreign_input import Eis, session_bus
        return Eis(session_bus)

    @contextlib.contextmanager
    def hands(self):
        """Of a person or, with the plugin as it is, of a program."""
        injector = self.injector()
        try:
            yield Hands(injector, injector.move)
        finally:
            injector.stop()

    def switch(self, on):
        """The plugin."""
        from foreign_input import GLib, session_bus
        session_bus.call_sync("org.kde.KWin", "/Plugins", "org.kde.KWin.Plugins", "LoadPlugin" if on else "UnloadPlugin",
                              GLib.Variant("(s)", ("interlock",)), None, 0, 30000)

    def kill(self):
        self.compositor.kill()

    def again(self, world):
        self.compositor.again(world)

    def lock(self, locked):
        from foreign_input import session_bus
        if not locked:
            return False  # only a person unlocks it
        session_bus.call_sync("org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver", "Lock", None, None, 0, 30000)
        return True


class Xwayland:
    """An X server in a window of a Wayland session, as `interlockctl desktop` has it: scripts/desktop with INTERLOCK_XWAYLAND_IN. There is no desk:
    interlockd sees X."""

    name = "x11"
    program = ""

    def __init__(self, build):
        self.display = os.environ["DISPLAY"]
        self.variables = {"DISPLAY": self.display, "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb"}

    def begin(self, world):
        """It is there."""


DESKS = {"interlock-desk": InterlockDesk, "gnome": Gnome, "kwin": Kwin, "xwayland": Xwayland}


class World:
    """interlockd and a desk. A guest desk runs already, in the session around this program."""

    def __init__(self, build, desk, *options, policy=None):
        """`options`: of the desk's program, if it is started here. `policy`: instead of the one below."""
        self.build = build
        self.desk = DESKS[desk](build, *options)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="interlock-wayland."))
        os.chmod(self.folder, 0o700)
        own = isinstance(self.desk, InterlockDesk)
        self.runtime = self.folder if own else pathlib.Path(os.environ["XDG_RUNTIME_DIR"])
        self.run = self.runtime / "interlock"
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": str(self.runtime), "HOME": str(self.folder), "GSK_RENDERER": "cairo",
                            "QT_QPA_PLATFORM": "wayland", "GDK_BACKEND": "wayland", "QT_ACCESSIBILITY": "1",
                            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "LC_ALL": "C.UTF-8"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "QT_PLUGIN_PATH"):
            self.environment.pop(name, None)
        self.environment.update(getattr(self.desk, "variables", {}))
        self.processes = []
        policy_file = self.folder / "policy.yaml"
        # Applications may be slow beside other work: each gets the time that it needs.
        policy_file.write_text(policy or "version: 1\nguardrails:\n  allow_private_networks: true\ndaemon:\n  prompt: window\n  observation_deadline_ms: 5000\n"
                               f"  desk_programs: [{self.desk.program}]\n")
        # Before any act of an agent, and without the display: a yes of this shell is a person's (docs/decisions/0009-who-grants.md).
        self.console = subprocess.Popen(["sh"], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.daemon = self.start([build / "daemon/interlockd", "--display", getattr(self.desk, "display", "wayland"), "--socket-dir", self.run,
                                  "--audit-dir", self.folder / "audit", "--policy", policy_file], "daemon")
        eventually(lambda: (self.run / "agent.sock").exists() or self.daemon.poll(), "the agents' socket, the last one")
        assert self.daemon.poll() is None, self.log("daemon")
        self.desk.begin(self)
        eventually(lambda: self.display().get("ok"), lambda: f"the desk in interlockd: {self.display()} {self.log('daemon')}")

    def start(self, command, name, **variables):
        with open(self.folder / (name + ".out"), "w") as out:
            process = subprocess.Popen([str(each) for each in command], env={**self.environment, **variables}, stdout=out,
                                       stderr=subprocess.STDOUT)
        self.processes.append(process)
        return process

    def stop(self, process):
        self.processes.remove(process)
        process.terminate()
        process.wait()

    def log(self, name):
        path = self.folder / (name + ".out")
        return path.read_text() if path.exists() else ""

    def ctl(self, *arguments):
        """What `interlockctl` prints when the person runs it; JSON as a value."""
        command = shlex.join([str(self.build / "cli/interlockctl"), "--socket", str(self.run / "control.sock"), "--json", *arguments])
        self.console.stdin.write(f"{command} 2>&1; echo; echo '{END}'\n")
        self.console.stdin.flush()
        text = "".join(iter(self.console.stdout.readline, END + "\n")).strip()
        try:
            return json.loads(text)
        except ValueError:
            return text

    def status(self):
        status = self.ctl("status")
        return status if isinstance(status, dict) else {}

    def display(self):
        return self.status().get("display", {})

    def questions(self):
        return self.ctl("pending").get("pending", [])

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        self.console.communicate("exit\n")
        if os.environ.get("KEEP"):
            print("kept:", self.folder)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)
