"""As list_tk.py, with GTK 3."""
import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

order = json.load(open(sys.argv[1], encoding="utf-8"))
theme = order["theme"]
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", theme["dark"])
style = Gtk.CssProvider()
style.load_from_data(("* { font-family: '%s'; font-size: %dpx; }" % (theme["family"], theme["size"])).encode())
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, 800)
window = Gtk.Window()
window.set_default_size(1200, 860)
window.move(0, 0)
window.set_decorated(False)
page = Gtk.Fixed()
window.add(page)
shown = []
for each in order["lists"]:
    store = Gtk.ListStore(str)
    for text in each["rows"]:
        store.append([text])
    rows = Gtk.TreeView(model=store)
    rows.set_headers_visible(False)
    rows.append_column(Gtk.TreeViewColumn("", Gtk.CellRendererText(), text=0))
    scrolled = Gtk.ScrolledWindow()
    scrolled.set_overlay_scrolling(False)
    scrolled.set_shadow_type(Gtk.ShadowType.IN)
    scrolled.add(rows)
    x, y, width = each["place"]
    scrolled.set_size_request(width, each["high"] * (theme["size"] * 3 // 2 + 8) + 20)
    page.put(scrolled, x, y)
    shown.append((each, scrolled, rows))
window.show_all()


def scroll():
    for each, scrolled, rows in shown:
        selection = rows.get_selection()
        selection.unselect_all()
        if each["selected"] is not None:
            selection.select_path(Gtk.TreePath(each["selected"]))
        scrolled.get_hadjustment().set_value(each["offset"])
    GLib.timeout_add(400, report)


def report():
    _, left, top = window.get_window().get_origin()
    found = []
    for each, scrolled, rows in shown:
        high = rows.get_visible_rect().height
        for number, text in enumerate(each["rows"]):
            cell = rows.get_cell_area(Gtk.TreePath(number), rows.get_column(0))
            if cell.y < 0 or cell.y + cell.height > high:
                continue
            _, y = rows.translate_coordinates(window, 0, cell.y)
            area = scrolled.get_allocation()
            hidden = int(scrolled.get_hadjustment().get_value()) - 4
            found.append({"label": text, "kind": "gtk", "hidden": hidden, "rect": [left + area.x + 2, top + y, area.width - 4, cell.height]})
    print(json.dumps(found), flush=True)


GLib.timeout_add(400, scroll)
Gtk.main()
