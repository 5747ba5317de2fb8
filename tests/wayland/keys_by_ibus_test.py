"""Keys with ibus on Xwayland in a window: GTK 3 gives each key of its fields to ibus-daemon first, and types it when it comes back, while the focus is
switched again and again. Each key reaches the window that was judged, or none. A program that reads the focus and then sends a key in a second
request loses some to the other window.

    keys_by_ibus_test.py BUILD-FOLDER xwayland     by tests/wayland/run-daemon, which makes the desktop

INTERLOCK_KEYS: how many keys (default: 200)."""
import contextlib
import ctypes
import os
import pathlib
import random
import sys
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "clients" / "python")]
import interlock  # noqa: E402
from daemon_world import World, eventually  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
DESK = sys.argv.pop(1)
KEYS = int(os.environ.get("INTERLOCK_KEYS", "200"))
# The same key again and again is no loop here. If the other window has the focus when interlockd looks, the key is refused without a question.
POLICY = """version: 1
loop_threshold: 0
guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0}
daemon: {observation_deadline_ms: 5000, prompt_timeout_s: 1, max_denials: 0}
rules: [{name: the other window, when: {window.title: thief}, decision: block}]
"""


class X:
    """A connection of its own to the X server, for one thread."""

    def __init__(self):
        self.x, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        assert self.display, "no display"

    def focus(self, window):
        revert_to_parent, now = 2, ctypes.c_ulong(0)
        self.x.XSetInputFocus(self.display, ctypes.c_ulong(window), revert_to_parent, now)
        self.x.XSync(self.display, 0)

    def focused(self):
        window, revert = ctypes.c_ulong(), ctypes.c_int()
        self.x.XGetInputFocus(self.display, ctypes.byref(window), ctypes.byref(revert))
        return window.value

    def press(self, letter):
        code = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(ord(letter)))
        for down in (1, 0):
            self.test.XTestFakeKeyEvent(self.display, code, down, ctypes.c_ulong(0))
        self.x.XSync(self.display, 0)


class KeysByIbus(unittest.TestCase):
    lines = []  # for scripts/races

    @classmethod
    def setUpClass(cls):
        cls.world = World(BUILD, DESK, policy=POLICY)
        cls.addClassCleanup(cls.world.end)
        cls.world.start(["ibus-daemon", "--panel", "disable", "--config", "disable"], "ibus")
        addresses = cls.world.folder / ".config/ibus/bus"
        eventually(lambda: addresses.is_dir() and list(addresses.iterdir()), lambda: f"ibus: {cls.world.log('ibus')}")
        cls.x = X()
        cls.marks = iter("bcdefghijklmnopqrstuvwxyz")
        cls.programs = {name: cls.world.start([sys.executable, HERE / "text_field.py", name], name, GTK_IM_MODULE="ibus") for name in ("thief", "target")}

    @classmethod
    def tearDownClass(cls):
        print(*cls.lines, sep="\n", flush=True)

    def setUp(self):
        client = self.enterContext(interlock.connect("test", str(self.world.run / "agent.sock")))
        self.session = self.enterContext(client.open_session("test"))
        self.windows = {name: eventually(lambda name=name: self.window(name), lambda name=name: f"its window: {self.world.log(name)}")
                        for name in self.programs}
        for process in self.programs.values():
            self.assertIn("im-ibus.so", pathlib.Path(f"/proc/{process.pid}/maps").read_text())
        self.read_all()
        eventually(lambda: self.session.act(interlock.key("a"), dry_run=True, check=False).decision == "allow", "the target, as interlockd sees it")

    def window(self, name):
        try:
            return next((int(each.id) for each in self.session.observe(window="all").windows if each.title == name), None)
        except interlock.InterlockError:
            return None

    def text(self, name):
        """How many times the field has the letter that is counted, and the other letters in it."""
        words = [line.split() for line in self.world.log(name).splitlines() if line.startswith("TEXT ") and line.endswith(".")]
        return (int(words[-1][1]), words[-1][2]) if words else (0, "")

    def read_all(self):
        """Waits until both windows have read what was sent: each types a new letter, which comes after the keys before it. Leaves the focus in the
        target."""
        mark = next(self.marks)
        for name in ("thief", "target"):
            self.x.focus(self.windows[name])

            def typed(name=name):
                self.x.press(mark)
                time.sleep(0.3)
                return mark in self.text(name)[1]
            eventually(typed, lambda name=name: f"'{mark}' by ibus in {name}: {self.world.log(name)[-200:]}")

    @contextlib.contextmanager
    def focus_is_switched(self):
        stop = threading.Event()

        def switch():
            x, chance = X(), random.Random(13)
            while not stop.is_set():
                for name in ("target", "thief"):
                    x.focus(self.windows[name])
                    # Shorter and longer than a look takes, so that it comes before, during and after one.
                    time.sleep(chance.random() * 0.03)
        thread = threading.Thread(target=switch)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def race(self, press, raced):
        """Presses a key while the focus is switched: `KEYS` times, and more until `raced()`. Returns how often, and how many keys each window got."""
        before = {name: self.text(name)[0] for name in self.windows}
        keys = 0
        with self.focus_is_switched():
            while keys < KEYS or (not raced() and keys < 20 * KEYS):
                keys += 1
                press()
        self.read_all()
        return keys, *(self.text(name)[0] - before[name] for name in ("target", "thief"))

    def test_keys_follow_no_focus(self):
        sent = late = 0

        def press():
            nonlocal sent, late
            result = self.session.act(interlock.key("a"), intent="write", check=False)
            sent += result.executed
            late += result.decision == "allow" and not result.executed
        keys, arrived, astray = self.race(press, lambda: sent and late)
        self.assertTrue(sent and late, f"no race: {sent} sent, {late} refused after the look")
        self.assertEqual((arrived, astray), (sent, 0))
        self.lines.append(f"openbox, with ibus, the focus is switched again and again: {keys} keys, {arrived} delivered, {astray} astray")

    def test_two_steps_lose_some(self):
        moved = 0

        def press():
            nonlocal moved
            while self.x.focused() != self.windows["target"]:
                pass
            time.sleep(0.002)  # less than a program takes to start that sends the key
            moved += self.x.focused() != self.windows["target"]
            self.x.press("a")
        keys, _, astray = self.race(press, lambda: moved)
        self.assertGreater(astray, 0, "the race with interlock shows nothing")
        self.lines.append(f"openbox, with ibus, the same in two steps: {keys} keys, {astray} astray")


if __name__ == "__main__":
    unittest.main(verbosity=2)
