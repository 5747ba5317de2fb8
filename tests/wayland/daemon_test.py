"""The whole path on interlock-desk: the real interlockd, applications of three toolkits, and what they print.

    daemon_test.py BUILD-FOLDER       on a session bus of its own: tests/wayland/run-daemon"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "clients" / "python"))
import interlock  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
WIDTH, HEIGHT = 1280, 900


def eventually(condition, what, patience=90):
    """The condition's value as soon as it is true. It is patient: a busy machine is no failure."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError("never came: " + what)
        time.sleep(0.02)


class World:
    """A runtime folder with interlockd, interlock-desk and a person's pointer."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="interlock-wayland."))
        os.chmod(self.folder, 0o700)
        self.run = self.folder / "interlock"
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": str(self.folder), "HOME": str(self.folder),
                            "GSK_RENDERER": "cairo", "QT_QPA_PLATFORM": "wayland", "GDK_BACKEND": "wayland",
                            "QT_ACCESSIBILITY": "1", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "LC_ALL": "C.UTF-8"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            self.environment.pop(name, None)
        self.processes = []
        policy = self.folder / "policy.yaml"
        policy.write_text("version: 1\ndaemon:\n  prompt: window\n"
                          f"  desk_programs: [{BUILD}/desks/compositor/interlock-desk]\n")
        self.fifo = self.folder / "person"
        os.mkfifo(self.fifo)
        self.daemon = self.start([BUILD / "daemon/interlockd", "--display", "wayland", "--socket-dir", self.run,
                                  "--audit-dir", self.folder / "audit", "--policy", policy], "daemon")
        eventually(lambda: (self.run / "desk.sock").exists() or self.daemon.poll(), "the desk's socket")
        assert self.daemon.poll() is None, self.log("daemon")
        viewer = f"python3 {HERE}/pointer.py {self.fifo} {WIDTH} {HEIGHT}"
        self.start([BUILD / "desks/compositor/interlock-desk", "--size", f"{WIDTH}x{HEIGHT}", "--socket", "wayland-t",
                    "--desk-socket", self.run / "desk.sock", "--viewer", viewer], "desk")
        eventually((self.folder / "wayland-t").exists, "the Wayland socket")
        self.environment["WAYLAND_DISPLAY"] = "wayland-t"
        eventually(lambda: self.display().get("ok"), "the desk in interlockd: " + self.log("daemon"))

    def start(self, command, name):
        out = open(self.folder / (name + ".out"), "w")
        process = subprocess.Popen([str(each) for each in command], env=self.environment, stdout=out,
                                   stderr=subprocess.STDOUT)
        out.close()
        self.processes.append(process)
        return process

    def log(self, name):
        path = self.folder / (name + ".out")
        return path.read_text() if path.exists() else ""

    def press(self, x, y):
        """A person's click."""
        with open(self.fifo, "w") as fifo:
            fifo.write(f"{x} {y}\n")

    def ctl(self, *arguments):
        done = subprocess.run([str(BUILD / "cli/interlockctl"), "--socket", str(self.run / "control.sock"), "--json",
                               *arguments], env=self.environment, capture_output=True, text=True)
        return json.loads(done.stdout) if done.stdout.startswith(("{", "[")) else {}

    def display(self):
        return self.ctl("status").get("display", {})

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        if os.environ.get("KEEP"):
            print("kept:", self.folder)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


class OnTheDesk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World()
        cls.addClassCleanup(cls.world.end)

    def setUp(self):
        self.application = None

    def tearDown(self):
        if self.application:
            self.application.terminate()
            self.application.wait()
        if os.environ.get("VERBOSE"):
            print(self.world.log("daemon")[-3000:], self.world.log("desk")[-2000:], self.world.log("app"))

    def open(self, toolkit):
        self.application = self.world.start([sys.executable, HERE / "application.py", toolkit], "app")
        client = self.enterContext(interlock.connect("test", str(self.world.run / "agent.sock")))
        session = self.enterContext(client.open_session("test"))
        refs = eventually(lambda: self.tree(session), f"the tree of the {toolkit} window")
        return session, refs

    def tree(self, session):
        """The refs of the window's elements by their names; None until all of them are there."""
        try:
            seen = session.observe(window="all")
        except interlock.InterlockError:
            return None
        refs = {element.name: element.ref for window in seen.windows for element in window.elements if element.ref}
        return refs if {"Show it", "note"} <= refs.keys() else None

    def printed(self, words):
        return [line for line in self.world.log("app").splitlines() if line.startswith(words)]

    def check_toolkit(self, toolkit):
        session, refs = self.open(toolkit)
        session.act(interlock.on(refs["Show it"]).click(), intent="show it")
        eventually(lambda: self.printed("pressed Show it"), "the button's own report")
        self.assertEqual(len(self.printed("pressed")), 1)
        if toolkit == "gtk4":
            # GTK 4.18 names no element in the middle of an entry: unknown, and so not clicked.
            with self.assertRaises(interlock.Blocked):
                session.act(interlock.on(refs["note"]).click(), intent="write a note")
            session.act(interlock.key("Tab Tab"), intent="go to the note")
        else:
            session.act(interlock.on(refs["note"]).click(), intent="write a note")
        text = "Grüße, 漢字 and €"
        session.act(interlock.type_text(text), intent="write a note")
        eventually(lambda: self.printed("text " + text), "the text: %r" % self.printed("text"))
        shot = session.screenshot()
        self.assertEqual((shot.width, shot.height), (WIDTH, HEIGHT))
        self.assertGreater(len(shot.png), 1000)

    def test_gtk3(self):
        self.check_toolkit("gtk3")

    def test_gtk4(self):
        self.check_toolkit("gtk4")

    def test_qt6(self):
        try:
            __import__("PyQt6.QtWidgets")
        except ImportError:
            self.skipTest("python3-pyqt6 is not installed")
        self.check_toolkit("qt6")

    def test_a_question_is_answered_by_a_persons_press_above_all_windows(self):
        session, refs = self.open("gtk3")
        results = []
        asking = threading.Thread(target=lambda: results.append(
            session.act(interlock.on(refs["Delete everything"]).click(), intent="tidy up", check=False)))
        asking.start()
        eventually(lambda: self.world.ctl("pending").get("pending"), "the question")
        self.assertEqual(self.printed("pressed"), [])

        # "Approve" is the second button from the right, at the prompt's lower end; the background lies beside the prompt.
        def press():
            for y in range(20, HEIGHT, 24):
                self.world.press(WIDTH // 2 + 79, y)
                time.sleep(0.1)  # a press takes this long; those that wait would count as a person at work
                if not self.world.ctl("pending").get("pending"):
                    return True
            return False
        eventually(press, "the answer")
        asking.join()
        self.assertEqual((results[0].outcome, results[0].executed), ("approved", True), results[0].raw)
        eventually(lambda: self.printed("pressed Delete everything"), "the button's own report")

    def test_the_status_names_the_desk(self):
        display = self.world.display()
        self.assertTrue(display["ok"] and display["desk"], display)
        self.assertEqual(display["advisory"], "")
        self.assertIn("interlock-desk", display["message"])


if __name__ == "__main__":
    unittest.main()
