"""What interlockd does to windows, what a person does to their frames, and what they look like."""
import os
import re
import socket
import subprocess
import tempfile
import unittest

from desk import DESK, Desk, eventually
from person import Person, viewer_command


class Windows(unittest.TestCase):
    def desk(self, *options, **environment):
        desk = Desk(*options, **environment)
        self.addCleanup(desk.end)
        return desk

    def again(self, desk, window):
        return next((w for w in desk.call("list")["windows"] if w["id"] == window["id"]), None)

    def becomes(self, desk, window, what, **facts):
        eventually(lambda: all(self.again(desk, window)[name] == value for name, value in facts.items()), what)

    def do(self, desk, window, what, **arguments):
        self.assertEqual(desk.call("window", window=window["id"], do=what, **arguments)["done"], 1)

    def test_changes(self):
        desk = self.desk()
        target, window = desk.client("target")
        full = {"x": 0, "y": 0, "width": 1280, "height": 900}
        self.do(desk, window, "maximize")
        self.becomes(desk, window, "maximised", maximized=True, frame=full)
        self.do(desk, window, "unmaximize")
        self.becomes(desk, window, "as before", maximized=False, frame=window["frame"])
        self.do(desk, window, "fullscreen")
        self.becomes(desk, window, "full screen", fullscreen=True, frame=full)
        self.do(desk, window, "unfullscreen")
        self.becomes(desk, window, "as before", fullscreen=False, frame=window["frame"])
        self.do(desk, window, "move", x=300, y=200)
        self.do(desk, window, "resize", width=500, height=300)
        self.becomes(desk, window, "moved", frame={"x": 300, "y": 200, "width": 500, "height": 300})
        self.assertEqual(desk.colour(799, 499), 0x4080C0)
        self.do(desk, window, "minimize")
        self.assertTrue(self.again(desk, window)["minimized"])
        self.assertEqual(desk.call("at", x=400, y=300)["kind"], "background")
        self.assertIsNone(desk.call("focus")["window"])
        self.do(desk, window, "activate")
        self.assertFalse(self.again(desk, window)["minimized"])
        self.assertEqual(desk.call("focus")["window"]["id"], window["id"])
        self.do(desk, window, "close")
        eventually(lambda: target.process.poll() is not None, "its end")
        eventually(lambda: desk.call("list")["windows"] == [], "no window")  # its connection may be noticed later

    def test_a_window_in_the_background_takes_nothing(self):
        desk = self.desk()
        one, first = desk.client("one", "--toggle", "20000", "20000", "--recreate")
        two, second = desk.client("two")
        eventually(lambda: one.lines("SHOWN"), "its windows")
        for _ in range(200):
            self.assertEqual(desk.call("focus")["window"]["id"], second["id"])

    def test_a_frame(self):
        path = tempfile.mkdtemp() + "/viewer"
        desk = self.desk("--viewer", viewer_command(path))
        viewer = Person(path)
        self.addCleanup(viewer.end)
        target, window = desk.client("target", "--frame")
        frame, client = window["frame"], window["client"]
        self.assertEqual((client["x"] - frame["x"], client["y"] - frame["y"]), (4, 30))
        title = frame["x"] + 100, frame["y"] + 15
        self.assertEqual(desk.call("at", x=title[0], y=title[1])["kind"], "shell")
        self.assertEqual(desk.click(*title, desk.expect(window))["refused"]["code"], "window_changed")

        def drag(x, y, to_x, to_y):
            viewer.do("move", x, y, 1280, 900)
            viewer.do("button", True)
            viewer.do("move", to_x, to_y, 1280, 900)
            viewer.do("button", False)
        drag(*title, title[0] + 50, title[1] + 60)
        moved = {**frame, "x": frame["x"] + 50, "y": frame["y"] + 60}
        self.becomes(desk, window, "moved by its title", frame=moved)
        drag(moved["x"] + 1, moved["y"] + 200, moved["x"] - 39, moved["y"] + 200)  # the left edge
        wider = {**moved, "x": moved["x"] - 40, "width": moved["width"] + 40}
        self.becomes(desk, window, "wider to the left", frame=wider)
        viewer.click(wider["x"] + wider["width"] - 4 - 48 + 9, wider["y"] + 17)
        self.becomes(desk, window, "maximised by its button", maximized=True,
                     frame={"x": 0, "y": 0, "width": 1280, "height": 900})
        viewer.click(1280 - 24 + 9, 13)
        eventually(lambda: target.process.poll() is not None, "its end by its button")
        self.assertEqual(target.lines("PRESS"), [])

    def test_scale(self):
        desk = self.desk("--scale", "1.5", "--size", "1200x900")
        target, window = desk.client("target", "--size", "200", "100")
        client = window["client"]
        self.assertEqual((client["width"], client["height"]), (300, 150))
        for at, (x, y) in enumerate(((0, 0), (299, 149), (150, 75)), 1):
            place = client["x"] + x, client["y"] + y
            self.assertEqual(desk.click(*place, desk.expect(window))["done"], 3)
            press = eventually(lambda: target.lines("PRESS")[at - 1:], "the press")[0]
            self.assertEqual([float(press[3]) // 1, float(press[4]) // 1], [x * 2 // 3, y * 2 // 3])
        self.assertEqual(desk.colour(client["x"] + 150, client["y"] + 75), 0x4080C0)
        self.assertEqual(desk.call("at", x=client["x"] + 300, y=client["y"])["kind"], "background")

    def test_the_pointer_is_in_the_picture_if_asked_for(self):
        desk = self.desk()
        _, window = desk.client("target")
        desk.click(200, 200, desk.expect(window))
        without = desk.pixels()
        self.assertEqual(without, desk.pixels())
        self.assertNotEqual(without, desk.pixels(cursor=True))

    def test_nested(self):
        outer = self.desk()
        inner = self.desk("--nested", "--size", "800x600", WAYLAND_DISPLAY=os.path.join(outer.folder, outer.display),
                          WLR_RENDERER="pixman")
        self.assertEqual(inner.hello["self_test"], "passed")
        shown = outer.window(lambda w: w["pid"] == inner.process.pid)
        self.assertEqual(shown["title"], "interlock-desk")
        target, window = inner.client("target", "--size", "200", "100")
        self.assertEqual(inner.click(window["client"]["x"] + 5, window["client"]["y"] + 5, inner.expect(window))["done"], 3)
        eventually(lambda: len(target.lines("RELEASE")) == 1, "the click inside")
        x, y = shown["client"]["x"] + window["client"]["x"], shown["client"]["y"] + window["client"]["y"]
        eventually(lambda: outer.colour(x + 50, y + 50) == 0x4080C0, "the picture outside")
        # The pointer comes in, and then moves, as a person's does.
        outer.call("act", expect=outer.expect(shown), steps=[{"motion": {"x": x + 10, "y": y + 10}}])
        self.assertEqual(outer.click(x + 20, y + 30, outer.expect(shown))["done"], 3)
        press = eventually(lambda: target.lines("PRESS")[1:], "a person's click through the window around it")[0]
        self.assertEqual((float(press[3]), float(press[4])), (20, 30))
        self.assertEqual(outer.key("b", outer.expect(shown))["done"], 2)
        eventually(lambda: target.lines("KEY"), "a person's key")
        self.assertEqual({e["by"] for e in inner.events_of("input")}, {"person"})

    def test_titles_come_by_a_descriptor(self):
        outer = self.desk()
        ours, its = socket.socketpair()
        number = its.fileno()
        self.addCleanup(ours.close)
        inner = self.desk("--nested", "--size", "800x600", "--title", "first", "--titles", str(number), pass_fds=[number],
                          WAYLAND_DISPLAY=os.path.join(outer.folder, outer.display), WLR_RENDERER="pixman")
        its.close()
        shown = outer.window(lambda w: w["pid"] == inner.process.pid)
        self.assertEqual(shown["title"], "first")
        ours.sendall("zweiter\ndritter: ä".encode())
        self.becomes(outer, shown, "the title of the whole line", title="zweiter")
        ours.sendall(b"\n")
        self.becomes(outer, shown, "the next one", title="dritter: ä")
        with open(f"/proc/{inner.process.pid}/fdinfo/{number}") as file:
            flags = int(re.search(r"flags:\s*(\d+)", file.read())[1], 8)
        self.assertTrue(flags & os.O_CLOEXEC, "its programs inherit the descriptor")
        ours.close()  # the program that sends titles has ended: the last title stays
        self.assertEqual(inner.call("list")["windows"], [])
        self.assertEqual(self.again(outer, shown)["title"], "dritter: ä")

    def test_a_command_ends_it(self):
        folder = tempfile.mkdtemp()
        os.chmod(folder, 0o700)
        done = subprocess.run([DESK, "--", "sh", "-c", 'test -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" && test -z "$DISPLAY" && exit 7'],
                              env={**os.environ, "XDG_RUNTIME_DIR": folder}, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertTrue(re.match(r"WAYLAND_DISPLAY=wayland-\d+$", done.stdout.strip()))


if __name__ == "__main__":
    unittest.main()
