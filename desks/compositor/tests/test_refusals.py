"""What stands between a judged window and a click: other programs' menus and drags, a person's hand, a prompt."""
import os
import struct
import tempfile
import time
import unittest

from desk import Desk, eventually
from person import Person, viewer_command

TIMES = int(os.environ.get("INTERLOCK_TIMES", "100"))


class Refusals(unittest.TestCase):
    def desk(self, *options):
        desk = Desk(*options)
        self.addCleanup(desk.end)
        self.assertEqual(desk.hello["self_test"], "passed")
        return desk

    def desk_with_viewer(self):
        path = tempfile.mkdtemp() + "/viewer"
        desk = self.desk("--viewer", viewer_command(path))
        viewer = Person(path)
        self.addCleanup(viewer.end)
        return desk, viewer

    def refused(self, desk, x, y, expect, code, times=TIMES):
        for _ in range(times):
            done = desk.click(x, y, expect)
            self.assertEqual((done["done"], done["refused"]["code"]), (0, code), done)

    def beside(self, desk, window):
        """Moves it to the right half."""
        desk.call("window", window=window["id"], do="move", x=700, y=300)

    def agreed(self, source, before):
        """Waits for the yes of what the drag is over; how often there was one."""
        def count():
            return min(len(source.lines("DRAG accepted")), len(source.lines("DRAG copies")))
        return eventually(lambda: count() > before and count(), "the target's yes")

    def test_another_programs_menu(self):
        desk = self.desk()
        one, first = desk.client("one", "--size", "300", "200", "--popup")
        two, second = desk.client("two", "--size", "300", "200")
        self.beside(desk, second)
        x, y = first["client"]["x"] + 50, first["client"]["y"] + 50
        self.assertEqual(desk.click(x, y, desk.expect(first))["done"], 3)
        popup = eventually(lambda: desk.call("at", x=x + 20, y=y + 20).get("popup"), "the menu")
        self.refused(desk, 800, 400, desk.expect(second), "pointer_grabbed")
        self.assertEqual(two.lines("PRESS"), [])
        self.assertEqual(one.lines("MENU"), [["MENU", "open"]])
        listed = desk.call("list")["windows"]
        menu = next(each for each in listed if each["type"] == "menu")
        self.assertEqual((menu["frame"], menu["parent"], menu["pid"], menu["mapped"]), (popup, first["id"], first["pid"], True))
        self.assertEqual(listed.index(menu), [each["id"] for each in listed].index(first["id"]) + 1, "above its window")
        # Its own menu: only for who expects it.
        self.refused(desk, x + 20, y + 20, desk.expect(first), "window_changed", 3)
        self.assertEqual(desk.click(x + 20, y + 20, desk.expect(first, popup=popup))["done"], 3)
        eventually(lambda: len(one.lines("PRESS one-menu")) == 1, "the press in the menu")

    def test_what_comes_too_late(self):
        """A desk that hung must not deliver what interlockd has given up."""
        desk = self.desk()
        one, window = desk.client("one", "--size", "300", "200")
        x, y = window["client"]["x"] + 50, window["client"]["y"] + 50
        press = [{"motion": {"x": x, "y": y}}, {"button": {"button": "left", "press": True}}, {"button": {"button": "left", "press": False}}]
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        for call, arguments in (("act", {"expect": desk.expect(window), "steps": press}), ("commit_text", {"expect": desk.expect(window), "text": "a"}),
                                ("window", {"window": window["id"], "do": "close"})):
            self.assertEqual(desk.call_raw(call, until=now - 1, **arguments)["error"]["code"], "timeout")
        self.assertEqual(desk.call("act", expect=desk.expect(window), steps=press, until=now + 3_600_000_000)["done"], 3)
        eventually(lambda: one.lines("PRESS"), "the press in time")
        self.assertEqual(len(one.lines("PRESS")), 1)

    def test_another_program_in_interlockds_place(self):
        desk = Desk(daemon="/usr/bin/interlockd", connect=False)
        self.addCleanup(desk.end)
        connection, _ = desk.listener.accept()
        with connection:
            self.assertEqual(connection.recv(10), b"")

    def test_a_persons_drag_and_hand(self):
        desk, viewer = self.desk_with_viewer()
        one, first = desk.client("one", "--size", "300", "200", "--drag")
        two, second = desk.client("two", "--size", "300", "200")
        self.beside(desk, second)
        viewer.do("move", first["client"]["x"] + 50, first["client"]["y"] + 50, 1280, 900)
        viewer.do("button", True)
        agreed = self.agreed(one, 0)  # its own window, over which it begins
        self.refused(desk, 800, 400, desk.expect(second), "pointer_grabbed")
        self.assertEqual(two.lines("PRESS"), [])
        viewer.do("move", 800, 400, 1280, 900)
        self.agreed(one, agreed)
        viewer.do("button", False)
        eventually(lambda: two.lines("DROP"), "the drop")
        presses = [e for e in desk.events_of("input") if e["kind"] == "button"]
        self.assertEqual({e["by"] for e in presses}, {"person"})
        eventually(lambda: desk.click(800, 400, desk.expect(second))["done"] == 3, "a click after it")

    def test_an_own_drag_arrives(self):
        desk = self.desk()
        one, first = desk.client("one", "--size", "300", "200", "--drag")
        two, second = desk.client("two", "--size", "300", "200")
        self.beside(desk, second)
        x, y = first["client"]["x"] + 50, first["client"]["y"] + 50
        done = desk.call("act", expect=desk.expect(first), steps=[
            {"motion": {"x": x, "y": y}}, {"button": {"button": "left", "press": True}}])
        self.assertEqual(done["done"], 2)
        agreed = self.agreed(one, 0)  # its own window, over which it begins
        eventually(lambda: desk.call("act", expect=desk.expect(second), steps=[
            {"motion": {"x": 800, "y": 400}}])["done"] == 1, "the way of the drag")
        self.agreed(one, agreed)
        desk.call("act", expect=desk.expect(second), steps=[{"button": {"button": "left", "press": False}}])
        eventually(lambda: two.lines("DROP"), "the drop")

    def prompt(self, desk, number, colour, x, y, width, height):
        path = desk.folder + "/prompt"
        with open(path, "wb") as file:
            file.write(struct.pack("<I", colour) * (width * height))
        return {"prompt": number, "path": path, "width": width, "height": height, "x": x, "y": y}

    def test_a_prompt(self):
        desk, viewer = self.desk_with_viewer()
        target, window = desk.client("target")
        picture = self.prompt(desk, 5, 0xAABBCC, 150, 150, 200, 100)
        desk.call("prompt", show=picture)
        self.assertEqual(desk.call("at", x=200, y=200)["kind"], "shell")
        self.assertEqual(desk.colour(200, 200), 0xAABBCC)
        self.refused(desk, 200, 200, desk.expect(window), "window_changed")
        done = desk.key("a", desk.expect(window))
        self.assertEqual((done["done"], done["refused"]["code"]), (0, "focus_moved"))
        viewer.click(200, 200)
        viewer.do("key", 21, True)  # y
        viewer.do("key", 21, False)
        seen = eventually(lambda: [e for e in desk.events_of("prompt") if e["what"] == "key"], "the key")
        self.assertEqual((seen[0]["keysym"], seen[0]["text"], seen[0]["by"]), ("y", "y", "person"))
        press = [e for e in desk.events if e["event"] == "prompt"][0]
        self.assertEqual((press["prompt"], press["what"], press["x"], press["y"]), (5, "press", 50, 50))
        self.assertEqual((target.lines("PRESS"), target.lines("KEY")), ([], []))
        desk.call("prompt", hide=5)
        self.assertEqual(desk.click(200, 200, desk.expect(window))["done"], 3)

    def test_pixels(self):
        desk = self.desk()
        _, window = desk.client("target", "--colour", "0x123456")
        area = {"x": 195, "y": 195, "width": 10, "height": 10}
        path = desk.folder + "/pixels"
        for colour, delivered in ((0x123456, 3), (0x123457, 0)):
            with open(path, "wb") as file:
                file.write(struct.pack("<I", colour) * 100)
            done = desk.click(200, 200, desk.expect(window, pixels={"area": area, "path": path}))
            self.assertEqual(done["done"], delivered, done)
        self.assertEqual(done["refused"]["code"], "pixels_changed")

    def test_the_panic_chord_reaches_interlockd_alone(self):
        desk, viewer = self.desk_with_viewer()
        target, _ = desk.client("target")
        desk.call("panic", keysym="Escape", modifiers=["ctrl", "alt"])
        for press in (True, False):
            viewer.do("modifiers", 12 if press else 0)
            viewer.do("key", 1, press)
        self.assertEqual(desk.events_of("panic")[0]["by"], "person")
        self.assertEqual(target.lines("KEY"), [])

    def test_nothing_stays_held_when_the_line_is_lost(self):
        desk = self.desk()
        target, window = desk.client("target")
        desk.call("act", expect=desk.expect(window), steps=[
            {"motion": {"x": 200, "y": 200}}, {"button": {"button": "left", "press": True}}])
        eventually(lambda: target.lines("PRESS"), "the press")
        desk.file.close()
        desk.wire.close()
        eventually(lambda: target.lines("RELEASE"), "the release")
        desk.accept()
        self.assertEqual(desk.click(200, 200, desk.expect(window))["done"], 3)


if __name__ == "__main__":
    unittest.main()
