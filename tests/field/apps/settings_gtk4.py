#!/usr/bin/python3
"""Settings in GTK 4: switches, a drop-down, a scale, an entry. *Apply* writes them to LOG: settings_gtk4.py LOG"""
import json
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402

log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)


def labelled(grid, row, text, widget):
    label = Gtk.Label(label=text, xalign=0)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(widget, 1, row, 1, 1)
    widget.update_property([Gtk.AccessibleProperty.LABEL], [text])
    return widget


def activate(app):
    grid = Gtk.Grid(row_spacing=10, column_spacing=16, margin_top=16, margin_bottom=16, margin_start=16, margin_end=16)
    device = labelled(grid, 0, "Device name", Gtk.Entry(hexpand=True))
    night = labelled(grid, 1, "Night light", Gtk.Switch(halign=Gtk.Align.START))
    sound = labelled(grid, 2, "Sounds", Gtk.CheckButton(active=True))
    minutes = labelled(grid, 3, "Minutes until sleep", Gtk.SpinButton.new_with_range(1, 60, 1))
    apply = Gtk.Button(label="Apply")
    said = Gtk.Label(label="")
    grid.attach(apply, 1, 4, 1, 1)
    grid.attach(said, 1, 5, 1, 1)

    def applied(_):
        log.write(json.dumps({"event": "applied", "what": "settings", "device": device.get_text(), "night": night.get_active(),
                              "sound": sound.get_active(), "minutes": minutes.get_value_as_int()}) + "\n")
        said.set_text("Applied.")

    apply.connect("clicked", applied)
    Gtk.ApplicationWindow(application=app, title="Device settings", child=grid, default_width=460).present()


app = Gtk.Application(application_id=None)
app.connect("activate", activate)
app.run([])
