"""A window of GTK 3 with a text field alone: text_field.py TITLE. Prints after each change how many times it has the letter a, and its other letters: "TEXT 3 bc ."."""
import sys

import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title=sys.argv[1], default_width=400, default_height=200)
field = Gtk.TextView()


def changed(buffer):
    text = buffer.get_property("text")
    print("TEXT", text.count("a"), "".join(sorted(set(text) - {"a"})) or "-", ".", flush=True)


field.get_buffer().connect("changed", changed)
window.add(field)
window.show_all()
Gtk.main()
