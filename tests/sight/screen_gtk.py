"""As screen_tk.py, with GTK 3."""
import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

from gtk_screen import Screen  # noqa: E402

order = json.load(open(sys.argv[1]))
theme = order["theme"]
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", theme["dark"])
Gtk.Settings.get_default().set_property("gtk-font-name", "%s %dpx" % (theme["family"], theme["size"]))
style = Gtk.CssProvider()
style.load_from_data(("* { font-family: '%s'; font-size: %dpx; }" % (theme["family"], theme["size"])).encode())
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, 800)
screen = Screen()


def control(kind, text):
    if kind == 0:
        return Gtk.Button(label=text)
    if kind == 1:
        return Gtk.CheckButton(label=text)
    if kind == 2:
        button = Gtk.Button(label=text)
        button.set_relief(Gtk.ReliefStyle.NONE)
        return button
    return Gtk.LinkButton.new_with_label("https://example.org/", text)


x = y = 12
high = 0
for number, text in enumerate(order["labels"]):
    widget = control((number + order["turn"]) % 4, text)
    widget.show_all()
    size = widget.get_preferred_size()[1]
    if x + size.width > 1180:
        x, y, high = 12, y + high + 12, 0
    if y + size.height > 840:
        break
    screen.put(text, widget, x, y)
    x, high = x + size.width + 18, max(high, size.height)
screen.run()
