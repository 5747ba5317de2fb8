"""A window of GTK 3 with a field that prints what is entered, as it comes, and forgets it, so that a long text costs it no more than a short one:
"text PIECE" a line each."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

KEPT = 100  # characters

window = Gtk.Window(title="Desk test", default_width=420, default_height=300)
entry = Gtk.Entry(valign=Gtk.Align.CENTER)
entry.get_accessible().set_name("note")


def inserted(_entry, text, _bytes, _place):
    print("text", text, flush=True)
    GLib.idle_add(forget)


def forget():
    if entry.get_text_length() > KEPT:
        entry.set_text("")


entry.connect("insert-text", inserted)
window.add(entry)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
