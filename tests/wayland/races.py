"""What the tests of each guest desk share: two windows at one place, races for clicks, and the tests that are the same on all.
The desk's own test module makes one Arena and adds what only its compositor can do."""

import argparse
import os
import signal
import statistics
import sys
import time

from desk_driver import Client, Desk, Program, eventually, expect_equal, settled


class Arena:
    """A desk, the program whose windows say what reached them, and how the tests are run."""

    def __init__(self, description, clicks, keys, foreign):
        self.desk = Desk()
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("window")
        parser.add_argument("--clicks", type=int, default=clicks)
        parser.add_argument("--keys", type=int, default=keys)
        parser.add_argument("--foreign", type=int, default=foreign)
        parser.add_argument("--unguarded", action="store_true")
        parser.add_argument("tests", nargs="*")
        self.settings = parser.parse_args()

    def scene(self, *options, **windows):
        return Scene(self.desk, self.settings.window, *options, **windows)

    def race(self, name, scene, clicks, before=lambda i: None, ready=lambda: True):
        """Clicks the target while something else wants to be there; the thief must get none, the target exactly what is
        reported. Without the check `ready` decides about each click. Returns the clicks astray."""
        replies, times = [], []
        self.desk.events.clear()
        for i in range(clicks):
            before(i)
            begin = time.monotonic()
            if not ready():
                replies.append({"done": 0})
                continue
            replies.append(scene.click())
            if replies[-1]["done"] == 3:
                times.append(time.monotonic() - begin)
        astray = settled(scene.thief, "press") if scene.thief else 0
        arrived = settled(scene.target, "press")
        done = sum(reply["done"] == 3 for reply in replies)
        late = sum(0 < reply["done"] < 3 for reply in replies)
        foreign = len(self.desk.happened(event="input"))
        print(f"{name}: {clicks} clicks, {done} delivered, {clicks - done} refused ({late} of them after the motion), {astray} astray, "
              f"{foreign} called another's{percentiles(times)}", flush=True)
        expect_equal("own events that were called another's", foreign, 0)
        if not self.settings.unguarded:
            expect_equal("clicks astray", astray, 0)
            expect_equal("clicks at the target", arrived, sum(reply["done"] >= 2 for reply in replies))
        return astray

    def run(self, tests, reset=lambda: None):
        """Runs the named tests, or all of `tests` in the order of their names but those that need one package more or another session; ends the program if one fails."""
        failed = []
        for name in self.settings.tests or sorted(tests.keys() - {"test_overlay", "test_keys_by_ibus"}):
            begin = time.monotonic()
            try:
                self.desk.events.clear()
                tests[name]()
                print(f"ok {name} ({time.monotonic() - begin:.1f} s)", flush=True)
            except Exception as error:  # pylint: disable=broad-except
                failed.append(name)
                print(f"FAILED {name}: {type(error).__name__}: {error}", flush=True)
                for client in list(Program.running):
                    client.close()
                reset()
        if failed:
            sys.exit("failed: " + " ".join(failed))

    def expect_lost_races(self, **races):
        """Without the check each race must be lost, else the tests show nothing."""
        lost = {name: race() for name, race in races.items()}
        for name, astray in lost.items():
            if astray == 0:
                sys.exit(f"no {name} went astray without the check: the race was not run")


class Scene:
    """Two windows at the same place: `target`, and `thief` below it."""

    def __init__(self, desk, program, *options, thief=("--size", "600x400"), target=("--size", "600x400")):
        self.desk = desk
        self.target = Client(program, "target", "4080c0", *target, *options)
        self.target_window = desk.window("target")
        self.thief = Client(program, "thief", "c04040", *thief) if thief else None
        maps_itself = self.thief and "--toggle" in thief
        if self.thief and not maps_itself:
            self.thief_window = desk.window("thief")
            for window in (self.thief_window, self.target_window):
                desk.call("window", window=window["id"], do="move", x=100, y=100)
            eventually(lambda: all(desk.find(name)["frame"]["x"] == 100 for name in ("target", "thief")), "both windows at one place")
            for change in ("activate", "raise"):
                desk.call("window", window=self.target_window["id"], do=change)
        self.target_window = desk.find("target")
        client = self.target_window["client"]
        self.x, self.y = client["x"] + 150, client["y"] + 150
        if not maps_itself:
            eventually(lambda: self.hit() == self.target_window["id"], "the target is on top")

    def hit(self):
        window = self.desk.call("at", x=self.x, y=self.y)["window"]
        return window["id"] if window else 0

    def click(self, **expect):
        return self.desk.click(self.x, self.y, self.target_window, **expect)

    def key(self, keysym="a"):
        return self.desk.key(keysym, self.target_window)

    def expect(self):
        return {"window": self.target_window["id"], "pid": self.target_window["pid"]}

    def on_top(self):
        self.desk.call("window", window=self.target_window["id"], do="raise")

    def has_keys(self):
        return (self.desk.call("focus")["window"] or {}).get("id") == self.target_window["id"]

    def with_keys(self):
        self.desk.call("window", window=self.target_window["id"], do="activate")
        eventually(self.has_keys, "the target has the keyboard")

    def close(self):
        for client in (self.target, self.thief):
            if client:
                client.close()
        eventually(lambda: not self.desk.find("target") and not self.desk.find("thief"), "the windows are gone")


def percentiles(seconds):
    if len(seconds) < 2:
        return ""
    steps = statistics.quantiles(seconds, n=100)
    return f", p50 {statistics.median(seconds) * 1000:.2f} ms, p99 {steps[98] * 1000:.2f} ms"


# ---- tests that are the same on each desk


def test_click(arena):
    scene, clicks = arena.scene(thief=None), max(20, arena.settings.clicks // 10)
    arena.race("no race", scene, clicks)
    expect_equal("presses", settled(scene.target, "press"), clicks)
    expect_equal("releases", settled(scene.target, "release"), clicks)
    rect = {"x": 0, "y": 0, "width": 1, "height": 1}
    for name, expect in {"window": {"window": 999999}, "pid": {"pid": 1}, "popup": {"popup": rect}, "surface": {"surface": rect}}.items():
        expect_equal(f"code for a wrong {name}", scene.click(**expect)["refused"]["code"], "window_changed")
    expect_equal("own events that were called foreign", arena.desk.happened(event="input"), [])
    expect_equal("presses after the refusals", settled(scene.target, "press"), clicks)
    scene.close()


def test_mapper(arena):
    """A client maps a window over the target again and again."""
    scene = arena.scene(thief=("--maximized", "--toggle", "2", "2"), target=("--maximized",))
    arena.race("a program maps a window on top again and again", scene, arena.settings.clicks)
    scene.close()


def test_mixed(arena, other):
    """Own clicks while another program presses: each press is told apart."""
    scene, desk, count = arena.scene(thief=None), arena.desk, arena.settings.foreign
    desk.call("shut", on=True)
    desk.events.clear()
    before, own = settled(scene.target, "press"), 0
    for _ in range(count):
        other.press()
        own += scene.click()["done"] >= 2
    eventually(lambda: len(desk.happened(event="input", kind="button", by="program")) >= count, "each foreign press is reported")
    expect_equal("presses at the target", settled(scene.target, "press") - before, own)
    expect_equal("presses called foreign", len(desk.happened(event="input", kind="button", by="program")), count)
    expect_equal("presses of a person", len(desk.happened(event="input", by="person")), 0)
    desk.call("shut", on=False)
    other.stop()
    print(f"own clicks among those of another program, which are held back: {count} clicks, {own} delivered, none called another's", flush=True)
    scene.close()


def test_menu(arena):
    """Another application's open menu would take the press."""
    scene, desk = arena.scene(thief=("--size", "200x200", "--menu")), arena.desk
    owner = beside(scene)
    x, y = owner["client"]["x"] + 50, owner["client"]["y"] + 50
    desk.click(x, y, owner)
    eventually(lambda: desk.call("at", x=x + 20, y=y + 20)["popup"], "the menu is open")
    before = settled(scene.target, "press")
    expect_equal("refusals", {scene.click()["refused"]["code"] for _ in range(100)}, {"pointer_grabbed"})
    expect_equal("presses", settled(scene.target, "press"), before)
    expect_equal("key", scene.key()["done"], 0)
    scene.close()


def test_drag(arena, other):
    """What somebody else drags would be dropped, or be lost."""
    scene, desk = arena.scene(thief=("--size", "200x200", "--drag")), arena.desk
    owner = beside(scene)
    client = owner["client"]
    move = {"motion": {"x": client["x"] + 50, "y": client["y"] + 50}}
    expect_equal("the pointer is on it", desk.call("act", expect={"window": owner["id"], "pid": owner["pid"]}, steps=[move]), {"done": 1})
    other.button(True)
    eventually(lambda: scene.thief.count("drag") == 1, "the drag has begun")
    before = settled(scene.target, "press")
    expect_equal("refusals", {scene.click()["refused"]["code"] for _ in range(100)}, {"pointer_grabbed"})
    expect_equal("presses", settled(scene.target, "press"), before)
    other.button(False)
    eventually(lambda: scene.click() == {"done": 3}, "a click after it")
    other.stop()
    scene.close()


def beside(scene):
    """Moves the thief to the right of the target, and raises it. Its facts."""
    desk, owner = scene.desk, scene.thief_window
    desk.call("window", window=owner["id"], do="move", x=800, y=100)
    eventually(lambda: desk.find("thief")["frame"]["x"] == 800, "the other window has moved")
    desk.call("window", window=owner["id"], do="raise")
    client = desk.find("thief")["client"]
    eventually(lambda: (desk.call("at", x=client["x"] + 50, y=client["y"] + 50)["window"] or {}).get("id") == owner["id"], "it is hit")
    return desk.find("thief")


def test_overlay(arena, offered):
    """A layer of another program over the point (layer shell), where the desk lets programs have layers. Needs gir1.2-gtklayershell-0.1."""
    scene, desk = arena.scene(thief=None), arena.desk
    overlay = Program([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "overlay.py")])
    said = eventually(lambda: overlay.lines("layers"), "what the program says of layers")[0][1]
    expect_equal("the layers of programs", said, "offered" if offered else "absent")
    if offered:
        eventually(lambda: scene.hit() != scene.target_window["id"], "the layer is above the window")
        before = settled(scene.target, "press")
        desk.call("window", window=scene.target_window["id"], do="raise")
        expect_equal("refusals", {scene.click()["refused"]["code"] for _ in range(100)}, {"window_changed"})
        expect_equal("presses", (settled(scene.target, "press"), overlay.count("press")), (before, 0))
    overlay.close()
    eventually(lambda: scene.click() == {"done": 3}, "a click after it")
    scene.close()


def test_list(arena):
    """An open menu is listed with its owner."""
    scene, desk = arena.scene("--menu", thief=None), arena.desk
    scene.click()
    menu = eventually(lambda: next((each for each in desk.call("list")["windows"] if each["type"] == "menu"), None), "the menu is listed")
    expect_equal("its owner", (menu["parent"], menu["pid"]), (scene.target_window["id"], scene.target_window["pid"]))
    inside = desk.call("at", x=menu["frame"]["x"] + 20, y=menu["frame"]["y"] + 20)
    expect_equal("the hit", (inside["window"]["id"], inside["popup"]), (scene.target_window["id"], menu["frame"]))
    at = {"x": menu["frame"]["x"] + 20, "y": menu["frame"]["y"] + 20}
    expect_equal("without the menu in the expectation", desk.click(**at, target=scene.target_window)["refused"]["code"], "window_changed")
    expect_equal("with it", desk.click(**at, target=scene.target_window, popup=menu["frame"]), {"done": 3})
    scene.close()


def test_typing(arena):
    """Without a text input: exact by keys, or refused before the first."""
    scene, desk = arena.scene(thief=None), arena.desk
    scene.with_keys()
    expect_equal("typed", desk.call("commit_text", expect=scene.expect(), text="aB\n"), {"done": 3})
    wanted = [["30", "1"], ["30", "0"], ["42", "1"], ["48", "1"], ["48", "0"], ["42", "0"], ["28", "1"], ["28", "0"]]
    eventually(lambda: len(scene.target.lines("key")) >= len(wanted), "the keys have arrived")
    expect_equal("keys", [line[3:] for line in scene.target.lines("key")], wanted)
    reply = desk.call("commit_text", expect=scene.expect(), text="a漢")
    expect_equal("refusal of a character", (reply["done"], reply["refused"]["code"]), (0, "unknown_key"))
    reply = scene.key("Nonsense")
    expect_equal("refusal of a key", (reply["done"], reply["refused"]["code"]), (0, "unknown_key"))
    expect_equal("keys after the refusals", settled(scene.target, "key"), len(wanted))
    scene.close()


def test_late(arena):
    """What a desk reads after its time is not carried out."""
    scene, desk = arena.scene("--text-input", thief=None), arena.desk
    scene.with_keys()
    now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    click = [{"motion": {"x": scene.x, "y": scene.y}}] + [{"button": {"button": "left", "press": press}} for press in (True, False)]
    late = {"expect": scene.expect(), "until": now - 1}
    for request in ({"call": "act", "steps": click, **late}, {"call": "commit_text", "text": "a", **late},
                    {"call": "window", "window": scene.target_window["id"], "do": "minimize", "until": now - 1}):
        expect_equal(request["call"], desk.ask(**request)["error"]["code"], "timeout")
    expect_equal("what arrived", (settled(scene.target, "press"), settled(scene.target, "key"), settled(scene.target, "text")), (0, 0, 0))
    expect_equal("minimized", desk.find("target")["minimized"], False)
    soon = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000 + 30_000_000
    expect_equal("in time", desk.call("act", expect=scene.expect(), steps=click, until=soon), {"done": 3})
    scene.close()


# Keys put texts on the clipboard ("p": on the primary selection); the longer ones do not fit into a pipe. "i" puts a picture there.
OWNER = """
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk
TEXTS = {"s": "Grüße", "l": "äb" * 40000, "x": "äb" * 100000, "p": "chosen"}
def pressed(keys, value, *_):
    name = Gdk.keyval_name(value)
    clipboard = keys.get_widget().get_primary_clipboard() if name == "p" else keys.get_widget().get_clipboard()
    if name == "i":
        clipboard.set_content(Gdk.ContentProvider.new_for_bytes("image/png", GLib.Bytes.new(b"no text")))
    elif name in TEXTS:
        clipboard.set(TEXTS[name])
    print("owns", name, flush=True)
window = Gtk.Window(title="owner")
keys = Gtk.EventControllerKey()
keys.connect("key-pressed", pressed)
window.add_controller(keys)
window.present()
GLib.MainLoop().run()
"""


def test_clipboard(arena):
    """Its text is read whole or not at all, and an owner that does not answer holds up nothing."""
    desk, owner = arena.desk, Program([sys.executable, "-c", OWNER])
    window = desk.window("owner")

    def read(primary=False):
        reply = desk.ask("clipboard", primary=primary)
        return reply["result"] if "result" in reply else reply["error"]["code"]

    def put(key):
        desk.call("window", window=window["id"], do="activate")
        before = owner.count("owns")
        eventually(lambda: desk.key(key, desk.find("owner"))["done"] == 2, "the key")
        eventually(lambda: owner.count("owns") > before, "what the owner offers")

    expect_equal("the clipboard before it", read(), {"text": None})
    for key, found in (("s", {"text": "Grüße"}), ("l", {"text": "äb" * 40000}), ("x", "too_large"), ("i", "unsupported")):
        put(key)
        eventually(lambda found=found: read() == found, f"the clipboard after '{key}'")
    put("p")
    eventually(lambda: read(primary=True) == {"text": "chosen"}, "the primary selection")
    put("l")
    eventually(lambda: read() == {"text": "äb" * 40000}, "the text again")
    os.kill(owner.process.pid, signal.SIGSTOP)
    expect_equal("an owner that does not answer", read(), "timeout")
    os.kill(owner.process.pid, signal.SIGCONT)
    eventually(lambda: read() == {"text": "äb" * 40000}, "the text after it")
    owner.close()
    # GNOME's shell keeps the text of an owner that has ended.
    eventually(lambda: read() in ({"text": None}, {"text": "äb" * 40000}), "no owner, or the shell")
