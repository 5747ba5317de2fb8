#!/usr/bin/env python3
"""Tests of interlock's extension for GNOME Shell, in a session of scripts/gnome-desktop: plays interlockd's end of the wire.

    gnome_test.py WINDOW [--clicks N] [--keys N] [--foreign N] [--unguarded] [TEST ...]

WINDOW is the program of tests/wayland/window.cpp: its windows say which input reached them. `--unguarded` is for the copy
of the extension without the check at delivery: then the races must be lost, else these tests show nothing.
"""

import argparse
import os
import signal
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from desk_driver import Client, Desk, as_interlockd, eventually, expect_equal, settled  # noqa: E402

as_interlockd()

import gi  # noqa: E402

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
settings = None  # the arguments
desk = Desk()


def helper(method, signature="", *values):
    """A method of the helper inside the shell (tests/wayland/gnome-helper)."""
    arguments = GLib.Variant(f"({signature})", values) if signature else None
    reply = bus.call_sync("org.interlock.Tests", "/org/interlock/Tests", "org.interlock.Tests", method, arguments, None, 0, 10000)
    return reply.unpack()[0] if reply and reply.n_children() else None


class RemoteDesktop:
    """Another program that injects input: mutter lets every program on the session bus do so."""

    NAME = "org.gnome.Mutter.RemoteDesktop"

    def __init__(self):
        self.path = bus.call_sync(self.NAME, "/org/gnome/Mutter/RemoteDesktop", self.NAME, "CreateSession", None, None, 0, 10000).unpack()[0]
        self.call("Start")

    def call(self, method, signature="", *values):
        arguments = GLib.Variant(f"({signature})", values) if signature else None
        bus.call_sync(self.NAME, self.path, self.NAME + ".Session", method, arguments, None, 0, 10000)

    def move(self, dx, dy):
        self.call("NotifyPointerMotionRelative", "dd", float(dx), float(dy))

    def press(self):
        for state in (True, False):
            self.call("NotifyPointerButton", "ib", 0x110, state)

    def key(self, code, state):
        self.call("NotifyKeyboardKeycode", "ub", code, state)

    def stop(self):
        self.call("Stop")


class Scene:
    """Two windows at the same place: `target`, and `thief` above or below it."""

    def __init__(self, *options, thief=("--size", "600x400"), target=("--size", "600x400")):
        self.target = Client(settings.window, "target", "4080c0", *target, *options)
        self.target_window = desk.window("target")
        self.thief = Client(settings.window, "thief", "c04040", *thief) if thief else None
        if self.thief and "--toggle" not in thief:
            self.thief_window = desk.window("thief")
            desk.call("window", window=self.target_window["id"], do="activate")
            for name in ("target", "thief"):
                desk.call("window", window=getattr(self, name + "_window")["id"], do="move", x=100, y=100)
            eventually(lambda: desk.find("target")["frame"]["x"] == 100 and desk.find("thief")["frame"]["x"] == 100, "both windows at one place")
        self.target_window = desk.find("target")
        frame = self.target_window["frame"]
        self.x, self.y = frame["x"] + 150, frame["y"] + 150
        if not self.thief or "--toggle" not in thief:
            eventually(lambda: self.hit() == self.target_window["id"], "the target is on top")

    def hit(self):
        window = desk.call("at", x=self.x, y=self.y)["window"]
        return window["id"] if window else 0

    def click(self, **expect):
        return desk.click(self.x, self.y, self.target_window, **expect)

    def on_top(self):
        desk.call("window", window=self.target_window["id"], do="raise")

    def with_keys(self):
        desk.call("window", window=self.target_window["id"], do="activate")
        eventually(lambda: (desk.call("focus")["window"] or {}).get("id") == self.target_window["id"], "the target has the keyboard")

    def close(self):
        helper("AfterPress", "st", "", 0)
        helper("Swap", "ttu", 0, 0, 0)
        for client in (self.target, self.thief):
            if client:
                client.close()
        eventually(lambda: not desk.find("target") and not desk.find("thief"), "the windows are gone")


def tally(replies):
    done = sum(reply["done"] == 3 for reply in replies)
    late = sum(0 < reply["done"] < 3 for reply in replies)
    return f"{done} delivered, {len(replies) - done} refused ({late} of them after the motion)"


def percentiles(seconds):
    if len(seconds) < 2:
        return ""
    steps = statistics.quantiles(seconds, n=100)
    return f", p50 {statistics.median(seconds) * 1000:.2f} ms, p99 {steps[98] * 1000:.2f} ms"


def race(name, scene, clicks, before=lambda: None):
    """Clicks the target while something else wants to be there; the thief must get none, the target exactly what is reported."""
    replies, times = [], []
    for _ in range(clicks):
        before()
        begin = time.monotonic()
        replies.append(scene.click())
        if replies[-1]["done"] == 3:
            times.append(time.monotonic() - begin)
    astray = settled(scene.thief, "press") if scene.thief else 0
    arrived = settled(scene.target, "press")
    print(f"{name}: {clicks} clicks, {tally(replies)}, {astray} astray, {arrived} at the target{percentiles(times)}", flush=True)
    if settings.unguarded:
        return astray
    expect_equal("clicks astray", astray, 0)
    expect_equal("clicks at the target", arrived, sum(reply["done"] >= 2 for reply in replies))
    return astray


# ---- the tests


def test_click():
    scene = Scene(thief=None)
    replies, times = [], []
    for _ in range(max(20, settings.clicks // 10)):
        begin = time.monotonic()
        replies.append(scene.click())
        times.append(time.monotonic() - begin)
    expect_equal("clicks", sum(reply == {"done": 3} for reply in replies), len(replies))
    expect_equal("presses", settled(scene.target, "press"), len(replies))
    expect_equal("releases", settled(scene.target, "release"), len(replies))
    print(f"click: {len(replies)}{percentiles(times)}", flush=True)
    for name, expect in {"window": {"window": 1}, "pid": {"pid": 1}, "popup": {"popup": {"x": 0, "y": 0, "width": 1, "height": 1}},
                         "surface": {"surface": {"x": 0, "y": 0, "width": 1, "height": 1}}}.items():
        reply = scene.click(**expect)
        expect_equal(f"code for a wrong {name}", reply["refused"]["code"], "window_changed")
    expect_equal("own events that were called foreign", desk.happened(event="input"), [])
    expect_equal("presses after the refusals", settled(scene.target, "press"), len(replies))
    scene.close()


def test_swapper():
    scene = Scene()
    helper("Swap", "ttu", scene.target_window["id"], scene.thief_window["id"], 1)
    astray = race("1 ms swapper", scene, settings.clicks)
    scene.close()
    return astray


def test_raised_between():
    """The thief is raised when the press is posted and not delivered yet."""
    scene = Scene()
    helper("AfterPress", "st", "raise", scene.thief_window["id"])
    astray = race("raised between posting and delivery", scene, settings.clicks // 10, scene.on_top)
    scene.close()
    return astray


def test_mapper():
    """A client maps a window over the target again and again."""
    scene = Scene(thief=("--maximized", "--toggle", "2", "2"), target=("--maximized",))
    race("client that maps on top", scene, settings.clicks)
    scene.close()


def test_keys():
    scene = Scene()
    scene.with_keys()
    helper("AfterPress", "st", "activate", scene.thief_window["id"])
    replies = []
    for _ in range(settings.keys):
        helper("Activate", "t", scene.target_window["id"])
        replies.append(desk.key("a", scene.target_window))
    astray = settled(scene.thief, "key")
    print(f"focus switched between posting and delivery: {len(replies)} keys, {sum(r['done'] == 2 for r in replies)} delivered, "
          f"{astray // 2} astray", flush=True)
    if not settings.unguarded:
        expect_equal("keys astray", astray, 0)
    scene.close()
    return astray


def test_text_focus():
    """Text of the input method goes to nobody if the focus has moved before it is delivered."""
    scene = Scene("--text-input", thief=("--text-input", "--size", "600x400"))
    helper("AfterPress", "st", "activate", scene.thief_window["id"])
    for i in range(settings.keys // 20):
        scene.with_keys()
        text = f"part {i} ü漢😀"
        # The key before the text switches the focus while both are on their way.
        first = desk.begin("act", expect={"window": scene.target_window["id"], "pid": 0},
                           steps=[{"key": {"keysym": "Shift_L", "press": state}} for state in (True, False)])
        second = desk.begin("commit_text", expect={"window": scene.target_window["id"], "pid": 0}, text=text)
        desk.end(first)
        reply = desk.end(second)["result"]
        expect_equal("characters", reply["done"] in (0, len(text)), True)
    expect_equal("texts astray", settled(scene.thief, "text"), 0)
    helper("AfterPress", "st", "", 0)
    scene.with_keys()
    before = settled(scene.target, "text")
    eventually(lambda: desk.call("commit_text", expect={"window": scene.target_window["id"], "pid": 0}, text="Grüße, 漢字 😀") == {"done": 11},
               "a text is entered")
    eventually(lambda: scene.target.count("text") > before, "the text has arrived")
    expect_equal("text", scene.target.lines("text")[-1][2:], ["Grüße,", "漢字", "😀"])
    scene.close()


def test_typing():
    """Without a text input: exact by keys, or refused before the first."""
    scene = Scene(thief=None)
    scene.with_keys()
    expect = {"window": scene.target_window["id"], "pid": 0}
    expect_equal("typed", desk.call("commit_text", expect=expect, text="aB\n"), {"done": 3})
    wanted = [["30", "1"], ["30", "0"], ["42", "1"], ["48", "1"], ["48", "0"], ["42", "0"], ["28", "1"], ["28", "0"]]
    eventually(lambda: len(scene.target.lines("key")) >= len(wanted), "the keys have arrived")
    expect_equal("keys", [line[3:] for line in scene.target.lines("key")], wanted)
    reply = desk.call("commit_text", expect=expect, text="a漢")
    expect_equal("refusal of a character", (reply["done"], reply["refused"]["code"]), (0, "unknown_key"))
    reply = desk.key("Nonsense", scene.target_window)
    expect_equal("refusal of a key", (reply["done"], reply["refused"]["code"]), (0, "unknown_key"))
    expect_equal("keys after the refusals", len(scene.target.lines("key")), len(wanted))
    scene.close()


def test_foreign():
    """Input of another program while shut reaches nobody; a person's commands are not affected by its count."""
    scene = Scene(thief=None)
    scene.click()
    other = RemoteDesktop()
    desk.call("shut", on=True)
    before = settled(scene.target, "press")
    for _ in range(settings.foreign):
        other.press()
    expect_equal("foreign presses while shut", settled(scene.target, "press") - before, 0)
    keys = settled(scene.target, "key")
    for _ in range(settings.foreign):
        for state in (True, False):
            other.key(30, state)
    expect_equal("foreign keys while shut", settled(scene.target, "key") - keys, 0)
    for state in (True, False):  # also no key binding: Alt+F4 would close the window
        other.key(56, state)
        other.key(62, state)
    eventually(lambda: len(desk.happened(event="input", by="program", kind="button")) >= settings.foreign, "all presses are reported")
    reply = eventually(lambda: scene.click() == {"done": 3}, "own clicks while shut")
    expect_equal("own click while shut", reply, True)
    desk.call("shut", on=False)
    before = settled(scene.target, "press")
    other.press()
    eventually(lambda: scene.target.count("press") == before + 1, "a foreign press when not shut")
    other.stop()
    print(f"foreign: {settings.foreign} presses and {settings.foreign} keys while shut, none delivered", flush=True)
    scene.close()


def test_mixed():
    """Own clicks while another program presses: each press is told apart."""
    scene = Scene(thief=None)
    other = RemoteDesktop()
    desk.call("shut", on=True)
    desk.events.clear()
    before = settled(scene.target, "press")
    own = 0
    for _ in range(settings.foreign):
        other.press()
        own += scene.click()["done"] >= 2
    expect_equal("presses at the target", settled(scene.target, "press") - before, own)
    eventually(lambda: len(desk.happened(event="input", kind="button", by="program")) >= settings.foreign, "all presses are reported")
    expect_equal("own presses called foreign", len(desk.happened(event="input", kind="button", by="program")), settings.foreign)
    desk.call("shut", on=False)
    other.stop()
    print(f"mixed: {settings.foreign} own clicks among {settings.foreign} foreign ones, {own} delivered", flush=True)
    scene.close()


def test_menu():
    """Another application's open menu would take the press."""
    scene = Scene(thief=("--size", "200x200", "--menu"))
    menu_owner = scene.thief_window
    desk.call("window", window=menu_owner["id"], do="move", x=800, y=100)
    eventually(lambda: desk.find("thief")["frame"]["x"] == 800, "the owner of the menu has moved")
    desk.call("window", window=menu_owner["id"], do="raise")
    eventually(lambda: (desk.call("at", x=850, y=150)["window"] or {}).get("id") == menu_owner["id"], "it is hit")
    desk.click(850, 150, menu_owner)
    eventually(lambda: desk.call("at", x=870, y=170)["popup"], "the menu is open")
    before = settled(scene.target, "press")
    codes = {scene.click()["refused"]["code"] for _ in range(100)}
    expect_equal("refusals", codes, {"pointer_grabbed"})
    expect_equal("presses", settled(scene.target, "press"), before)
    reply = desk.key("a", scene.target_window)
    expect_equal("key", reply["done"], 0)
    scene.close()


def test_shell():
    """What belongs to the shell is no window, also if it comes up between the check and the delivery."""
    scene = Scene(thief=None)
    expect_equal("panel", desk.call("at", x=20, y=5)["kind"], "shell")
    helper("AfterPress", "st", "dialog", 0)
    before = settled(scene.target, "press")
    for _ in range(10):
        helper("Dialog", "b", False)
        scene.click()
    expect_equal("presses on a dialog of the shell", helper("Presses"), 0)
    helper("AfterPress", "st", "", 0)
    helper("Dialog", "b", False)
    print(f"shell: 10 dialogs between posting and delivery, {settled(scene.target, 'press') - before} presses at the window below", flush=True)
    helper("Overview", "b", True)
    eventually(lambda: scene.hit() == 0, "the overview hides the windows")
    expect_equal("click in the overview", scene.click()["refused"]["code"], "window_changed")
    expect_equal("key in the overview", desk.key("a", scene.target_window)["refused"]["code"], "focus_moved")
    helper("Overview", "b", False)
    eventually(lambda: scene.hit() != 0, "the overview is closed")
    scene.close()


def test_prompt():
    """A prompt is above everything, and says who pressed on it."""
    scene = Scene(thief=None)
    path = os.path.join(desk.folder, "prompt")
    with open(path, "wb") as file:
        file.write(b"\x00\x00\xff\x00" * (200 * 100))
    desk.call("prompt", show={"prompt": 7, "path": path, "width": 200, "height": 100, "x": scene.x - 50, "y": scene.y - 50})
    eventually(lambda: desk.call("at", x=scene.x, y=scene.y)["kind"] == "shell", "the prompt is there")
    before = settled(scene.target, "press")
    codes = {scene.click()["refused"]["code"] for _ in range(100)}
    expect_equal("clicks under the prompt", codes, {"window_changed"})
    scene_x, scene_y = scene.x, scene.y
    expect_equal("pixel of the prompt", pixel(scene_x, scene_y), (255, 0, 0))
    other = RemoteDesktop()
    desk.call("act", expect={"window": scene.target_window["id"], "pid": 0}, steps=[{"motion": {"x": scene.x + 200, "y": scene.y}}])
    other.move(-200, 0)
    other.press()
    press = eventually(lambda: desk.happened(event="prompt", prompt=7, what="press"), "the press on the prompt is reported")[0]
    expect_equal("press on the prompt", (press["by"], press["x"], press["y"]), ("program", 50, 50))
    expect_equal("presses at the window below", settled(scene.target, "press"), before)
    other.stop()
    desk.call("prompt", hide=7)
    eventually(lambda: scene.hit() == scene.target_window["id"], "the prompt is gone")
    scene.close()


def pixel(x, y):
    """What `capture` shows at a point."""
    from PIL import Image  # pylint: disable=import-outside-toplevel

    path = os.path.join(desk.folder, "capture")
    with open(path, "wb"):
        pass
    os.chmod(path, 0o600)
    reply = desk.call("capture", area={"x": x, "y": y, "width": 4, "height": 4}, cursor=False, path=path)
    expect_equal("format", reply["format"], "png")
    return Image.open(path).convert("RGB").getpixel((0, 0))


def test_capture():
    scene = Scene(thief=None)
    expect_equal("pixel of the target", pixel(scene.x, scene.y), (0x40, 0x80, 0xC0))
    for path in ("/tmp/elsewhere", os.path.join(desk.folder, "missing"), os.path.join(desk.folder, "../../etc/passwd")):
        expect_equal(f"error for {path}", desk.ask("capture", area=None, cursor=False, path=path)["error"]["code"], "invalid")
    scene.close()


def test_panic():
    scene = Scene(thief=None)
    scene.with_keys()
    desk.call("panic", keysym="Escape", modifiers=["ctrl", "alt"])
    other = RemoteDesktop()
    for code in (29, 56, 1):
        other.key(code, True)
    for code in (1, 56, 29):
        other.key(code, False)
    eventually(lambda: desk.happened(event="panic"), "the chord is reported")
    expect_equal("who", desk.happened(event="panic")[0]["by"], "program")
    settled(scene.target, "key")
    expect_equal("Escape at the window", [line for line in scene.target.lines("key") if line[3] == "1"], [])
    desk.call("panic", keysym=None)
    other.stop()
    scene.close()


def test_windows():
    scene = Scene(thief=None)
    window = scene.target_window["id"]
    for change, key, value in (("maximize", "maximized", True), ("unmaximize", "maximized", False), ("minimize", "minimized", True),
                               ("unminimize", "minimized", False), ("fullscreen", "fullscreen", True), ("unfullscreen", "fullscreen", False)):
        desk.call("window", window=window, do=change)
        eventually(lambda: next(w for w in desk.call("list")["windows"] if w["id"] == window)[key] == value, change)
    eventually(lambda: desk.call("window", window=window, do="move", x=40, y=60) and desk.find("target")["frame"]["x"] == 40, "moved")
    expect_equal("no window", desk.ask("window", window=1, do="raise")["error"]["code"], "no_window")
    expect_equal("clipboard", desk.call("clipboard", primary=False), {"text": None})
    scene.close()


def test_long_title():
    """What an application claims may be of any length; the wire's limits hold."""
    client = Client(settings.window, "é漢" * 400, "4080c0")
    window = eventually(lambda: next((w for w in desk.call("list")["windows"] if w["title"].startswith("é漢")), None), "the window")
    expect_equal("title", window["title"], "é漢" * 400)
    expect_equal("the application's name", window["app_id"], "é漢" * 51)  # 255 bytes, of at most 256
    client.close()


def test_strict():
    for request in ({"call": "at", "x": 1}, {"call": "at", "x": 1, "y": 2, "z": 3}, {"call": "act", "expect": {"window": 1}, "steps": [{}]},
                    {"call": "act", "expect": {"window": 1}, "steps": []}, {"call": "at", "x": 1.5, "y": 2}, {"call": "shut", "on": 1},
                    {"call": "act", "expect": None, "steps": [{"button": {"button": "left", "press": True}}]}):
        expect_equal(f"error for {request}", desk.ask(**request)["error"]["code"], "invalid")
    expect_equal("unknown call", desk.ask("nothing")["error"]["code"], "unsupported")


def test_line_lost():
    """When the line is lost, what is held is released, and nothing stays shut."""
    scene = Scene(thief=None)
    scene.with_keys()
    expect = {"window": scene.target_window["id"], "pid": 0}
    desk.call("shut", on=True)
    expect_equal("held", desk.call("act", expect=expect, steps=[{"key": {"keysym": "Shift_L", "press": True}}, {"motion": {"x": scene.x, "y": scene.y}},
                                                                {"button": {"button": "left", "press": True}}]), {"done": 3})
    desk.close()
    eventually(lambda: scene.target.count("release") == 1, "the button is released")
    eventually(lambda: [line[3:] for line in scene.target.lines("key")] == [["42", "1"], ["42", "0"]], "the key is released")
    connect()
    other = RemoteDesktop()
    before = settled(scene.target, "press")
    other.press()
    eventually(lambda: scene.target.count("press") == before + 1, "nothing is shut any more")
    other.stop()
    scene.close()


def test_wrong_peer():
    """The extension does not speak to a program that is not named interlockd."""
    desk.close()
    program = ("import json, os, socket, sys\n"
               "path = sys.argv[1]\n"
               "os.unlink(path)\n"
               "listener = socket.socket(socket.AF_UNIX)\n"
               "listener.bind(path)\n"
               "listener.listen(1)\n"
               "print('listening', flush=True)\n"
               "connection, _ = listener.accept()\n"
               "print(connection.recv(10), flush=True)\n")
    other = subprocess.Popen(["/usr/bin/python3", "-c", program, desk.path], stdout=subprocess.PIPE, text=True)
    other.stdout.readline()
    expect_equal("what it got", other.stdout.readline().strip(), "b''")
    other.wait()
    desk.listen()
    connect()


def test_lock():
    """The screen is locked between posting and delivery: nothing is delivered, and acts are refused until it is unlocked."""
    scene = Scene(thief=None)
    before = settled(scene.target, "press")
    helper("AfterPress", "st", "lock", 0)
    scene.click()
    helper("AfterPress", "st", "", 0)
    eventually(lambda: desk.call("desk")["locked"], "the screen is locked")
    expect_equal("click", scene.click()["refused"]["code"], "locked")
    expect_equal("key", desk.key("a", scene.target_window)["refused"]["code"], "locked")
    expect_equal("presses", settled(scene.target, "press"), before)
    helper("Lock", "b", False)
    eventually(lambda: not desk.call("desk")["locked"], "the screen is unlocked")
    eventually(lambda: desk.happened(event="locked", locked=True) and desk.happened(event="locked", locked=False), "both are reported")
    scene.close()


def test_disabled():
    """The extension is switched off between posting and delivery: nothing is delivered. The line ends, and comes back."""
    scene = Scene(thief=None)
    before = settled(scene.target, "press")
    helper("AfterPress", "st", "disable", 0)
    steps = [{"motion": {"x": scene.x, "y": scene.y}}, {"button": {"button": "left", "press": True}}]
    expect_equal("reply", desk.end(desk.begin("act", expect={"window": scene.target_window["id"], "pid": 0}, steps=steps)), None)
    helper("AfterPress", "st", "", 0)
    count = scene.target.count("press")
    time.sleep(0.5)
    expect_equal("presses", (count, scene.target.count("press")), (before, before))
    extensions("EnableExtension")
    connect()
    eventually(lambda: scene.click() == {"done": 3}, "clicks again")
    scene.close()


def extensions(method):
    bus.call_sync("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Extensions", method,
                  GLib.Variant("(s)", ("interlock@interlock-desk",)), None, 0, 10000)


def test_zz_shell_killed():
    """The last test: the shell is killed in mid-act. The line ends."""
    scene = Scene(thief=None)
    number = desk.begin("act", expect={"window": scene.target_window["id"], "pid": 0},
                        steps=[{"motion": {"x": scene.x, "y": scene.y}}] * 200)
    os.kill(int(os.environ["GNOME_SHELL_PID"]), signal.SIGKILL)
    expect_equal("reply", desk.end(number), None)


def connect():
    hello = desk.accept()
    expect_equal("self-test", hello["self_test"], "passed")
    return hello


def main():
    global settings  # pylint: disable=global-statement
    parser = argparse.ArgumentParser()
    parser.add_argument("window")
    parser.add_argument("--clicks", type=int, default=300)
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument("--foreign", type=int, default=20)
    parser.add_argument("--unguarded", action="store_true")
    parser.add_argument("tests", nargs="*")
    settings = parser.parse_args()
    desk.listen()
    if settings.unguarded:
        hello = desk.accept()
        expect_equal("features of the copy without the check", "atomic" in hello["features"], True)
        for name, test in (("clicks", test_raised_between), ("keys", test_keys)):
            if test() == 0:
                sys.exit(f"no {name} went astray without the guard: the race was not run")
        return
    hello = connect()
    expect_equal("name", hello["name"], "gnome-shell")
    names = settings.tests or sorted(name for name in globals() if name.startswith("test_"))
    failed = []
    for name in names:
        begin = time.monotonic()
        try:
            desk.events.clear()
            globals()[name]()
            print(f"ok {name} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception as error:  # pylint: disable=broad-except
            failed.append(name)
            print(f"FAILED {name}: {type(error).__name__}: {error}", flush=True)
            reset()
    if failed:
        sys.exit("failed: " + " ".join(failed))


def reset():
    """After a failure, for the next test."""
    for client in list(Client.running):
        client.close()
    for method, signature, values in (("AfterPress", "st", ("", 0)), ("Swap", "ttu", (0, 0, 0)), ("Dialog", "b", (False,)), ("Overview", "b", (False,))):
        try:
            helper(method, signature, *values)
            desk.call("shut", on=False)
        except Exception:  # pylint: disable=broad-except
            return


main()
