#!/usr/bin/env python3
"""Tests of interlock's plugin for KWin, in a session of scripts/kwin-desktop: plays interlockd's end of the wire.

    kwin_test.py WINDOW [--clicks N] [--keys N] [--foreign N] [--unguarded] [TEST ...]

WINDOW is the program of tests/wayland/window.cpp: its windows say which input reached them. `--unguarded` is for the build
of the plugin without the check: the test checks in one request and clicks in the next. Then the races must be lost, else
these tests show nothing.
"""

import argparse
import os
import signal
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from desk_driver import Client, Desk, as_interlockd, eventually, expect_equal, settled  # noqa: E402

as_interlockd()

import gi  # noqa: E402

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

from eis import Eis  # noqa: E402

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
settings = None  # the arguments
desk = Desk()


class Swapper:
    """A script inside KWin that swaps target and thief each millisecond."""

    def __init__(self, what):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kwin-swap.js")
        with tempfile.NamedTemporaryFile("w", suffix=".js", delete=False) as self.script, open(source, encoding="utf-8") as text:
            self.script.write(f'const what = "{what}";\n' + text.read())
        number = self.call("/Scripting", "org.kde.kwin.Scripting", "loadScript", "ss", self.script.name, "interlock-swap")
        self.call(f"/Scripting/Script{number}", "org.kde.kwin.Script", "run")

    @staticmethod
    def call(path, interface, method, signature="", *values):
        arguments = GLib.Variant(f"({signature})", values) if signature else None
        reply = bus.call_sync("org.kde.KWin", path, interface, method, arguments, None, 0, 10000)
        return reply.unpack()[0] if reply and reply.n_children() else None

    def stop(self):
        self.call("/Scripting", "org.kde.kwin.Scripting", "unloadScript", "s", "interlock-swap")
        os.unlink(self.script.name)


class Scene:
    """Two windows at the same place."""

    def __init__(self, *options, thief=("--size", "600x400"), target=("--size", "600x400")):
        self.target = Client(settings.window, "target", "4080c0", *target, *options)
        self.target_window = desk.window("target")
        self.thief = Client(settings.window, "thief", "c04040", *thief) if thief else None
        if self.thief and "--toggle" not in thief:
            self.thief_window = desk.window("thief")
            for window in (self.thief_window, self.target_window):
                desk.call("window", window=window["id"], do="move", x=100, y=100)
            desk.call("window", window=self.target_window["id"], do="activate")
            desk.call("window", window=self.target_window["id"], do="raise")
        self.target_window = desk.find("target")
        client = self.target_window["client"]
        self.x, self.y = client["x"] + 150, client["y"] + 150
        if not self.thief or "--toggle" not in thief:
            eventually(lambda: self.hit() == self.target_window["id"], "the target is on top")

    def hit(self):
        window = desk.call("at", x=self.x, y=self.y)["window"]
        return window["id"] if window else 0

    def click(self, **expect):
        return desk.click(self.x, self.y, self.target_window, **expect)

    def with_keys(self):
        desk.call("window", window=self.target_window["id"], do="activate")
        eventually(self.has_keys, "the target has the keyboard")

    def has_keys(self):
        return (desk.call("focus")["window"] or {}).get("id") == self.target_window["id"]

    def expect(self):
        return {"window": self.target_window["id"], "pid": self.target_window["pid"]}

    def close(self):
        for client in (self.target, self.thief):
            if client:
                client.close()
        eventually(lambda: not desk.find("target") and not desk.find("thief"), "the windows are gone")


def race(name, scene, clicks, before=lambda i: None):
    replies, times = [], []
    for i in range(clicks):
        before(i)
        begin = time.monotonic()
        if settings.unguarded and scene.hit() != scene.target_window["id"]:
            replies.append({"done": 0})
            continue
        replies.append(scene.click())
        if replies[-1]["done"] == 3:
            times.append(time.monotonic() - begin)
    astray, arrived = settled(scene.thief, "press") if scene.thief else 0, settled(scene.target, "press")
    done = sum(reply["done"] == 3 for reply in replies)
    timing = ""
    if len(times) > 1:
        timing = f", p50 {statistics.median(times) * 1000:.2f} ms, p99 {statistics.quantiles(times, n=100)[98] * 1000:.2f} ms"
    print(f"{name}: {clicks} clicks, {done} delivered, {clicks - done} refused, {astray} astray, {arrived} at the target{timing}", flush=True)
    if settings.unguarded:
        return astray
    expect_equal("clicks astray", astray, 0)
    expect_equal("clicks at the target", arrived, done)
    return done


def test_click():
    scene = Scene(thief=None)
    expect_equal("clicks delivered", race("click", scene, max(20, settings.clicks // 10)), max(20, settings.clicks // 10))
    expect_equal("releases", settled(scene.target, "release"), settled(scene.target, "press"))
    before = scene.target.count("press")
    rect = {"x": 0, "y": 0, "width": 1, "height": 1}
    for name, expect in {"window": {"window": 999}, "pid": {"pid": 1}, "popup": {"popup": rect}, "surface": {"surface": rect}}.items():
        expect_equal(f"code for a wrong {name}", scene.click(**expect)["refused"]["code"], "window_changed")
    expect_equal("presses after the refusals", settled(scene.target, "press"), before)
    expect_equal("own events that were called foreign", desk.happened(event="input"), [])
    scene.close()


def test_steps():
    """Each kind of step, a drag, and the state of the desk."""
    scene = Scene(thief=None)
    client = scene.target_window["client"]
    move = {"motion": {"x": scene.x, "y": scene.y}}
    expect_equal("wheel", desk.call("act", expect=scene.expect(), steps=[move, {"axis": {"dx": 0, "dy": 2}}]), {"done": 2})
    eventually(lambda: scene.target.count("scroll") == 2, "two clicks of the wheel")
    expect_equal("direction of the wheel", {line[3] for line in scene.target.lines("scroll")}, {"0"})
    expect_equal("pointer", desk.call("desk")["pointer"], {"x": scene.x, "y": scene.y})
    expect_equal("the pointer is there", desk.call("at", x=scene.x, y=scene.y)["pointer"], True)
    right = [{"button": {"button": "right", "press": press}} for press in (True, False)]
    expect_equal("right click where the pointer is", desk.call("act", expect=scene.expect(), steps=right), {"done": 2})
    eventually(lambda: scene.target.count("release") == 1, "the right click")
    line = scene.target.lines("press")[-1]
    expect_equal("place and button", [int(each) for each in line[3:]], [scene.x - client["x"], scene.y - client["y"], 0x111])
    expect_equal("a press without an expectation", desk.call("act", expect=None, steps=right)["refused"]["code"], "unsupported")
    held = [{"button": {"button": "left", "press": True}}]
    expect_equal("begin of a drag", desk.call("act", expect=scene.expect(), steps=[move] + held), {"done": 2})
    away = [{"motion": {"x": scene.x + 40, "y": scene.y + 30}}]
    expect_equal("a drag", desk.call("act", expect=None, steps=away), {"done": 1})
    expect_equal("end of a drag", desk.call("act", expect=None, steps=[{"button": {"button": "left", "press": False}}]), {"done": 1})
    eventually(lambda: scene.target.count("release") == 2, "the end of the drag")
    expect_equal("place of the end", [int(each) for each in scene.target.lines("release")[-1][3:5]],
                 [scene.x + 40 - client["x"], scene.y + 30 - client["y"]])
    pixels = {"area": {"x": 0, "y": 0, "width": 1, "height": 1}, "path": "/tmp/pixels"}
    expect_equal("pixels", desk.call("act", expect={**scene.expect(), "pixels": pixels}, steps=[move])["refused"]["code"], "unsupported")
    outside = desk.call("act", expect=scene.expect(), steps=[{"motion": {"x": 1280, "y": 10}}])
    expect_equal("a point outside", outside["refused"]["code"], "outside_screen")
    expect_equal("background", desk.call("at", x=1270, y=890)["kind"], "background")
    for call in ({"call": "capture", "area": None, "cursor": False, "path": "/tmp/picture"}, {"call": "clipboard", "primary": False},
                 {"call": "prompt", "hide": 1}):
        expect_equal(call["call"], desk.ask(**call)["error"]["code"], "unsupported")
    expect_equal("no window", desk.ask("window", window=99999, do="raise")["error"]["code"], "no_window")
    scene.close()


def test_swapper():
    """A script inside KWin raises the other window each millisecond."""
    scene = Scene()
    swapper = Swapper("raise")
    try:
        return race("1 ms swapper", scene, settings.clicks)
    finally:
        swapper.stop()
        scene.close()


def test_swapped():
    """Requests of a second order raise the other window in turns; KWin carries them out between the clicks."""
    scene = Scene()
    race("raised in turns", scene, settings.clicks,
         lambda i: desk.begin("window", window=(scene.thief_window if i % 2 else scene.target_window)["id"], do="raise"))
    scene.close()


def test_mapper():
    """A client maps a window over the target again and again."""
    scene = Scene(thief=("--maximized", "--toggle", "2", "2"), target=("--maximized",))
    race("client that maps on top", scene, settings.clicks)
    scene.close()


def test_keys():
    """A script inside KWin gives the keyboard to the other window each millisecond."""
    scene = Scene()
    swapper = Swapper("activate")
    delivered = 0
    for _ in range(settings.keys):
        if not settings.unguarded or scene.has_keys():
            delivered += desk.key("a", scene.target_window)["done"] == 2
    swapper.stop()
    astray = settled(scene.thief, "key")
    print(f"keyboard switched each millisecond: {settings.keys} keys, {delivered} delivered, {astray // 2} astray", flush=True)
    if not settings.unguarded:
        expect_equal("keys astray", astray, 0)
        expect_equal("keys at the target", settled(scene.target, "key"), 2 * delivered)
        expect_equal("some keys were delivered", delivered > 0, True)
    scene.close()
    return astray


def test_text_focus():
    """A text goes to nobody else when the keyboard is switched."""
    scene = Scene("--text-input", thief=("--text-input", "--size", "600x400"))
    swapper = Swapper("activate")
    done = 0
    for i in range(settings.keys):
        text = f"{i} ü漢😀"
        reply = desk.call("commit_text", expect=scene.expect(), text=text)
        expect_equal("characters", reply["done"] in (0, len(text)), True)
        done += reply["done"] > 0
    swapper.stop()
    print(f"keyboard switched each millisecond: {settings.keys} texts, {done} entered, {settled(scene.thief, 'text')} astray", flush=True)
    expect_equal("texts astray", settled(scene.thief, "text") + settled(scene.thief, "key"), 0)
    expect_equal("texts at the target", settled(scene.target, "text"), done)
    scene.close()


def test_foreign():
    """Input of another program while shut reaches nobody."""
    scene = Scene(thief=None)
    scene.with_keys()
    scene.click()
    other = Eis(bus)
    desk.call("shut", on=True)
    desk.events.clear()
    before, keys = settled(scene.target, "press"), settled(scene.target, "key")
    for _ in range(settings.foreign):
        other.move(scene.x, scene.y)
        other.press()
        for state in (True, False):
            other.key(30, state)
    for kind in ("button", "key"):
        eventually(lambda kind=kind: len(desk.happened(event="input", by="program", kind=kind)) == settings.foreign, f"reports of each {kind}")
    expect_equal("foreign presses while shut", settled(scene.target, "press") - before, 0)
    expect_equal("foreign keys while shut", settled(scene.target, "key") - keys, 0)
    expect_equal("own click while shut", scene.click(), {"done": 3})
    expect_equal("own key while shut", desk.key("a", scene.target_window), {"done": 2})
    desk.call("shut", on=False)
    before = settled(scene.target, "press")
    other.press()
    other.key(30, True)
    eventually(lambda: scene.target.count("press") == before + 1, "a foreign press when not shut")
    eventually(lambda: scene.target.count("key") == keys + 3, "a foreign key when not shut")
    desk.call("shut", on=True)  # the release of a key that was let through is not lost
    other.key(30, False)
    eventually(lambda: scene.target.count("key") == keys + 4, "its release")
    desk.call("shut", on=False)
    other.stop()
    print(f"foreign: {settings.foreign} presses and {settings.foreign} keys while shut, none delivered", flush=True)
    scene.close()


def test_mixed():
    """Own clicks while another program presses: each press is told apart."""
    scene = Scene(thief=None)
    other = Eis(bus)
    desk.call("shut", on=True)
    desk.events.clear()
    before, own = settled(scene.target, "press"), 0
    for _ in range(settings.foreign):
        other.press()
        own += scene.click()["done"] >= 2
    eventually(lambda: len(desk.happened(event="input", kind="button")) >= settings.foreign, "each foreign press is reported")
    expect_equal("presses at the target", settled(scene.target, "press") - before, own)
    expect_equal("presses reported", len(desk.happened(event="input", kind="button", by="program")), settings.foreign)
    expect_equal("presses of a person", len(desk.happened(event="input", by="person")), 0)
    desk.call("shut", on=False)
    other.stop()
    print(f"mixed: {settings.foreign} own clicks among {settings.foreign} foreign ones, {own} delivered", flush=True)
    scene.close()


def test_modifier():
    """A modifier that another program holds, and CapsLock, would change what a key means."""
    scene = Scene(thief=None)
    scene.with_keys()
    other = Eis(bus)
    other.key(29, True)  # Control
    eventually(lambda: desk.key("a", scene.target_window).get("refused", {}).get("code") == "modifier_held", "keys are refused")
    expect_equal("a click", scene.click()["refused"]["code"], "modifier_held")
    other.key(29, False)
    eventually(lambda: desk.key("a", scene.target_window) == {"done": 2}, "keys are delivered again")
    for state in (True, False):
        other.key(58, state)  # CapsLock
    reply = eventually(lambda: desk.call("commit_text", expect=scene.expect(), text="a").get("refused"), "text by keys is refused")
    expect_equal("text with CapsLock", reply["code"], "unknown_key")
    expect_equal("a click with CapsLock", scene.click(), {"done": 3})
    for state in (True, False):
        other.key(58, state)
    eventually(lambda: desk.call("commit_text", expect=scene.expect(), text="a") == {"done": 1}, "text is typed again")
    shift = [{"key": {"keysym": name, "press": press}} for name, press in (("Shift_L", True), ("a", True), ("a", False), ("Shift_L", False))]
    expect_equal("an own modifier", desk.call("act", expect=scene.expect(), steps=shift), {"done": 4})
    other.stop()
    scene.close()


def test_panic():
    scene = Scene(thief=None)
    scene.with_keys()
    other = Eis(bus)
    desk.call("panic", keysym="Escape", modifiers=["ctrl", "alt"])
    desk.events.clear()
    for code, state in ((29, True), (56, True), (1, True), (1, False), (56, False), (29, False)):
        other.key(code, state)
    eventually(lambda: desk.happened(event="panic", by="program"), "the chord is reported")
    eventually(lambda: [line[3:] for line in scene.target.lines("key")][-1:] == [["29", "0"]], "the modifiers are released")
    expect_equal("Escape at the application", [line for line in scene.target.lines("key") if line[3] == "1"], [])
    other.stop()
    scene.close()


def test_list():
    """An open menu is listed with its owner."""
    scene = Scene("--menu", thief=None)
    scene.click()
    menu = eventually(lambda: next((each for each in desk.call("list")["windows"] if each["type"] == "menu"), None), "the menu is listed")
    expect_equal("its owner", (menu["parent"], menu["pid"]), (scene.target_window["id"], scene.target_window["pid"]))
    inside = desk.call("at", x=menu["frame"]["x"] + 20, y=menu["frame"]["y"] + 20)
    expect_equal("the hit", (inside["window"]["id"], inside["popup"]), (scene.target_window["id"], menu["frame"]))
    at = {"x": menu["frame"]["x"] + 20, "y": menu["frame"]["y"] + 20}
    expect_equal("without the menu in the expectation", desk.click(**at, target=scene.target_window)["refused"]["code"], "window_changed")
    expect_equal("with it", desk.click(**at, target=scene.target_window, popup=menu["frame"]), {"done": 3})
    scene.close()


def test_text():
    scene = Scene("--text-input", thief=None)
    desk.call("window", window=scene.target_window["id"], do="activate")
    eventually(lambda: desk.call("commit_text", expect=scene.expect(), text="Grüße, 漢字 😀") == {"done": 11} and scene.target.lines("text"),
               "a text is entered")
    expect_equal("text", scene.target.lines("text")[-1][2:], ["Grüße,", "漢字", "😀"])
    scene.close()


def test_typing():
    scene = Scene(thief=None)
    scene.with_keys()
    expect_equal("typed", desk.call("commit_text", expect=scene.expect(), text="aB\n"), {"done": 3})
    wanted = [["30", "1"], ["30", "0"], ["42", "1"], ["48", "1"], ["48", "0"], ["42", "0"], ["28", "1"], ["28", "0"]]
    eventually(lambda: len(scene.target.lines("key")) >= len(wanted), "the keys have arrived")
    expect_equal("keys", [line[3:] for line in scene.target.lines("key")], wanted)
    reply = desk.call("commit_text", expect=scene.expect(), text="a漢")
    expect_equal("refusal of a character", (reply["done"], reply["refused"]["code"]), (0, "unknown_key"))
    scene.close()


def test_menu():
    """Another application's open menu would take the press."""
    scene = Scene(thief=("--size", "200x200", "--menu"))
    desk.call("window", window=scene.thief_window["id"], do="move", x=800, y=100)
    eventually(lambda: desk.find("thief")["frame"]["x"] == 800, "the owner of the menu has moved")
    client = desk.find("thief")["client"]
    desk.click(client["x"] + 50, client["y"] + 50, scene.thief_window)
    eventually(lambda: desk.call("at", x=client["x"] + 70, y=client["y"] + 70)["popup"], "the menu is open")
    codes = {scene.click()["refused"]["code"] for _ in range(100)}
    expect_equal("refusals", codes, {"pointer_grabbed"})
    expect_equal("presses", settled(scene.target, "press"), 0)
    scene.close()


def test_line_lost():
    """When the line is lost, what is held is released."""
    scene = Scene(thief=None)
    desk.call("window", window=scene.target_window["id"], do="activate")
    steps = [{"motion": {"x": scene.x, "y": scene.y}}, {"button": {"button": "left", "press": True}}]
    expect_equal("held", desk.call("act", expect=scene.expect(), steps=steps), {"done": 2})
    desk.close()
    eventually(lambda: scene.target.count("release") == 1, "the button is released")
    connect()
    scene.close()


def test_zy_locked():
    """The screen is locked while a button is held. No way back here: only a person unlocks it."""
    scene = Scene(thief=None)
    scene.with_keys()
    steps = [{"motion": {"x": scene.x, "y": scene.y}}, {"button": {"button": "left", "press": True}}]
    expect_equal("held", desk.call("act", expect=scene.expect(), steps=steps), {"done": 2})
    bus.call_sync("org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver", "Lock", None, None, 0, 30000)
    eventually(lambda: desk.happened(event="locked"), "the lock is reported")
    expect_equal("reports of the lock", desk.happened(event="locked"), [{"event": "locked", "locked": True}])
    codes = {scene.click()["refused"]["code"], desk.key("a", scene.target_window)["refused"]["code"],
             desk.call("commit_text", expect=scene.expect(), text="a")["refused"]["code"],
             desk.call("window", window=scene.target_window["id"], do="raise")["refused"]["code"]}
    expect_equal("refusals", codes, {"locked"})
    expect_equal("what is there", desk.call("at", x=scene.x, y=scene.y)["kind"], "shell")
    expect_equal("who has the keyboard", desk.call("focus")["window"], None)
    expect_equal("the state", desk.call("desk")["locked"], True)
    expect_equal("input at the application", (settled(scene.target, "press"), settled(scene.target, "key")), (1, 0))
    scene.target.close()


def test_zz_killed():
    """The last test: KWin is killed. The line ends."""
    os.kill(int(os.environ["KWIN_PID"]), signal.SIGKILL)
    expect_equal("the line has ended", desk.lost(), True)


def connect():
    hello = desk.accept()
    expect_equal("the self-test has passed", hello["self_test"] == "passed", not settings.unguarded)
    expect_equal("features", hello["features"], ([] if settings.unguarded else ["atomic"]) + ["shut", "text", "windows", "panic"])
    expect_equal("screen", hello["screen"], {"width": 1280, "height": 900, "scale": 1})
    expect_equal("socket", hello["wayland"], os.environ["WAYLAND_DISPLAY"])


def main():
    global settings  # pylint: disable=global-statement
    parser = argparse.ArgumentParser()
    parser.add_argument("window")
    parser.add_argument("--clicks", type=int, default=1000)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--foreign", type=int, default=100)
    parser.add_argument("--unguarded", action="store_true")
    parser.add_argument("tests", nargs="*")
    settings = parser.parse_args()
    desk.listen()
    connect()
    if settings.unguarded:
        lost = {name: globals()[name]() for name in ("test_swapper", "test_keys")}
        for name, astray in lost.items():
            expect_equal(f"{name} shows input that goes astray", astray > 0, True)
        return
    failed = []
    for name in settings.tests or sorted(name for name in globals() if name.startswith("test_")):
        begin = time.monotonic()
        try:
            desk.events.clear()
            globals()[name]()
            print(f"ok {name} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception as error:  # pylint: disable=broad-except
            failed.append(name)
            print(f"FAILED {name}: {type(error).__name__}: {error}", flush=True)
            for client in list(Client.running):
                client.close()
    if failed:
        sys.exit("failed: " + " ".join(failed))


main()
