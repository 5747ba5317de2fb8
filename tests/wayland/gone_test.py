"""The desk goes away, or the screen is locked, while an agent types: what it had is whole, nothing is done afterwards, `status` says so, and all goes
on when the desk is there again.

    gone_test.py BUILD-FOLDER DESK [TEST ...]     by tests/wayland/run-daemon, which makes the session"""
import pathlib
import sys
import threading
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "clients" / "python")]
import interlock  # noqa: E402
from daemon_world import World, eventually  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
DESK = sys.argv.pop(1)
TEXT = "".join(f"{number} and " for number in range(6000))  # some thousand pieces: KWin enters hundreds of them in a tenth of a second


class Typing(unittest.TestCase):
    """An application that an agent types into."""

    @classmethod
    def setUpClass(cls):
        cls.world = World(BUILD, DESK)
        cls.addClassCleanup(cls.world.end)
        cls.open()

    @classmethod
    def open(cls):
        """The application."""
        cls.application = cls.world.start([sys.executable, HERE / "typed_field.py"], "app")

    def setUp(self):
        client = self.enterContext(interlock.connect("test", str(self.world.run / "agent.sock")))
        self.session = self.enterContext(client.open_session("test"))
        self.before = 0  # how much of what the program has printed is not of this test

    def note(self):
        try:
            return next((each for each in self.session.observe(window="all").elements() if each.name == "note" and each.ref), None)
        except interlock.InterlockError:
            return None

    def text(self):
        """What has been entered since `interrupted` began, as the program says."""
        lines = self.world.log("app")[self.before:].rpartition("\n")[0].splitlines()
        return "".join(line[len("text "):] for line in lines if line.startswith("text "))

    def act(self, action):
        """Whether it was carried out."""
        try:
            return self.session.act(action, intent="write a note", check=False).executed
        except interlock.InterlockError:
            return False

    def interrupted(self, interrupt):
        """Types, and interrupts that once some of it has arrived. Whether the rest was still to come."""
        self.enter()
        self.before = len(self.world.log("app"))
        done = []
        typing = threading.Thread(target=lambda: done.append(self.act(interlock.type_text(TEXT))))
        typing.start()
        eventually(self.text, "the text's begin")
        interrupt()
        typing.join()
        return not done[0]

    def interrupt(self, interrupt, undo=lambda: None):
        """The same, again and again until the rest was still to come. `undo` is called before the next time."""
        def once():
            if self.interrupted(interrupt):
                return True
            eventually(lambda: self.text() == TEXT, "all of the text")  # its program may be late
            undo()
        eventually(once, "an act that was interrupted")

    def enter(self):
        """The field has the keyboard."""
        note = eventually(self.note, lambda: f"the field: {self.world.log('app')}")
        eventually(lambda: self.act(interlock.on(note.ref).click()), "a click on it")

    def expect_all_again(self):
        """The desk is there again, and one character goes where it should; what was left of the text does not."""
        eventually(lambda: self.world.display().get("ok"), lambda: f"the desk again: {self.world.display()}")
        eventually(lambda: self.world.status().get("state") == "running", lambda: f"the end of a pause: {self.world.status()}")
        self.assertEqual(self.world.display()["advisory"], "")
        self.enter()
        self.assertTrue(self.act(interlock.type_text("!")))
        # What was entered before comes before it.
        eventually(lambda: self.text().endswith("!"), lambda: f"one character more: {self.text()}")
        self.assertTrue(TEXT.startswith(self.text()[:-1]), self.text())
        eventually(self.picture, "a picture again")

    def picture(self):
        try:
            return self.session.screenshot().png
        except interlock.NotAvailable:
            return None

    def start_again(self):
        self.world.stop(self.application)  # it may still read what the desk had sent it
        self.world.desk.again(self.world)
        eventually(lambda: self.world.display().get("ok"), lambda: f"the desk again: {self.world.display()}")
        self.open()
        self.before = 0

    def expect_nothing(self):
        """No desk, says `status`, and no act is carried out. What has arrived is the text's begin."""
        eventually(lambda: self.world.status() and not self.world.display()["ok"], lambda: f"the report: {self.world.display()}")
        self.assertTrue(self.world.display()["message"])
        self.assertFalse(self.act(interlock.type_text("more")))
        self.assertFalse(self.act(interlock.click(200, 200)))
        self.assertTrue(TEXT.startswith(self.text()), self.text())


class Gone(Typing):
    def test_its_part_of_interlock_is_switched_off(self):
        switch = getattr(self.world.desk, "switch", None)
        if not switch:
            self.skipTest("that part cannot be switched off here")

        def on():
            switch(True)
            eventually(lambda: self.world.display().get("ok"), "the desk again")
        self.interrupt(lambda: switch(False), on)
        self.expect_nothing()
        switch(True)
        self.expect_all_again()

    def test_its_part_of_interlock_is_switched_off_and_on(self):
        """The windows are the same then, and the act does not go on in them."""
        switch = getattr(self.world.desk, "switch", None)
        if not switch:
            self.skipTest("that part cannot be switched off here")

        def off_and_on():
            switch(False)
            switch(True)
        self.interrupt(off_and_on)
        self.expect_all_again()

    def test_the_screen_is_locked(self):
        desk = self.world.desk
        if not hasattr(desk, "lock"):
            self.skipTest("this desk has no lock screen")

        def unlock():
            if not desk.lock(False):  # only a person unlocks this one
                desk.kill()
                self.start_again()
            eventually(lambda: self.world.status().get("state") == "running", lambda: f"the end of the pause: {self.world.status()}")

        self.interrupt(lambda: desk.lock(True), unlock)
        eventually(lambda: self.world.status()["state"] == "paused", "the pause")
        self.assertTrue(self.world.status()["human"]["screen"]["locked"])
        self.assertFalse(self.act(interlock.type_text("more")))
        self.assertFalse(self.act(interlock.click(200, 200)))
        self.assertTrue(TEXT.startswith(self.text()), self.text())
        unlock()
        self.expect_all_again()


class Ends(Typing):
    def test_it_ends_and_is_started_again(self):
        in_mid_act = self.interrupted(self.world.desk.kill)
        print(f"interrupted {'in mid-act' if in_mid_act else 'after the act'}: {len(self.text())} of {len(TEXT)} characters", flush=True)
        self.expect_nothing()
        self.start_again()
        self.expect_all_again()
        self.assertEqual(self.text(), "!")


if __name__ == "__main__":
    unittest.main(verbosity=2)
