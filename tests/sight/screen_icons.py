"""Shows icons of an installed theme on buttons of several kinds, without a text, with GTK 3, and prints where, as JSON; stays until it is
killed.

screen_icons.py FILE    FILE is JSON: {"theme": name, "icons": [names], "size": pixels, "dark": bool, "turn": number}
"""
import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

from gtk_screen import Screen  # noqa: E402

order = json.load(open(sys.argv[1], encoding="utf-8"))
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", order["dark"])
theme = Gtk.IconTheme.new()
theme.set_custom_theme(order["theme"])
screen = Screen()
x = y = 12
for number, name in enumerate(order["icons"]):
    try:
        picture = theme.load_icon(name, order["size"], Gtk.IconLookupFlags.FORCE_SIZE)
    except GLib.Error:
        continue
    image = Gtk.Image.new_from_pixbuf(picture)
    if (number + order["turn"]) % 3 == 2:
        widget = Gtk.EventBox()  # an icon on the open window
        widget.add(image)
    else:
        widget = Gtk.Button(image=image)
        widget.set_relief(Gtk.ReliefStyle.NORMAL if (number + order["turn"]) % 3 else Gtk.ReliefStyle.NONE)
    widget.show_all()
    size = widget.get_preferred_size()[1]
    if x + size.width > 1180:
        x, y = 12, y + size.height + 14
    if y + size.height > 840:
        break
    screen.put(name, widget, x, y)
    x += size.width + (4 if number % 2 else 22)  # tool bars are narrow
screen.run(kind=order["theme"])
