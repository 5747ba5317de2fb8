"""The whole path on a desk: the real interlockd, applications of three toolkits, and what they print.

    daemon_test.py BUILD-FOLDER DESK [TEST ...]     by tests/wayland/run-daemon, which makes the session"""
import io
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time
import unittest

from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "clients" / "python")]
import interlock  # noqa: E402
from daemon_world import CONFINED_AGENT, HEIGHT, WIDTH, World, eventually  # noqa: E402
from mixed_text import mixed, of_the_keyboard  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
DESK = sys.argv.pop(1)
MASK = (0x80, 0x80, 0x80)
ESCAPE, SHIFT, SUPER = 1, 1 << 0, 1 << 6  # a key of the kernel's, and modifiers of XKB's
TEXT = "Grüße, 漢字 and €"


def colours(shot, place):
    """The colours of the inner part of a place on the screen, as the picture shows it."""
    picture = Image.open(io.BytesIO(shot.png)).convert("RGB")
    inner = (place.x + 2, place.y + 2, place.x + place.width - 2, place.y + place.height - 2)
    return {colour for _, colour in picture.crop(inner).getcolors(WIDTH * HEIGHT)}


class OnTheDesk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World(BUILD, DESK)
        cls.addClassCleanup(cls.world.end)

    def setUp(self):
        self.application = None
        self.desk = self.world.desk

    def tearDown(self):
        if self.application:
            self.world.stop(self.application)
            eventually(lambda: not self.seen_anything(), "the application's window is gone")

    def seen_anything(self):
        with interlock.connect("look", str(self.world.run / "agent.sock")) as client, client.open_session("look") as session:
            try:
                return session.observe(window="all").windows
            except interlock.NotAvailable:
                return self.world.status()["state"] != "paused"  # the screen stays locked

    def open(self, toolkit):
        if toolkit == "qt6":
            try:
                __import__("PyQt6.QtWidgets")
            except ImportError:
                self.skipTest("python3-pyqt6 is not installed")
        self.application = self.world.start([sys.executable, HERE / "application.py", toolkit], "app")
        client = self.enterContext(interlock.connect("test", str(self.world.run / "agent.sock")))
        self.session = self.enterContext(client.open_session("test"))
        eventually(self.elements, lambda: f"the tree of the {toolkit} window: {self.world.log('app')}")

    def elements(self):
        """The window's elements by their names, as observed now; None until all of them are there."""
        try:
            seen = self.session.observe(window="all")
        except interlock.InterlockError:
            return None
        found = {element.name: element for element in seen.elements() if element.name}
        return found if {"Show it", "Delete everything", "note", "password"} <= found.keys() else None

    def element(self, name):
        return eventually(self.elements, "the window's elements")[name]

    def act(self, name, check=True):
        """A click on an element by its ref. On a busy machine an application may answer late."""
        def click(check):
            return self.session.act(interlock.on(self.element(name).ref).click(), intent=f"press {name}", check=check)
        for _ in range(20):
            result = click(check=False)
            if "did not answer in time" not in result.reason:
                break
            time.sleep(0.2)
        return click(check) if check and not result.executed else result

    def asked(self, name):
        """Asks for a click that needs a person's yes. Returns the question, and a function that waits for the answer."""
        results = []
        asking = threading.Thread(target=lambda: results.append(self.act(name, check=False)))
        asking.start()
        question = eventually(lambda: self.world.questions() or results, "the question")
        self.assertEqual(results, [])

        def answer():
            asking.join()
            return results[0]
        return question[0], answer

    def printed(self, words):
        return [line for line in self.world.log("app").splitlines() if line.startswith(words)]

    def check_toolkit(self, toolkit):
        self.open(toolkit)
        self.act("Show it")
        eventually(lambda: self.printed("pressed Show it"), "the button's own report")
        self.assertEqual(len(self.printed("pressed")), 1)
        if toolkit == "gtk4":
            # GTK 4.18 names no element in the middle of an entry: unknown, and so not clicked.
            with self.assertRaises(interlock.Blocked):
                self.act("note")
            self.session.act(interlock.key("Tab Tab"), intent="go to the note")
        else:
            self.act("note")
        text = TEXT
        if toolkit == "qt6" and not self.desk.qt6_takes_any_text:
            with self.assertRaises(interlock.Refused) as refused:
                self.session.act(interlock.type_text(text))
            self.assertEqual(refused.exception.result.refusal.code, "unknown_key")
            self.assertEqual(self.printed("text"), [])
            text = "Plain text; 100 %"
        self.session.act(interlock.type_text(text), intent="write a note")
        eventually(lambda: self.printed("text " + text), lambda: "the text: %r" % self.printed("text"))
        self.check_picture()

    def check_picture(self):
        note, password = self.element("note").extents, self.element("password").extents
        shot = self.session.screenshot()
        self.assertEqual((shot.width, shot.height), (WIDTH, HEIGHT))
        self.assertEqual(colours(shot, password), {MASK})
        self.assertGreater(len(colours(shot, note)), 1)

    def test_gtk3(self):
        self.check_toolkit("gtk3")

    def test_gtk4(self):
        self.check_toolkit("gtk4")

    def test_qt6(self):
        self.check_toolkit("qt6")

    def test_a_preview_of_a_window_shows_no_secret(self):
        """Pictures are offered only where KWin paints without OpenGL, and there a preview, as in its switcher, stays empty."""
        if DESK != "kwin":
            self.skipTest("other desks have tests of their own: test_capture of gnome_test.py")
        self.check_toolkit("gtk3")
        from foreign_input import GLib, session_bus

        def call(path, interface, method, signature="()", *values):
            return session_bus.call_sync("org.kde.KWin", path, interface, method, GLib.Variant(signature, values), None, 0, 30000).unpack()
        number, = call("/Scripting", "org.kde.kwin.Scripting", "loadDeclarativeScript", "(ss)", str(HERE / "kwin-preview.qml"), "preview")
        self.addCleanup(call, "/Scripting", "org.kde.kwin.Scripting", "unloadScript", "(s)", "preview")
        call(f"/Scripting/Script{number}", "org.kde.kwin.Script", "run")

        def is_shown():
            picture = Image.open(io.BytesIO(self.session.screenshot().png)).convert("RGB")
            return any(colour == (0xff, 0xff, 0) for _, colour in picture.getcolors(WIDTH * HEIGHT))
        eventually(is_shown, "the window with the preview")
        self.check_hidden()

    def open_drawn(self, which):
        """A program with a window that is in no tree (two_windows.py). Returns that window, the smallest."""
        try:
            __import__("PyQt6.QtWidgets")
        except ImportError:
            self.skipTest("python3-pyqt6 is not installed")
        self.application = self.world.start([sys.executable, HERE / "two_windows.py", which], "app")
        client = self.enterContext(interlock.connect("test", str(self.world.run / "agent.sock")))
        self.session = self.enterContext(client.open_session("test"))
        count = 2 if which == "both" else 1

        def windows():
            seen = self.session.observe(window="all")
            return seen.windows if len(seen.windows) == count else None
        return min(eventually(windows, lambda: f"its windows: {self.world.log('app')}"), key=lambda window: window.rect.width)

    def check_hidden(self):
        """Nothing of what the windows without a tree draw is in a picture."""
        picture = Image.open(io.BytesIO(self.session.screenshot().png)).convert("RGB")
        self.assertEqual([count for count, colour in picture.getcolors(WIDTH * HEIGHT) if colour == (0xff, 0, 0xff)], [], "pixels of the drawn window")

    def test_a_window_without_a_tree_is_not_judged_by_the_tree_of_another_one(self):
        window = self.open_drawn("both").rect
        self.check_hidden()
        for x in range(window.x + 20, window.x + window.width, 40):
            for y in range(window.y + 20, window.y + window.height, 40):
                result = self.session.act(interlock.click(x, y), dry_run=True, check=False)
                self.assertNotIsInstance(result.element, interlock.Element, (window, x, y))
        self.assertFalse(self.session.act(interlock.click(window.x + window.width // 2, window.y + window.height // 2), check=False).executed)

    def test_a_window_of_a_program_that_has_published_nothing_is_painted_over(self):
        window = self.open_drawn("alone").rect
        self.check_hidden()
        self.assertFalse(self.session.act(interlock.click(window.x + window.width // 2, window.y + window.height // 2), check=False).executed)

    def check_500_characters(self, toolkit, text=mixed(500)):
        """Exact, whatever they are."""
        self.open(toolkit)
        if toolkit == "gtk4":  # as in check_toolkit
            self.session.act(interlock.key("Tab Tab"), intent="go to the note")
        else:
            self.act("note")
        result = self.session.act(interlock.type_text(text), intent="write a note", check=False)
        self.assertTrue(result.executed, result.raw)
        eventually(lambda: self.printed("text ")[-1:] == ["text " + text], lambda: "the text: %r, wanted %r" % (self.printed("text ")[-1:], text))

    def test_500_mixed_characters_gtk3(self):
        self.check_500_characters("gtk3")

    def test_500_mixed_characters_gtk4(self):
        self.check_500_characters("gtk4")

    def test_500_mixed_characters_qt6(self):
        """Where Qt 6 has no text input it gets keys: all of a text that the keyboard layout has, and of another one not even the first character."""
        if self.desk.qt6_takes_any_text:
            return self.check_500_characters("qt6")
        self.check_500_characters("qt6", of_the_keyboard(500))
        before = self.printed("text ")
        with self.assertRaises(interlock.Refused) as refused:
            self.session.act(interlock.type_text(mixed(500)), intent="write a note")
        self.assertEqual(refused.exception.result.refusal.code, "unknown_key")
        self.act("Show it")  # later than a character would have come
        eventually(lambda: self.printed("pressed Show it"), "the button's own report")
        self.assertEqual(self.printed("text "), before)

    def approve(self, question):
        """As a person: by a press on the prompt where the desk can be pressed by one, else by the command."""
        if not self.desk.has_person:
            # A busy machine may be asked again: which programs own windows must be known.
            eventually(lambda: "error" not in str(self.world.ctl("approve", question["id"])), "an answer that counts")
            return

        # "Approve" is the second button from the right, at the prompt's lower end. Above and below the prompt lies the background.
        def press(person):
            for y in range(20, HEIGHT, 24):
                person.click(WIDTH // 2 + 79, y)
                self.world.status()  # interlockd has read what the desk told it before the next answer
                if not self.world.questions():
                    return True
            return False
        with self.desk.hands() as person:
            eventually(lambda: press(person), "the answer")

    def clear_the_middle(self):
        """Moves the window to the left, so that what a person presses while the prompt comes or goes is nothing."""
        window = self.session.observe(window="all").windows[0]
        self.assertTrue(self.session.act(interlock.on_window(window.id).move(0, 40), intent="make room", check=False).executed)

        def is_left():
            rect = self.session.observe(window="all").windows[0].rect
            return rect.x + rect.width < WIDTH // 2
        eventually(is_left, "the window at its new place")

    def test_a_question_is_approved(self):
        self.open("gtk3")
        self.clear_the_middle()
        question, answer = self.asked("Delete everything")
        self.assertEqual(self.printed("pressed"), [])
        self.approve(question)
        result = answer()
        self.assertEqual((result.outcome, result.executed), ("approved", True), result.raw)
        eventually(lambda: self.printed("pressed Delete everything"), "the button's own report")

    def test_a_question_is_denied(self):
        self.open("gtk3")
        question, answer = self.asked("Delete everything")
        self.world.ctl("deny", question["id"], "not", "today")
        result = answer()
        self.assertEqual((result.outcome, result.executed, result.word), ("denied", False, "not today"), result.raw)
        self.act("Show it")  # later than the other press would have come
        eventually(lambda: self.printed("pressed Show it"), "the button's own report")
        self.assertEqual(self.printed("pressed Delete"), [])

    def test_nothing_is_done_during_a_pause_or_after_a_halt(self):
        self.open("gtk3")
        ref = self.element("Show it").ref
        press = interlock.on(ref).click()
        self.world.ctl("pause")
        self.assertFalse(self.session.act(press, check=False).executed)
        with self.assertRaises(interlock.InterlockError):
            self.session.screenshot()
        self.world.ctl("resume")
        eventually(lambda: self.world.status().get("state") == "running", "the end of the pause")
        self.assertEqual(self.printed("pressed"), [])
        self.act("Show it")
        eventually(lambda: self.printed("pressed Show it"), "the button's own report")
        self.world.ctl("halt")
        with self.assertRaises(interlock.Halted):
            self.session.act(press)
        self.assertEqual(len(self.printed("pressed")), 1)

    def run_client(self, command, text=""):
        """A program of an agent, which finds interlockd by itself. What it printed."""
        done = subprocess.run([str(each) for each in command], env=self.world.environment, input=text, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done)
        return done.stdout

    def test_the_drop_in_xdotool(self):
        xdotool = BUILD / "clients/xdotool/xdotool"
        self.open("gtk3")
        button, note = self.element("Show it").extents, self.element("note").extents
        at = [button.x + button.width // 2, button.y + button.height // 2]
        self.run_client([xdotool, "mousemove", *at, "click", "1"])
        eventually(lambda: self.printed("pressed Show it"), "the button's own report")
        self.assertIn("x:%d y:%d" % tuple(at), self.run_client([xdotool, "getmouselocation"]))
        self.run_client([xdotool, "mousemove", note.x + note.width // 2, note.y + note.height // 2, "click", "1"])
        self.run_client([xdotool, "type", TEXT])
        eventually(lambda: self.printed("text " + TEXT), lambda: "the text: %r" % self.printed("text"))
        self.assertEqual(len(self.printed("pressed")), 1)

    def test_the_mcp_server(self):
        """An agent of an MCP host: it looks, and clicks by the ref that it saw."""
        self.open("gtk3")
        server = subprocess.Popen([BUILD / "clients/mcp/interlock-mcp"], env=self.world.environment, text=True, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)
        self.addCleanup(server.communicate)

        def call(number, method, params):
            server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
            server.stdin.flush()
            while True:
                message = json.loads(server.stdout.readline())
                if message.get("id") == number:
                    return message["result"]
        call(1, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
        seen = call(2, "tools/call", {"name": "observe", "arguments": {"window": "all"}})
        line = next(each for each in seen["content"][0]["text"].splitlines() if "Show it" in each)
        ref = re.search(r"\be\d+\b", line)
        self.assertTrue(ref, line)
        done = call(3, "tools/call", {"name": "click", "arguments": {"ref": ref[0]}})
        self.assertFalse(done.get("isError", False), done)
        eventually(lambda: self.printed("pressed Show it"), "the button's own report")

    def test_a_person_takes_over(self):
        """What the person uses is the person's: an agent waits, and is refused while the person goes on."""
        if not self.desk.has_person:
            self.skipTest("without real devices nothing is a person's input there")
        person = self.enterContext(self.desk.hands())
        self.open("gtk3")
        press = interlock.on(self.element("Show it").ref).click()  # looked for before, so that the act comes right after the first motion
        over = threading.Event()

        def move():
            for x in itertools.cycle(range(20, 400, 40)):
                person.move(x, HEIGHT - 20)
                if over.wait(0.1):
                    return
        person.move(0, HEIGHT - 20)
        self.world.status()  # interlockd has read what the desk told it before the next answer
        hand = threading.Thread(target=move)
        hand.start()
        try:
            result = self.session.act(press, intent="show it", check=False)
        finally:
            over.set()
            hand.join()
        self.assertEqual((result.executed, result.rule, result.code), (False, "human", "takeover"), result.raw)
        self.assertEqual(self.printed("pressed"), [])
        eventually(lambda: self.act("Show it", check=False).executed, "an act after the person has gone")

    def test_zx_the_panic_key(self):
        """Late: it ends all sessions. Shift+Super+Escape, as a person presses it, or a program, which counts as well."""
        self.open("gtk3")
        press = interlock.on(self.element("Show it").ref).click()
        with self.desk.hands() as hands:
            hands.chord(ESCAPE, SHIFT | SUPER)
        with self.assertRaises(interlock.Halted):
            eventually(lambda: not self.session.act(press).executed, "the end of the session")
        before = len(self.printed("pressed"))
        with self.assertRaises(interlock.Halted):
            self.session.act(press)
        self.assertEqual(len(self.printed("pressed")), before)
        eventually(lambda: self.world.ctl("resume") and self.world.status()["state"] != "paused", "the end of the pause")

    def test_input_of_another_program_is_reported(self):
        if not hasattr(self.desk, "injector"):
            self.skipTest("no other program can inject here")
        foreign = lambda: sum(self.world.status()["human"]["foreign_input"].values())  # noqa: E731
        before = foreign()
        other = self.desk.injector()
        self.addCleanup(other.stop)
        other.key(42, True)  # Shift, which does nothing by itself
        other.key(42, False)
        eventually(lambda: foreign() > before, "the report")

    def test_the_status_names_the_desk(self):
        display = self.world.display()
        self.assertTrue(display["ok"] and display["desk"], display)
        self.assertEqual(display["advisory"], "")
        self.assertIn(self.desk.name, display["message"].lower())
        status = self.world.status()
        self.assertTrue(status["human"]["ok"], status)

    def test_doctor_names_who_else_can_inject(self):
        lines = [line for line in self.world.ctl("doctor")["lines"] if line["check"] == "other input"]
        service = {"gnome-shell": "org.gnome.Mutter.RemoteDesktop", "kwin": "org.kde.KWin.EIS.RemoteDesktop"}.get(self.desk.name)
        named = [line for line in lines if service and service in line["seen"]]
        self.assertEqual(len(named), 1 if service else 0, lines)
        for line in named:
            self.assertEqual((line["state"], "held back" in line["seen"]), ("note", True), line)

    def test_a_confined_agent_is_enforced_and_finds_no_other_way(self):
        if not shutil.which("bwrap"):
            self.skipTest("bubblewrap is not installed")
        runtime = self.world.runtime
        hidden = [runtime / self.world.environment["WAYLAND_DISPLAY"], runtime / "bus", self.world.run / "desk.sock",
                  self.world.run / "control.sock"]
        run = self.world.start([BUILD / "cli/interlockctl", "--socket", self.world.run / "control.sock", "run", "--", sys.executable,
                                "-c", CONFINED_AGENT, *hidden], "run")
        self.assertEqual(run.wait(), 7, self.world.log("run"))
        self.world.processes.remove(run)

    def test_zy_nothing_is_done_while_the_screen_is_locked(self):
        """Late: KWin stays locked."""
        if not hasattr(self.desk, "lock"):
            self.skipTest("this desk has no lock screen")
        self.open("gtk3")
        press = interlock.on(self.element("Show it").ref).click()
        self.desk.lock(True)
        eventually(lambda: self.world.status()["state"] == "paused", "the pause")
        self.assertTrue(self.world.status()["human"]["screen"]["locked"])
        self.assertFalse(self.session.act(press, check=False).executed)
        self.assertIn('"by":"display"', self.audit())
        if not self.desk.lock(False):
            return
        eventually(lambda: self.world.status()["state"] == "running", "the end of the pause")
        self.assertEqual(self.printed("pressed"), [])
        self.act("Show it")
        eventually(lambda: self.printed("pressed Show it"), "the button's own report")

    def audit(self):
        return (self.world.folder / "audit" / "audit.jsonl").read_text()

    def test_zz_the_audit_log_is_whole(self):
        """After all others: it has what they did, and verifies."""
        self.assertGreater(self.audit().count("\n"), 1)
        self.assertEqual(self.world.ctl("audit", "verify", "--dir", str(self.world.folder / "audit")).get("ok"), True)


if __name__ == "__main__":
    unittest.main(verbosity=2)
