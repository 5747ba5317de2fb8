"""A person's input method in real text fields, and interlock's text beside it."""
import importlib.util
import json
import os
import socket
import sys
import tempfile
import unittest

from desk import Desk, eventually
from person import HERE, Person, viewer_command
from test_offers import DANGEROUS
from test_toolkits import GTK4, QT6
from wayland_wire import Wayland

KEY_A = 30


class Method:
    """The other end of input_method.py."""

    def __init__(self, path):
        self.connection = socket.socket(socket.AF_UNIX)
        eventually(lambda: os.path.exists(path) and self.connection.connect_ex(path) == 0, "the input method")
        self.file = self.connection.makefile("rwb")

    def do(self, *command):
        self.file.write(json.dumps(command).encode() + b"\n")
        self.file.flush()
        return json.loads(self.file.readline())

    def end(self):
        self.file.close()
        self.connection.close()


class InputMethods(unittest.TestCase):
    def setUp(self):
        folder = tempfile.mkdtemp()
        self.desk = Desk("--viewer", viewer_command(folder + "/viewer"), "--input-method",
                         f"{sys.executable} {HERE}/input_method.py {folder}/method")
        self.addCleanup(self.desk.end)
        self.person = Person(folder + "/viewer")
        self.addCleanup(self.person.end)
        self.method = Method(folder + "/method")
        self.addCleanup(self.method.end)

    def check(self, program, **environment):
        desk, method = self.desk, self.method
        field = desk.start([sys.executable, "-c", program], **environment)
        window = desk.window(lambda w: w["pid"] == field.pid)
        expect = desk.expect(window)

        def text():
            lines = field.lines("TEXT")
            return bytes.fromhex(lines[-1][1] if len(lines[-1]) > 1 else "").decode() if lines else ""

        def is_active():
            told = method.do("look")["told"]
            return "activate" in told and told[-1] == "done"
        eventually(is_active, "the field, which has the keyboard, in the input method")
        desk.call("desk")
        desk.events.clear()
        eventually(lambda: method.do("compose", "にほ")["counts"], "what it composes")
        eventually(lambda: method.do("enter", "日本")["counts"], "what it enters")
        eventually(lambda: text() == "日本", lambda: "what it has entered: %r" % text())
        self.assertTrue([each for each in desk.events_of("input") if each["kind"] == "key" and each["by"] == "person"])
        # While it has the person's keys, those of interlock go past it.
        method.do("take_keys")
        self.person.do("key", KEY_A, True)
        self.person.do("key", KEY_A, False)
        eventually(lambda: method.do("look")["keys"] == [[KEY_A, 1], [KEY_A, 0]], "the person's key at the input method")
        self.assertEqual(desk.type("x é 漢", expect), (5, None))
        eventually(lambda: text() == "日本x é 漢", lambda: "the text of interlock: %r" % text())
        self.assertEqual(method.do("look")["keys"], [[KEY_A, 1], [KEY_A, 0]])
        method.do("pass_on", KEY_A)
        eventually(lambda: text() == "日本x é 漢a", "a key that it passed on")
        self.assertEqual(method.do("look")["keys"], [[KEY_A, 1], [KEY_A, 0]])
        method.do("let_keys")
        self.person.do("key", KEY_A, True)
        self.person.do("key", KEY_A, False)
        eventually(lambda: text() == "日本x é 漢aa", "the person's key in the field")

    def test_gtk4(self):
        if not importlib.util.find_spec("gi"):
            self.skipTest("python3-gi is not installed")
        self.check(GTK4, GTK_IM_MODULE="wayland")

    def test_qt6(self):
        if not importlib.util.find_spec("PyQt6"):
            self.skipTest("python3-pyqt6 is not installed")
        self.check(QT6)

    def test_what_it_is_offered(self):
        client = Wayland.to(os.path.join(self.desk.folder, self.desk.display))
        self.addCleanup(client.socket.close)
        offered = set(client.globals)
        self.assertIn("zwp_text_input_manager_v3", offered)
        self.assertEqual([name for name in offered if any(word in name for word in DANGEROUS)], [])
        self.assertEqual(set(self.method.do("look")["globals"]) - offered, {"zwp_input_method_manager_v2", "zwp_virtual_keyboard_manager_v1"})
        self.assertNotIn("zwp_input_method_manager_v2", self.person.globals)


if __name__ == "__main__":
    unittest.main()
