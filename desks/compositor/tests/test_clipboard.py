"""The clipboard's text is read whole or not at all."""
import importlib.util
import os
import signal
import unittest

from desk import Desk, eventually

# A key puts a text on the clipboard, the longer ones do not fit into a pipe; or a picture; or a text into the primary selection.
OWNER = '''
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk
TEXTS = {"s": "Grüße", "l": "äb" * 40000, "x": "äb" * 100000}
def pressed(keys, value, *_):
    if value == Gdk.KEY_p:
        picture = Gdk.ContentProvider.new_for_bytes("image/png", GLib.Bytes.new(b"picture"))
        keys.get_widget().get_clipboard().set_content(picture)
        print("OWNS picture", flush=True)
    if value == Gdk.KEY_m:
        keys.get_widget().get_primary_clipboard().set("marked äß")
        print("OWNS primary", flush=True)
    text = TEXTS.get(Gdk.keyval_name(value))
    if text:
        keys.get_widget().get_clipboard().set(text)
        print("OWNS", len(text), flush=True)
def open_window(app):
    window = Gtk.ApplicationWindow(application=app, title="owner")
    keys = Gtk.EventControllerKey()
    keys.connect("key-pressed", pressed)
    window.add_controller(keys)
    window.present()
app = Gtk.Application(application_id="test.owner")
app.connect("activate", open_window)
app.run()
'''

FIELD = '''
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk
def open_window(app):
    window = Gtk.ApplicationWindow(application=app, title="field", default_width=400, default_height=200)
    view = Gtk.TextView()
    view.get_buffer().connect("changed", lambda buffer: print("TEXT", buffer.props.text, flush=True))
    window.set_child(view)
    window.present()
app = Gtk.Application(application_id="test.field")
app.connect("activate", open_window)
app.run()
'''


@unittest.skipUnless(importlib.util.find_spec("gi"), "python3-gi is not installed")
class Clipboard(unittest.TestCase):
    def setUp(self):
        self.desk = Desk()
        self.addCleanup(self.desk.end)
        self.owner = self.desk.start(["python3", "-c", OWNER])
        self.window = self.desk.window(lambda w: w["pid"] == self.owner.pid)
        self.assertEqual(self.read(), {"text": None})

    def read(self, primary=False):
        return self.said(self.desk.call_raw("clipboard", primary=primary))

    @staticmethod
    def said(reply):
        return reply["result"] if "result" in reply else reply["error"]["code"]

    def put(self, key):
        count = len(self.owner.lines("OWNS"))
        eventually(lambda: self.desk.key(key, self.desk.expect(self.window))["done"] == 2, "the key")
        eventually(lambda: len(self.owner.lines("OWNS")) > count, "the owner's text")

    def test_is_whole(self):
        for key, text in (("s", "Grüße"), ("l", "äb" * 40000)):
            self.put(key)
            eventually(lambda text=text: self.read() == {"text": text}, "the text")

    def test_the_primary_selection_is_pasted_by_the_middle_button_and_is_another_than_the_clipboard(self):
        self.put("s")
        self.put("m")
        eventually(lambda: self.read(primary=True) == {"text": "marked äß"}, "the selected text")
        self.assertEqual(self.read(), {"text": "Grüße"})
        field = self.desk.start(["python3", "-c", FIELD])
        window = self.desk.window(lambda w: w["pid"] == field.pid)
        place = window["client"]["x"] + window["client"]["width"] // 2, window["client"]["y"] + window["client"]["height"] - 40

        def pasted():
            if not field.lines("TEXT"):  # GTK may not have drawn it before
                self.desk.click(*place, self.desk.expect(window), button="middle")
            return field.lines("TEXT")
        self.assertEqual(eventually(pasted, "the text in the field")[0], ["TEXT", "marked", "äß"])

    def test_too_long_is_no_text(self):
        self.put("x")
        eventually(lambda: self.read() == "too_large", "the refusal")

    def test_an_owner_that_does_not_answer_gives_no_text(self):
        self.put("l")
        eventually(lambda: self.read() == {"text": "äb" * 40000}, "the text")
        os.kill(self.owner.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.owner.pid, signal.SIGCONT)
        self.assertEqual(self.read(), "timeout")

    def test_an_owner_without_text_is_told_from_no_owner(self):
        self.put("p")
        eventually(lambda: self.read() == "unsupported", "the refusal")

    def test_reads_are_answered_in_order(self):
        self.put("s")
        eventually(lambda: self.read() == {"text": "Grüße"}, "the text")
        os.kill(self.owner.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.owner.pid, signal.SIGCONT)
        numbers = [self.desk.send("clipboard", primary=False) for _ in range(2)]
        replies = [self.desk.reply() for _ in numbers]
        self.assertEqual([(each["id"], self.said(each)) for each in replies], [(number, "timeout") for number in numbers])
        os.kill(self.owner.pid, signal.SIGCONT)
        eventually(lambda: self.read() == {"text": "Grüße"}, "the text again")

    def test_a_read_ends_with_its_connection(self):
        """What the owner sends later is not the answer to a read of the next connection."""
        self.put("l")
        eventually(lambda: self.read() == {"text": "äb" * 40000}, "the text")
        os.kill(self.owner.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.owner.pid, signal.SIGCONT)
        self.desk.send("clipboard", primary=False)
        self.desk.reconnect()
        number = self.desk.send("clipboard", primary=False)
        os.kill(self.owner.pid, signal.SIGCONT)
        reply = self.desk.reply()
        self.assertEqual(reply["id"], number)
        self.assertIn(self.said(reply), ({"text": "äb" * 40000}, "timeout"))  # the owner may be slow
        eventually(lambda: self.read() == {"text": "äb" * 40000}, "the text again")


if __name__ == "__main__":
    unittest.main()
