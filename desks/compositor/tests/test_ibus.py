"""Keys with ibus: GTK 3 gives each key of its fields to ibus-daemon first, and types it when it comes back, if it has the focus then. Each key
reaches the window that was judged, or none."""
import os
import shutil
import subprocess
import unittest

from desk import Desk, eventually

KEYS = int(os.environ.get("INTERLOCK_KEYS", "2000"))
FIELD = '''
import sys, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title=sys.argv[1], default_width=400, default_height=200)
field = Gtk.TextView()
field.get_buffer().connect("changed", lambda buffer: print("TEXT", buffer.get_char_count(), flush=True))
window.add(field)
window.show_all()
Gtk.main()
'''


def has_ibus():
    return shutil.which("ibus-daemon") and not subprocess.call(
        ["sh", "-c", "ls /usr/lib/*/gtk-3.0/*/immodules/im-ibus.so /usr/lib*/gtk-3.0/*/immodules/im-ibus.so 2>/dev/null | grep -q ."])


@unittest.skipUnless(has_ibus() and shutil.which("dbus-daemon"), "ibus with its part for GTK 3 is not installed")
class Ibus(unittest.TestCase):
    def setUp(self):
        self.desk = Desk()
        self.addCleanup(self.desk.end)
        self.bus = self.desk.start(["dbus-daemon", "--session", "--nofork", "--print-address"])
        address = eventually(lambda: self.bus.lines("unix:"), "the session bus")[0][0]
        self.environment = {"DBUS_SESSION_BUS_ADDRESS": address, "HOME": self.desk.folder, "XDG_CONFIG_HOME": self.desk.folder + "/config",
                            "XDG_CACHE_HOME": self.desk.folder + "/cache", "GTK_IM_MODULE": "ibus", "GDK_BACKEND": "wayland"}
        self.daemon = self.desk.start(["ibus-daemon", "--panel", "disable", "--config", "disable"], **self.environment)
        eventually(lambda: os.path.isdir(self.desk.folder + "/config/ibus/bus") and os.listdir(self.desk.folder + "/config/ibus/bus"), "ibus")

    def field(self, title):
        program = self.desk.start(["python3", "-c", FIELD, title], **self.environment)
        return program, self.desk.window(lambda w: w["pid"] == program.pid)

    @staticmethod
    def characters(program):
        return int((program.lines("TEXT") or [["", 0]])[-1][1])

    def activate(self, window):
        self.desk.call("window", window=window["id"], do="activate")

    def press(self, window):
        """Whether the key was sent."""
        return self.desk.key("a", self.desk.expect(window))["done"] == 2

    def read(self, program):
        """Waits until the program, which has the focus, has typed a key; not one of those that are counted."""
        before = self.characters(program)
        eventually(lambda: self.press(self.desk.window(lambda w: w["pid"] == program.pid)) and self.characters(program) > before, "a key")

    def test_keys_follow_no_focus(self):
        target, window = self.field("target")
        thief, other = self.field("thief")
        self.activate(window)
        for program in (target, thief):
            with open("/proc/%d/maps" % program.pid) as maps:
                self.assertIn("im-ibus.so", maps.read())
        sent = refused = 0
        for at in range(KEYS):
            self.activate(window if at % 2 else other)
            if self.press(window):
                sent += 1
            else:
                refused += 1
            if at % 20 == 1:  # a program that is sent more than it reads is disconnected
                self.read(target)
        self.assertEqual((sent, refused), (KEYS // 2, KEYS // 2))
        self.activate(other)
        self.assertTrue(self.press(other))  # the last one of all
        eventually(lambda: self.characters(thief), "the last key")
        astray = self.characters(thief) - 1
        self.assertEqual(astray, 0)
        print("with ibus, the focus is switched before each key: %d keys, %d sent, %d refused, %d astray" % (KEYS, sent, refused, astray))


if __name__ == "__main__":
    unittest.main()
