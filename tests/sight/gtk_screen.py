"""A GTK 3 window whose size and place are known, for tests that read it from pixels, and where things are in it."""
import json

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


class Screen:
    def __init__(self):
        self.window = Gtk.Window()
        self.window.set_default_size(1200, 860)
        self.window.move(0, 0)
        self.window.set_decorated(False)
        self.place = Gtk.Fixed()
        self.window.add(self.place)
        self.shown = []

    def put(self, label, widget, x, y):
        self.place.put(widget, x, y)
        self.shown.append((label, widget))

    def run(self, **also):
        """Prints where each is, as JSON, with `also` as further fields of each row; does not return."""
        self.window.show_all()
        GLib.timeout_add(600, lambda: self._report(also))
        Gtk.main()

    def _report(self, also):
        _, left, top = self.window.get_window().get_origin()
        rows = []
        for label, widget in self.shown:
            at = widget.translate_coordinates(self.window, 0, 0)
            size = widget.get_allocation()
            rows.append({"label": label, "rect": [left + at[0], top + at[1], size.width, size.height], **also})
        print(json.dumps(rows), flush=True)
