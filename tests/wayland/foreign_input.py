"""Another program that injects input past interlock, as each guest desk lets every program on the session bus do."""
import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

from eis import Eis  # noqa: E402, F401

# Kept: KWin ends a client of EIS together with its connection to the bus.
session_bus = Gio.bus_get_sync(Gio.BusType.SESSION)


class RemoteDesktop:
    """mutter's interface for remote desktops."""

    NAME = "org.gnome.Mutter.RemoteDesktop"

    def __init__(self):
        self.path = session_bus.call_sync(self.NAME, "/org/gnome/Mutter/RemoteDesktop", self.NAME, "CreateSession", None, None, 0,
                                          10000).unpack()[0]
        self.call("Start")

    def call(self, method, signature="", *values):
        arguments = GLib.Variant(f"({signature})", values) if signature else None
        session_bus.call_sync(self.NAME, self.path, self.NAME + ".Session", method, arguments, None, 0, 10000)

    def move(self, dx, dy):
        self.call("NotifyPointerMotionRelative", "dd", float(dx), float(dy))

    def button(self, state):
        self.call("NotifyPointerButton", "ib", 0x110, state)

    def press(self):
        for state in (True, False):
            self.button(state)

    def key(self, code, state):
        self.call("NotifyKeyboardKeycode", "ub", code, state)

    def stop(self):
        self.call("Stop")
