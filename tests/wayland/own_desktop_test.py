"""`interlockctl desktop` in a Wayland session, which interlock-desk plays: by Xwayland in a window, and by interlock-desk for
programs of Wayland, unseen and in a window. Judged by the application on it.

    own_desktop_test.py BUILD-FOLDER [TEST ...]     as a program of interlock-desk: tests/wayland/run-own-desktop"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "clients" / "python")]
import interlock  # noqa: E402
from daemon_world import CONFINED_AGENT, eventually  # noqa: E402
from mixed_text import mixed  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()


class OwnDesktop(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="interlock-own."))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        # The person's settings; the policy is theirs.
        self.environment = {**os.environ, "HOME": str(self.folder), "GSK_RENDERER": "cairo", "LC_ALL": "C.UTF-8"}
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
            self.environment.pop(name, None)
        config = self.folder / ".config" / "interlock"
        config.mkdir(parents=True)
        (config / "policy.yaml").write_text("version: 1\ndaemon:\n  observation_deadline_ms: 5000\n")

    def ctl(self, *words):
        return subprocess.run([BUILD / "cli/interlockctl", *words], env=self.environment, capture_output=True, text=True)

    def start(self, name, *options):
        """A desktop of this name; it is ended with the test. Returns its process and what it said."""
        said = self.folder / f"{name}.said"
        with open(said, "w") as out:
            process = subprocess.Popen([BUILD / "cli/interlockctl", "--json", "desktop", "--name", name, *options], env=self.environment,
                                       stdout=out, stderr=subprocess.STDOUT)

        def end():
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.wait()
        self.addCleanup(end)
        return process, said

    def facts(self, process, said):
        """Where it is, as it says when it has started."""
        text = eventually(lambda: said.read_text() if "\n" in said.read_text() or process.poll() is not None else "",
                          lambda: f"the desktop: {said.read_text()}")
        self.assertIsNone(process.poll(), text)
        return json.loads(text.splitlines()[0])["desktop"]

    def check(self, name, *options):
        """An application is on it, and an agent presses its button and types a text of many alphabets, which is exact."""
        log = self.folder / f"{name}.events"
        line = f"exec {sys.executable} {HERE}/application.py gtk3 >{log} 2>&1"
        process, said = self.start(name, *options, "--start", line)
        facts = self.facts(process, said)
        with interlock.connect("test", facts["agent_socket"]) as client, client.open_session("test") as session:
            def click(name):
                def listed():
                    try:
                        seen = session.observe(window="all").elements()
                    except interlock.NotAvailable:  # a busy machine
                        return None
                    return next((each.ref for each in seen if each.name == name and each.ref), None)
                return session.act(interlock.on(eventually(listed, name)).click(), check=False).executed

            def pressed():
                click("Show it")
                return "pressed Show it" in log.read_text()
            eventually(pressed, lambda: f"the button's own report: {log.read_text()}")
            eventually(lambda: click("note"), "a click on the field")
            text = mixed(500)
            result = session.act(interlock.type_text(text), intent="write a note", check=False)
            self.assertTrue(result.executed, result.raw)
            typed = lambda: [line for line in log.read_text().splitlines() if line.startswith("text ")][-1:]  # noqa: E731
            eventually(lambda: typed() == ["text " + text], lambda: f"the text: {typed()}, wanted {text}")
        status = json.loads(self.ctl("--desktop", name, "--json", "status").stdout)
        self.assertTrue(status["display"]["ok"], status)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), 128 + signal.SIGTERM)
        return facts, status

    def test_a_window_of_xwayland(self):
        facts, status = self.check("window", "--view", "window")
        self.assertEqual((facts["view"], facts["display"][0]), ("window", ":"))
        self.assertFalse(status["display"]["desk"])

    def test_a_desktop_of_wayland_that_nobody_sees(self):
        facts, status = self.check("unseen", "--wayland", "--view", "none")
        self.assertEqual((facts["view"], facts["display"]), ("none", "wayland-0"))
        self.assertTrue(status["display"]["desk"])
        self.assertEqual(status["display"]["advisory"], "")

    def test_a_desktop_of_wayland_in_a_window(self):
        facts, status = self.check("nested", "--wayland")
        self.assertEqual((facts["view"], facts["display"]), ("window", "wayland-0"))
        self.assertEqual(status["display"]["advisory"], "")

    def test_the_agent_is_confined(self):
        runtime = pathlib.Path(os.environ["XDG_RUNTIME_DIR"]) / "interlock-desktops" / "confined"
        hidden = [runtime / name for name in ("wayland-0", "bus", "interlock/desk.sock", "interlock/control.sock")]
        process, said = self.start("confined", "--wayland", "--view", "none", "--", sys.executable, "-c", CONFINED_AGENT, *map(str, hidden))
        self.assertEqual(process.wait(), 7, said.read_text())

    def test_a_vnc_view_is_refused(self):
        done = self.ctl("desktop", "--wayland", "--vnc")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("use --view window", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
