"""Text arrives exactly in real toolkits' fields."""
import importlib.util
import random
import unittest

from desk import Desk, eventually

GTK4 = '''
import gi, sys
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk
def open_window(app):
    window = Gtk.ApplicationWindow(application=app, title="field", default_width=600, default_height=300)
    view = Gtk.TextView()
    view.get_buffer().connect("changed", lambda b: print("TEXT", b.get_text(*b.get_bounds(), True).encode().hex(), flush=True))
    window.set_child(view)
    window.present()
    view.grab_focus()
app = Gtk.Application(application_id="test.field")
app.connect("activate", open_window)
app.run()
'''
QT6 = '''
from PyQt6.QtWidgets import QApplication, QPlainTextEdit
app = QApplication([])
view = QPlainTextEdit()
view.setWindowTitle("field")
view.resize(600, 300)
view.textChanged.connect(lambda: print("TEXT", view.toPlainText().encode().hex(), flush=True))
view.show()
app.exec()
'''
ALPHABETS = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", " \n",
             "äöüßéèêñçøåæÄÖÜÉ", "€£¥§°±²³µ«»", "αβγδεζηθλμπσφω", "абвгдежзиклмнопрст", "漢字仮名交文日本語", "한국어글자", "ⅧⅨ→↔∑√∞≠≤", "ﬁﬂ", "😀🎉🚀🐧",
             "\u0301\u0308", "אבגדה", "ابتثج", "हिन्दी"]


def mixed(count):
    chance = random.Random(1)
    return "".join(chance.choice(chance.choice(ALPHABETS)) for _ in range(count))


class Toolkits(unittest.TestCase):
    def typed(self, program, text):
        desk = Desk()
        self.addCleanup(desk.end)
        field = desk.start(["python3", "-c", program])
        window = desk.window(lambda w: w["pid"] == field.pid)
        client = window["client"]
        expect = desk.expect(window)
        middle = client["x"] + client["width"] // 2, client["y"] + client["height"] // 2
        eventually(lambda: desk.click(*middle, expect)["done"] == 3, "the click")

        def shown():
            lines = field.lines("TEXT")
            return bytes.fromhex(lines[-1][1] if len(lines[-1]) > 1 else "").decode() if lines else ""

        eventually(lambda: desk.type("x", expect)[0] and shown(), "the focus in the field")
        desk.type("|", expect)
        eventually(lambda: shown().endswith("|"), "the first characters")
        already = len(shown())
        self.assertEqual(desk.type(text, expect), (len(text), None))
        eventually(lambda: len(shown()) >= already + len(text), "all of the text")
        self.assertEqual(shown()[already:], text)

    def test_gtk4(self):
        if not importlib.util.find_spec("gi"):
            self.skipTest("python3-gi is not installed")
        self.typed(GTK4, mixed(500))

    def test_qt6(self):
        if not importlib.util.find_spec("PyQt6"):
            self.skipTest("python3-pyqt6 is not installed")
        self.typed(QT6, mixed(500))


if __name__ == "__main__":
    unittest.main()
