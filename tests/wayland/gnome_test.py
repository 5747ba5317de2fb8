#!/usr/bin/env python3
"""Tests of interlock's extension for GNOME Shell, in a session of scripts/gnome-desktop: plays interlockd's end of the wire.

    gnome_test.py WINDOW [--clicks N] [--keys N] [--foreign N] [--unguarded] [TEST ...]

WINDOW is the program of tests/wayland/window.cpp: its windows say which input reached them. `--unguarded` is for the copy
of the extension without the check at delivery: then the races must be lost, else these tests show nothing.
"""

import os
import signal
import string
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from desk_driver import Client, as_interlockd, eventually, expect_equal, settled  # noqa: E402

as_interlockd()

from gi.repository import GLib  # noqa: E402

import races  # noqa: E402
from foreign_input import RemoteDesktop, session_bus as bus  # noqa: E402

arena = races.Arena(__doc__, clicks=300, keys=100, foreign=20)
desk, settings, race = arena.desk, arena.settings, arena.race


def helper(method, signature="", *values):
    """A method of the helper inside the shell (tests/wayland/gnome-helper)."""
    arguments = GLib.Variant(f"({signature})", values) if signature else None
    reply = bus.call_sync("org.interlock.Tests", "/org/interlock/Tests", "org.interlock.Tests", method, arguments, None, 0, 10000)
    return reply.unpack()[0] if reply and reply.n_children() else None


class Scene(races.Scene):
    def __init__(self, *options, **windows):
        super().__init__(desk, settings.window, *options, **windows)

    def close(self):
        helper("AfterPress", "st", "", 0)
        helper("Swap", "ttu", 0, 0, 0)
        super().close()


# ---- the tests; those that are the same on each desk are in races.py


def test_swapper():
    scene = Scene()
    helper("Swap", "ttu", scene.target_window["id"], scene.thief_window["id"], 1)
    astray = race("windows are swapped each millisecond", scene, settings.clicks)
    scene.close()
    return astray


def test_raised_between():
    """The thief is raised when the press is posted and not delivered yet."""
    scene = Scene()
    helper("AfterPress", "st", "raise", scene.thief_window["id"])
    astray = race("another window is raised between posting and delivery", scene, settings.clicks // 10, lambda i: scene.on_top())
    scene.close()
    return astray


def test_press_held_back():
    """A press without its release is held back, as at the beginning of a drag: the next click arrives, and no release without a press."""
    scene = Scene()
    presses = {"raise": [{"motion": {"x": scene.x, "y": scene.y}}, {"button": {"button": "left", "press": True}}],
               "activate": [{"key": {"keysym": "a", "press": True}}]}
    for attack, steps in presses.items():
        def held_back(attack=attack, steps=steps):
            """The attack may come too late."""
            scene.on_top()
            scene.with_keys()
            helper("AfterPress", "st", attack, scene.thief_window["id"])
            reply = desk.call("act", expect=scene.expect(), steps=steps)
            helper("AfterPress", "st", "", 0)
            desk.call("release")
            return reply["done"] < len(steps) and reply["refused"]["code"] in ("window_changed", "focus_moved")
        eventually(held_back, f"{attack} between posting and delivery")
    before = [settled(scene.target, kind) for kind in ("press", "release", "key")]
    expect_equal("each press was released", (before[1], before[2] % 2), (before[0], 0))
    scene.with_keys()
    eventually(lambda: scene.key() == {"done": 2}, "a key after it")
    eventually(lambda: scene.on_top() or scene.click() == {"done": 3}, "a click after it")
    expect_equal("what arrived", [settled(scene.target, kind) for kind in ("press", "release", "key")], [before[0] + 1, before[1] + 1, before[2] + 2])
    expect_equal("what the other window got", [settled(scene.thief, kind) for kind in ("press", "release", "key")], [0, 0, 0])
    scene.close()


def test_menu_gone():
    """The program's menu is gone when the press on it is delivered: the window under it must not get the press."""
    for _ in range(3):
        scene = Scene("--menu", thief=None)
        scene.click()
        menu = eventually(lambda: next((each for each in desk.call("list")["windows"] if each["type"] == "menu"), None), "the menu is listed")
        helper("AfterPress", "st", "hide", menu["id"])
        before = settled(scene.target, "press")
        reply = desk.click(menu["frame"]["x"] + 20, menu["frame"]["y"] + 20, scene.target_window, popup=menu["frame"])
        helper("AfterPress", "st", "", 0)
        expect_equal("the refusal", reply.get("refused", {}).get("code") in ("window_changed", "pointer_grabbed"), True)
        expect_equal("presses", settled(scene.target, "press"), before)
        scene.close()


def test_keys():
    return keys_race("the focus is switched between posting and delivery of each second key")


def test_keys_of_text_fields():
    """With ibus, mutter gives the keys of text fields to ibus first."""
    return keys_race("text fields, the focus is switched between posting and delivery of each second key", "--text-input")


def keys_race(name, *options):
    scene = Scene(*options, thief=(*options, "--size", "600x400"))
    scene.with_keys()
    replies = []
    desk.events.clear()
    for i in range(settings.keys):
        helper("AfterPress", "st", "activate" if i % 2 == 0 else "", scene.thief_window["id"])
        helper("Activate", "t", scene.target_window["id"])
        replies.append(desk.key("a", scene.target_window))
    helper("AfterPress", "st", "", 0)
    astray, arrived = (settled(each, "key") // 2 + settled(each, "text") for each in (scene.thief, scene.target))
    delivered = sum(reply["done"] == 2 for reply in replies)
    print(f"{name}: {len(replies)} keys, {delivered} delivered, {astray} astray", flush=True)
    if not settings.unguarded:
        expect_equal("keys astray", astray, 0)
        expect_equal("keys at the target", arrived, delivered)
        expect_equal("some were delivered", delivered > 0, True)
        expect_equal("own keys that were called another's", desk.happened(event="input"), [])
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
    print(f"another program while it is held back: {settings.foreign} presses and {settings.foreign} keys while shut, none delivered", flush=True)
    scene.close()


def test_motions_of_others():
    """The first is reported by itself, at once; those after it together."""
    other = RemoteDesktop()
    motions = lambda: desk.happened(event="input", kind="motion", by="program")  # noqa: E731
    desk.events.clear()
    for _ in range(20):
        other.move(1, 0)
    eventually(lambda: len(motions()) > 1, lambda: f"the others: {motions()}")
    expect_equal("the first report", motions()[0]["count"], 1)
    other.stop()


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
    # The overview shows previews of windows elsewhere than where they are listed, and so where they would be painted over.
    helper("Overview", "b", True)
    eventually(lambda: scene.hit() == 0, "the overview hides the windows")
    path = os.path.join(desk.folder, "picture")
    open(path, "wb").close()
    expect_equal("picture of the overview", desk.ask("capture", area=None, cursor=False, path=path).get("error", {}).get("code"), "failed")
    expect_equal("bytes of it", os.path.getsize(path), 0)
    helper("Overview", "b", False)
    eventually(lambda: scene.hit() != 0, "the overview is closed")
    expect_equal("pixel of the target again", pixel(scene.x, scene.y), (0x40, 0x80, 0xC0))
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
    desk.expect_silence_for_another_program()
    connect()


def test_another_interlockd():
    """`interlockctl desk install` names the interlockd: then another program of that name is refused."""
    named = os.path.expanduser("~/.local/share/gnome-shell/extensions/interlock@interlock-desk/interlockd")
    desk.close()
    with open(named, "w", encoding="utf-8") as file:
        file.write("/usr/bin/interlockd\n")
    connection = desk.accept_any()
    expect_equal("what it says", connection.recv(10), b"")
    with open(named, "w", encoding="utf-8") as file:
        file.write(os.readlink("/proc/self/exe") + "\n")
    connect()
    os.unlink(named)


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
    """The extension is switched off between posting and delivery: nothing is delivered. The line ends, and comes back; then keys that ibus gives
    back are known again."""
    scene = Scene("--text-input", thief=None)
    before = settled(scene.target, "press")
    helper("AfterPress", "st", "disable", 0)
    steps = [{"motion": {"x": scene.x, "y": scene.y}}, {"button": {"button": "left", "press": True}}]
    expect_equal("reply", desk.end(desk.begin("act", expect={"window": scene.target_window["id"], "pid": 0}, steps=steps)), None)
    helper("AfterPress", "st", "", 0)
    extensions("EnableExtension")
    connect()
    eventually(lambda: scene.click() == {"done": 3}, "clicks again")
    # Events are delivered in order: a press that was only late would have come before this click's.
    expect_equal("presses", settled(scene.target, "press"), before + 1)
    desk.events.clear()
    scene.with_keys()
    for _ in range(20):
        eventually(lambda: desk.key("a", scene.target_window) == {"done": 2}, "a key")
    settled(scene.target, "key")
    expect_equal("own keys that were called another's", desk.happened(event="input"), [])
    scene.close()


def test_layout_is_learned_while_the_shell_is_busy():
    """Its keys come back from ibus all at once then."""
    scene = Scene("--text-input", thief=None)
    for _ in range(3):  # the field may not have ibus yet when the first begins
        scene.with_keys()
        extensions("DisableExtension")
        helper("Busy", "u", 100)
        extensions("EnableExtension")
        connect()
        helper("Busy", "u", 0)
        scene.with_keys()
        desk.events.clear()
        expect_equal("letters without a key", [letter for letter in string.ascii_letters if scene.key(letter) != {"done": 2}], [])
        expect_equal("own keys that were called another's", desk.happened(event="input"), [])
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


def test_late_at_delivery():
    """The event was posted in time, and mutter hung until its time was over: it is held back. What it pressed before is released."""
    scene = Scene(thief=None)
    helper("AfterPress", "st", "hang", 300)
    before = settled(scene.target, "press")
    steps = [{"motion": {"x": scene.x, "y": scene.y}}] + [{"button": {"button": "left", "press": press}} for press in (True, False)]
    desk.call("act", expect=scene.expect(), steps=steps[:1])

    def late():  # on a busy machine it may be too late already when the shell reads it
        until = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000 + 200_000
        return desk.ask("act", expect=scene.expect(), steps=steps[1:], until=until).get("result")
    reply = eventually(late, "an act that is posted in time")
    helper("AfterPress", "st", "", 0)
    expect_equal("reply", (reply["done"], reply.get("refused", {}).get("code")), (0, "deadline"))
    expect_equal("presses", settled(scene.target, "press"), before)
    expect_equal("a click after it", eventually(lambda: scene.click() == {"done": 3}, "a click after it"), True)
    scene.close()


def connect():
    hello = desk.accept()
    expect_equal("self-test", hello["self_test"], "passed")
    return hello


def reset():
    """After a failure, for the next test."""
    for method, signature, values in (("Busy", "u", (0,)), ("AfterPress", "st", ("", 0)), ("Swap", "ttu", (0, 0, 0)), ("Dialog", "b", (False,)),
                                      ("Overview", "b", (False,))):
        try:
            helper(method, signature, *values)
            desk.call("shut", on=False)
        except Exception:  # pylint: disable=broad-except
            return


def main():
    desk.listen()
    if settings.unguarded:
        hello = desk.accept()
        expect_equal("features of the copy without the check", "atomic" in hello["features"], True)
        return arena.expect_lost_races(**{name: globals()[name] for name in settings.tests or ("test_raised_between", "test_keys")})
    expect_equal("name", connect()["name"], "gnome-shell")
    shared = {name: lambda test=getattr(races, name): test(arena) for name in ("test_click", "test_mapper", "test_menu", "test_list", "test_typing", "test_late", "test_clipboard")}
    own = {name: test for name, test in globals().items() if name.startswith("test_")}
    return arena.run({**shared, **own, "test_overlay": lambda: races.test_overlay(arena, offered=False),
                      "test_mixed": lambda: races.test_mixed(arena, RemoteDesktop()),
                      "test_drag": lambda: races.test_drag(arena, RemoteDesktop())}, reset)


main()
