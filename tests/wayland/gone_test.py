"""The desk goes away while an agent types: what it had is whole, nothing is done afterwards, and `status` says so.

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
TEXT = "".join(f"{number} and " for number in range(1200))  # some hundred pieces


class Gone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World(BUILD, DESK)
        cls.addClassCleanup(cls.world.end)
        cls.world.start([sys.executable, HERE / "application.py", "gtk3"], "app")

    def setUp(self):
        client = self.enterContext(interlock.connect("test", str(self.world.run / "agent.sock")))
        self.session = self.enterContext(client.open_session("test"))

    def note(self):
        try:
            return next((each for each in self.session.observe(window="all").elements() if each.name == "note" and each.ref), None)
        except interlock.InterlockError:
            return None

    def text(self):
        """What the field holds, as its program says."""
        lines = [line for line in self.world.log("app").splitlines() if line.startswith("text ")]
        return lines[-1][len("text "):] if lines else ""

    def act(self, action):
        """Whether it was carried out."""
        try:
            return self.session.act(action, intent="write a note", check=False).executed
        except interlock.InterlockError:
            return False

    def interrupted(self, interrupt):
        """Types, and interrupts that once some of it has arrived. Whether the rest was still to come."""
        note = eventually(self.note, lambda: f"the field: {self.world.log('app')}")
        eventually(lambda: self.act(interlock.on(note.ref).click()), "a click on it")
        self.assertTrue(self.act(interlock.key("ctrl+a Delete")))
        eventually(lambda: not self.text(), "an empty field")
        done = []
        typing = threading.Thread(target=lambda: done.append(self.act(interlock.type_text(TEXT))))
        typing.start()
        eventually(self.text, "the text's begin")
        interrupt()
        typing.join()
        return not done[0]

    def expect_nothing(self):
        """No desk, says `status`, and no act is carried out. What has arrived is the text's begin."""
        eventually(lambda: self.world.status() and not self.world.display()["ok"], lambda: f"the report: {self.world.display()}")
        self.assertTrue(self.world.display()["message"])
        self.assertFalse(self.act(interlock.type_text("more")))
        self.assertFalse(self.act(interlock.click(200, 200)))
        self.assertTrue(TEXT.startswith(self.text()), self.text())

    def test_its_part_of_interlock_is_switched_off(self):
        switch = getattr(self.world.desk, "switch", None)
        if not switch:
            self.skipTest("that part cannot be switched off here")

        def off():
            if self.interrupted(lambda: switch(False)):
                return True
            switch(True)  # all was typed before
            eventually(lambda: self.world.display().get("ok"), "the desk again")
        eventually(off, "an act that was interrupted")
        self.expect_nothing()
        switch(True)
        eventually(lambda: self.world.display().get("ok"), "the desk again")
        note = eventually(self.note, "the field again")
        eventually(lambda: self.act(interlock.on(note.ref).click()), "a click again")
        before = self.text()
        self.assertTrue(self.act(interlock.type_text("!")))
        eventually(lambda: len(self.text()) == len(before) + 1, "one character more")

    def test_zz_it_ends(self):
        """The last one: the session ends with it."""
        in_mid_act = self.interrupted(self.world.desk.kill)
        print(f"interrupted {'in mid-act' if in_mid_act else 'after the act'}: {len(self.text())} of {len(TEXT)} characters", flush=True)
        self.expect_nothing()


if __name__ == "__main__":
    unittest.main(verbosity=2)
