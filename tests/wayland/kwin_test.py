#!/usr/bin/env python3
"""Tests of interlock's plugin for KWin, in a session of scripts/kwin-desktop: plays interlockd's end of the wire.

    kwin_test.py WINDOW [--clicks N] [--keys N] [--foreign N] [--unguarded] [TEST ...]

WINDOW is the program of tests/wayland/window.cpp: its windows say which input reached them. `--unguarded` is for the build
of the plugin without the check: the test checks in one request and clicks in the next. Then the races must be lost, else
these tests show nothing.
"""

import array
import os
import signal
import sys
import tempfile
import time
from random import Random

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from desk_driver import as_interlockd, eventually, expect_equal, settled  # noqa: E402

as_interlockd()

from gi.repository import GLib  # noqa: E402

import races  # noqa: E402
from foreign_input import Eis, session_bus as bus  # noqa: E402

arena = races.Arena(__doc__, clicks=1000, keys=200, foreign=100)
desk, settings, Scene = arena.desk, arena.settings, arena.scene


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


def race(name, scene, clicks, before=lambda i: None):
    """Without the check in the plugin this program checks, in a request before the click."""
    return arena.race(name, scene, clicks, before, lambda: not settings.unguarded or scene.hit() == scene.target_window["id"])


# ---- the tests; those that are the same on each desk are in races.py


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
    outside = desk.call("act", expect=scene.expect(), steps=[{"motion": {"x": 1280, "y": 10}}])
    expect_equal("a point outside", outside["refused"]["code"], "outside_screen")
    expect_equal("background", desk.call("at", x=1270, y=890)["kind"], "background")
    expect_equal("clipboard without an owner", desk.call("clipboard", primary=False), {"text": None})
    expect_equal("no window", desk.ask("window", window=99999, do="raise")["error"]["code"], "no_window")
    scene.close()


def picture(area, cursor=False):
    """What `capture` shows of an area: the reply, and its pixels."""
    path = own_file("capture")
    reply = desk.call("capture", area=area, cursor=cursor, path=path)
    expect_equal("format", (reply["format"], reply["stride"]), ("xrgb8888", 4 * reply["area"]["width"]))
    with open(path, "rb") as file:
        return reply, array.array("I", file.read())


def own_file(name, content=b""):
    path = os.path.join(desk.folder, name)
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, 0o600)
    return path


def test_pictures():
    """The pixels of windows in their order, with the windows; and an act that expects pixels."""
    blue, red = 0x4080C0, 0xC04040
    scene = Scene()
    area = {"x": scene.x - 2, "y": scene.y - 2, "width": 5, "height": 4}
    eventually(lambda: set(picture(area)[1]) == {blue}, "the target's colour")
    reply, pixels = picture(None)
    expect_equal("the whole screen", (reply["area"], len(pixels)), ({"x": 0, "y": 0, "width": 1280, "height": 900}, 1280 * 900))
    expect_equal("the windows", [each["title"] for each in reply["windows"]][-2:], ["thief", "target"])
    expect_equal("a pixel of it", pixels[1280 * scene.y + scene.x], blue)
    reply, pixels = picture({"x": 1270, "y": 890, "width": 100, "height": 100})
    expect_equal("what lies on the screen", (reply["area"], len(pixels)), ({"x": 1270, "y": 890, "width": 10, "height": 10}, 100))
    expect_equal("outside", desk.ask("capture", area={"x": 1280, "y": 0, "width": 1, "height": 1}, cursor=False, path=own_file("capture"))["error"]["code"],
                 "invalid")
    expect_equal("no file", desk.ask("capture", area=None, cursor=False, path=desk.folder + "/missing")["error"]["code"], "failed")
    move = {"motion": {"x": scene.x, "y": scene.y}}
    expect_equal("a motion", desk.call("act", expect=scene.expect(), steps=[move]), {"done": 1})
    around = {"x": scene.x - 30, "y": scene.y - 30, "width": 60, "height": 60}
    expect_equal("colours without the pointer", set(picture(around)[1]), {blue})
    eventually(lambda: len(set(picture(around, cursor=True)[1])) > 1, "the pointer's image")

    def click(colour, count=20):
        path = own_file("pixels", array.array("I", [colour] * count).tobytes())
        return scene.click(pixels={"area": area, "path": path})
    expect_equal("a click that expects these pixels", click(blue), {"done": 3})
    eventually(lambda: scene.target.count("release") == 1, "the click")
    for what, reply in (("another colour", click(red)), ("too few pixels", click(blue, 19))):
        expect_equal(what, (reply["done"], reply["refused"]["code"]), (0, "pixels_changed"))
    desk.call("window", window=scene.thief_window["id"], do="raise")
    eventually(lambda: set(picture(area)[1]) == {red}, "the thief's colour")
    expect_equal("clicks that arrived", settled(scene.target, "press"), 1)
    scene.close()


def test_prompt():
    """A prompt is above everything, takes what is pressed on it and then the keys, and says who it was."""
    scene = Scene(thief=None)
    scene.with_keys()
    path = own_file("prompt", array.array("I", [0xAABBCC] * (200 * 100)).tobytes())
    shown = {"prompt": 7, "path": path, "width": 200, "height": 100, "x": scene.x - 50, "y": scene.y - 50}
    desk.call("prompt", show=shown)
    area = {"x": scene.x - 2, "y": scene.y - 2, "width": 5, "height": 4}
    eventually(lambda: set(picture(area)[1]) == {0xAABBCC}, "the prompt's colour")
    eventually(lambda: desk.call("at", x=scene.x, y=scene.y)["kind"] == "shell", "the prompt is there")
    before, keys = settled(scene.target, "press"), settled(scene.target, "key")
    expect_equal("clicks under the prompt", {scene.click()["refused"]["code"] for _ in range(100)}, {"window_changed"})
    desk.call("window", window=scene.target_window["id"], do="raise")
    expect_equal("what is above after the window is raised", desk.call("at", x=scene.x, y=scene.y)["kind"], "shell")
    expect_equal("a key before it was pressed", desk.key("a", scene.target_window), {"done": 2})
    other = Eis(bus)
    other.move(scene.x, scene.y)
    other.press()
    for code in (30, 1):  # a, Escape
        for state in (True, False):
            other.key(code, state)
    eventually(lambda: len(desk.happened(event="prompt", what="key")) == 2, "its keys are reported")
    said = [(each["what"], each["by"], each["x"], each["y"], each["keysym"], each["text"]) for each in desk.happened(event="prompt", prompt=7)]
    expect_equal("what was said of the prompt", said, [("press", "program", 50, 50, "", ""), ("release", "program", 50, 50, "", ""),
                                                       ("key", "program", 50, 50, "a", "a"), ("key", "program", 50, 50, "Escape", "")])
    expect_equal("a key of ours", desk.key("a", scene.target_window)["refused"]["code"], "focus_moved")
    expect_equal("at the window below", (settled(scene.target, "press"), settled(scene.target, "key")), (before, keys + 2))
    own_file("prompt", array.array("I", [0x112233] * (200 * 100)).tobytes())
    desk.call("prompt", update=shown)
    eventually(lambda: set(picture(area)[1]) == {0x112233}, "the new picture")
    other.move(scene.x + 100 + 150, scene.y)  # beside it
    other.press()
    eventually(lambda: scene.target.count("press") == before + 1, "a press beside it")
    other.key(30, True)
    other.key(30, False)
    eventually(lambda: scene.target.count("key") == keys + 4, "the keys are the window's again")
    own_file("prompt", b"short")
    expect_equal("too few pixels", desk.ask("prompt", update=shown)["error"]["code"], "failed")
    desk.call("prompt", hide=7)
    eventually(lambda: scene.hit() == scene.target_window["id"], "the prompt is gone")
    expect_equal("a click", scene.click(), {"done": 3})
    other.stop()
    scene.close()


def test_touch_on_prompt():
    """A finger on a prompt is reported as a press and a release, and reaches no program; one beside it does."""
    scene = Scene(thief=None)
    path = own_file("prompt", array.array("I", [0xAABBCC] * (200 * 100)).tobytes())
    desk.call("prompt", show={"prompt": 8, "path": path, "width": 200, "height": 100, "x": scene.x - 50, "y": scene.y - 50})
    eventually(lambda: desk.call("at", x=scene.x, y=scene.y)["kind"] == "shell", "the prompt is there")
    other = Eis(bus, touch=True)
    other.touch(scene.x, scene.y)
    eventually(lambda: len(desk.happened(event="prompt", what="release")) == 1, "the finger is reported")
    said = [(each["what"], each["by"], each["x"], each["y"]) for each in desk.happened(event="prompt", prompt=8)]
    expect_equal("what was said of the prompt", said, [("press", "program", 50, 50), ("release", "program", 50, 50)])
    expect_equal("touches of the window below", settled(scene.target, "touch"), 0)
    other.touch(scene.x + 200, scene.y)
    eventually(lambda: scene.target.count("touch") == 1, "a finger beside it")
    expect_equal("what was said of the prompt then", len(desk.happened(event="prompt", prompt=8)), 2)
    desk.call("prompt", hide=8)
    other.stop()
    scene.close()


def test_swapper():
    """A script inside KWin raises the other window each millisecond."""
    scene = Scene()
    swapper = Swapper("raise")
    try:
        return race("windows are swapped each millisecond", scene, settings.clicks)
    finally:
        swapper.stop()
        scene.close()


def test_swapped():
    """Requests of a second order raise the other window in turns; KWin carries them out between the clicks."""
    scene = Scene()
    race("windows are raised in turns by requests", scene, settings.clicks,
         lambda i: desk.begin("window", window=(scene.thief_window if i % 2 else scene.target_window)["id"], do="raise"))
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
    print(f"the keyboard is switched each millisecond: {settings.keys} keys, {delivered} delivered, {astray // 2} astray", flush=True)
    if not settings.unguarded:
        expect_equal("keys astray", astray, 0)
        expect_equal("keys at the target", settled(scene.target, "key"), 2 * delivered)
        expect_equal("some keys were delivered", delivered > 0, True)
    scene.close()
    return astray


def test_keys_by_ibus():
    """With ibus (kwin-desktop --ibus) KWin gives the keys of a text field to ibus, and a letter comes back later as a text, if no other window has
    the keyboard then. Ours go past it, also if the other window gets the keyboard shortly before or after."""
    scene, random, other = Scene("--text-input", thief=("--text-input", "--size", "600x400")), Random(17), Eis(bus)
    eventually(lambda: comes_back_as_text(scene, other), "ibus answers")
    other.stop()
    texts, keys, sent = settled(scene.target, "text"), settled(scene.target, "key"), 0
    for _ in range(settings.keys):
        scene.with_keys()
        time.sleep(random.uniform(0, 0.1))  # ibus gets ready for a window within this time, or not
        switch = random.choice(("before", "after", "never"))
        activate = {"window": scene.thief_window["id"], "do": "activate"}
        if switch == "before" and (not settings.unguarded or scene.has_keys()):
            desk.begin("window", **activate)
        key = desk.begin("act", expect=scene.expect(), steps=[{"key": {"keysym": "a", "press": press}} for press in (True, False)])
        if switch == "after":
            time.sleep(random.uniform(0, 0.008))
            desk.begin("window", **activate)
        sent += desk.end(key)["result"]["done"] == 2
    astray = settled(scene.thief, "key") // 2 + settled(scene.thief, "text")
    arrived = (settled(scene.target, "key") - keys) // 2
    print(f"with ibus, the keyboard is switched before or after a key: {settings.keys} keys, {sent} sent, {arrived} delivered, {astray} astray", flush=True)
    if not settings.unguarded:
        expect_equal("keys astray", astray, 0)
        expect_equal("delivered", (arrived, settled(scene.target, "text")), (sent, texts))
        expect_equal("some were sent, some refused", 0 < sent < settings.keys, True)
    scene.close()
    return astray


def comes_back_as_text(scene, other):
    """Whether a letter that another program presses is a text of ibus."""
    scene.with_keys()
    before = settled(scene.target, "text"), settled(scene.target, "key")
    for state in (True, False):
        other.key(30, state)
    eventually(lambda: (settled(scene.target, "text"), settled(scene.target, "key")) != before, "the key")
    return settled(scene.target, "text") > before[0]


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
    print(f"the keyboard is switched each millisecond: {settings.keys} texts, {done} entered, {settled(scene.thief, 'text')} astray", flush=True)
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
    print(f"another program while it is held back: {settings.foreign} presses and {settings.foreign} keys while shut, none delivered", flush=True)
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


def test_text():
    scene = Scene("--text-input", thief=None)
    desk.call("window", window=scene.target_window["id"], do="activate")
    eventually(lambda: desk.call("commit_text", expect=scene.expect(), text="Grüße, 漢字 😀") == {"done": 11} and scene.target.lines("text"),
               "a text is entered")
    expect_equal("text", scene.target.lines("text")[-1][2:], ["Grüße,", "漢字", "😀"])
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


def test_wrong_peer():
    """The plugin does not speak to a program that is not named interlockd."""
    desk.close()
    desk.expect_silence_for_another_program()
    connect()


def test_zz_killed():
    """The last test: KWin is killed. The line ends."""
    os.kill(int(os.environ["KWIN_PID"]), signal.SIGKILL)
    expect_equal("the line has ended", desk.lost(), True)


def connect():
    hello = desk.accept()
    expect_equal("the self-test has passed", hello["self_test"] == "passed", not settings.unguarded)
    expect_equal("features", hello["features"], ([] if settings.unguarded else ["atomic"]) + ["shut", "text", "windows", "panic", "prompt", "clipboard", "capture", "pixels"])
    expect_equal("screen", hello["screen"], {"width": 1280, "height": 900, "scale": 1})
    expect_equal("socket", hello["wayland"], os.environ["WAYLAND_DISPLAY"])


def main():
    desk.listen()
    connect()
    if settings.unguarded:
        return arena.expect_lost_races(**{name: globals()[name] for name in settings.tests or ("test_swapper", "test_keys")})
    shared = {name: lambda test=getattr(races, name): test(arena) for name in ("test_click", "test_mapper", "test_menu", "test_list", "test_typing", "test_late", "test_clipboard")}
    own = {name: test for name, test in globals().items() if name.startswith("test_")}
    return arena.run({**shared, **own, "test_overlay": lambda: races.test_overlay(arena, offered=True),
                      "test_mixed": lambda: races.test_mixed(arena, Eis(bus)),
                      "test_drag": lambda: races.test_drag(arena, Eis(bus))})


main()
