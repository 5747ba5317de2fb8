"""`interlockctl desktop` in a Wayland session, which interlock-desk plays: by Xwayland in a window, and by interlock-desk for
programs of Wayland, unseen and in a window. Judged by the application on it.

    own_desktop_test.py BUILD-FOLDER [TEST ...]     as a program of interlock-desk: tests/wayland/run-own-desktop

INTERLOCK_OWN: how many clicks of interlock are made before and among those of another program (default: 200 each)."""
import functools
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "clients" / "python")]
import interlock  # noqa: E402
from daemon_world import CONFINED_AGENT, eventually  # noqa: E402
from mixed_text import mixed  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
OWN = int(os.environ.get("INTERLOCK_OWN", "200"))
FOREIGN = 100
POLICY = """version: 1
loop_threshold: 0
guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0}
daemon: {observation_deadline_ms: 5000}
"""


@functools.cache
def persons_desk():
    """The desk around this program; this program plays its interlockd (docs/desk-protocol.md)."""
    return PersonsDesk()


class PersonsDesk:
    def __init__(self):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.environ["PERSONS_DESK"])
        listener.listen(1)
        self.wire = listener.accept()[0]
        listener.close()
        self.file = self.wire.makefile("rb")
        self.file.readline()
        self.wire.sendall(b'{"desk":1,"name":"interlockd","version":"0"}\n')
        self.last = 0

    def call(self, call):
        self.last += 1
        self.wire.sendall(json.dumps({"id": self.last, "call": call}).encode() + b"\n")
        while True:
            message = json.loads(self.file.readline())
            if message.get("id") == self.last:
                return message["result"]


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
        (config / "policy.yaml").write_text(POLICY)

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

    def check(self, name, *options, toolkit="gtk3"):
        """An application is on it, and an agent presses its button and types a text of many alphabets, which is exact."""
        log = self.folder / f"{name}.events"
        line = f"exec {sys.executable} {HERE}/application.py {toolkit} >{log} 2>&1"
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

    def test_a_window_of_xwayland_with_qt6(self):
        if not importlib.util.find_spec("PyQt6"):
            self.skipTest("python3-pyqt6 is not installed")
        self.check("qt", "--view", "window", toolkit="qt6")

    def test_presses_of_others_are_reported_on_xwayland(self):
        """Another program of that desktop injects by XTEST: each press is reported, and none of interlock's own is."""
        log = self.folder / "others.events"
        process, said = self.start("others", "--view", "window", "--start", f"exec {sys.executable} {HERE}/application.py gtk3 >{log} 2>&1")
        facts = self.facts(process, said)
        human = lambda: json.loads(self.ctl("--desktop", "others", "--json", "status").stdout)["human"]  # noqa: E731
        eventually(lambda: human()["ok"], lambda: f"the watch over devices: {human()}")
        time.sleep(1.2)  # it counts events from one second after its start
        pressed = lambda: log.read_text().splitlines().count("pressed Show it")  # noqa: E731
        with interlock.connect("test", facts["agent_socket"]) as client, client.open_session("test") as session:
            def place():
                try:
                    seen = session.observe(window="all").elements()
                except interlock.NotAvailable:  # a busy machine
                    return None
                return next((each.extents for each in seen if each.name == "Show it" and each.ref), None)
            at = eventually(place, "the button")
            act = interlock.click(at.x + at.width // 2, at.y + at.height // 2)
            eventually(lambda: session.act(act, check=False).executed, "a click on the button")
            done = 1

            def click():
                nonlocal done
                done += session.act(act, check=False).executed
            for _ in range(OWN):
                click()
            alone = human()["foreign_input"]
            other = self.other_program("others")
            while other.poll() is None:
                click()
            for _ in range(OWN):
                click()
            self.assertEqual(other.returncode, 0)
        self.assertGreaterEqual(done, 2 * OWN)
        eventually(lambda: pressed() == done, lambda: f"the button's own report: {pressed()} of {done}")
        self.assertEqual(alone, {"keys": 0, "buttons": 0, "motions": 0})
        reported = {"keys": FOREIGN, "buttons": FOREIGN, "motions": 0}
        eventually(lambda: human()["foreign_input"] == reported, lambda: f"the presses of the other program: {human()['foreign_input']}")
        audited = lambda: self.audited("others", "foreign_input")  # noqa: E731
        eventually(lambda: audited() == reported, lambda: f"the same in the audit log: {audited()}")
        print(f"\nopenbox, own clicks and keys of another program: {done} clicks, none called another's; "
              f"{FOREIGN} presses and {FOREIGN} keys, all reported", flush=True)

    def other_program(self, name):
        """It presses a button and a key in turns, which mean nothing to any application."""
        runtime = pathlib.Path(os.environ["XDG_RUNTIME_DIR"]) / "interlock-desktops" / name
        variables = dict(line.split("=", 1) for line in (runtime / "environment").read_text().splitlines())
        return subprocess.Popen([sys.executable, HERE / "xtest_presses.py", str(FOREIGN)], env={**self.environment, **variables})

    def audited(self, name, kind):
        """The sum of what the audit log's notes of this kind count."""
        sums = {}
        for file in (self.folder / ".local/state/interlock/desktops" / name).rglob("*.jsonl"):
            for record in map(json.loads, file.read_text().splitlines()):
                if record.get("what") == kind:
                    for what in ("keys", "buttons", "motions"):
                        sums[what] = sums.get(what, 0) + record[what]
        return sums

    def test_a_desktop_of_wayland_that_nobody_sees(self):
        facts, status = self.check("unseen", "--wayland", "--view", "none")
        self.assertEqual((facts["view"], facts["display"]), ("none", "wayland-0"))
        self.assertTrue(status["display"]["desk"])
        self.assertEqual(status["display"]["advisory"], "")

    def test_a_desktop_of_wayland_in_a_window(self):
        facts, status = self.check("nested", "--wayland")
        self.assertEqual((facts["view"], facts["display"]), ("window", "wayland-0"))
        self.assertEqual(status["display"]["advisory"], "")

    def test_its_title_says_that_agents_are_paused(self):
        process, said = self.start("titled", "--wayland", "--view", "window")
        self.facts(process, said)
        titles = lambda: [each["title"] for each in persons_desk().call("list")["windows"]]  # noqa: E731
        eventually(lambda: titles() == ["titled: an agent's desktop"], lambda: f"its title: {titles()}")
        self.assertEqual(self.ctl("--desktop", "titled", "pause").returncode, 0)
        eventually(lambda: titles() == ["titled: an agent's desktop (paused)"], lambda: f"its title while agents are paused: {titles()}")
        self.assertEqual(self.ctl("--desktop", "titled", "resume").returncode, 0)
        eventually(lambda: titles() == ["titled: an agent's desktop"], lambda: f"its title again: {titles()}")

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
