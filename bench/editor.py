#!/usr/bin/python3
"""A GTK 3 text editor that saves its text to a file when no input has arrived for a moment.

    editor.py FILE      SIGUSR1 empties it
"""
import os
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

waiting = None


def save():
    global waiting
    waiting = None
    draft = sys.argv[1] + ".new"
    with open(draft, "w", encoding="utf-8") as file:
        file.write(buffer.props.text)
    os.rename(draft, sys.argv[1])


def changed(_):
    global waiting
    if waiting:
        GLib.source_remove(waiting)
    waiting = GLib.timeout_add(50, save)


def empty():
    buffer.set_text("")
    return True


view = Gtk.TextView(wrap_mode=Gtk.WrapMode.NONE)
buffer = view.get_buffer()
buffer.connect("changed", changed)
window = Gtk.Window(title="Editor")
window.connect("destroy", Gtk.main_quit)
window.connect("map-event", lambda *_: save())
window.add(view)
window.set_default_size(900, 700)
window.show_all()
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, empty)
Gtk.main()
