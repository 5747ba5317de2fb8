"""A program that injects input through KWin's EIS, which every program on the session bus may do: libei, by ctypes."""

import ctypes
import select
import time

from gi.repository import Gio, GLib

SEAT_ADDED, DEVICE_RESUMED, DISCONNECTED = 3, 8, 2  # ei_event_type
POINTER, ABSOLUTE, KEYBOARD, TOUCH, BUTTON = 1, 2, 4, 8, 32  # ei_device_capability
PATIENCE = 90  # seconds; a busy machine is no failure


def library():
    lib = ctypes.CDLL("libei.so.1")
    pointers = ("ei_new_sender", "ei_get_event", "ei_event_get_seat", "ei_event_get_device", "ei_device_ref", "ei_device_touch_new")
    for name in pointers:
        getattr(lib, name).restype = ctypes.c_void_p
    lib.ei_now.restype = ctypes.c_uint64
    return lib


class Eis:
    """A client with a pointer and a keyboard, or with a touch screen besides."""

    def __init__(self, bus, touch=False):
        wanted = [POINTER, ABSOLUTE, KEYBOARD, BUTTON, *([TOUCH] if touch else [])]
        self._capabilities = [ctypes.c_int(each) for each in wanted]
        arguments = GLib.Variant("(i)", (sum(wanted),))
        _, files = bus.call_with_unix_fd_list_sync("org.kde.KWin", "/org/kde/KWin/EIS/RemoteDesktop", "org.kde.KWin.EIS.RemoteDesktop",
                                                   "connectToEIS", arguments, None, 0, 10000, None, None)
        self._lib = library()
        self._context = ctypes.c_void_p(self._lib.ei_new_sender(None))
        self._lib.ei_configure_name(self._context, b"foreign")
        if self._lib.ei_setup_backend_fd(self._context, files.get(0)) != 0:
            raise AssertionError("libei does not accept KWin's descriptor")
        self._devices = {}
        until = time.monotonic() + PATIENCE
        while not {ABSOLUTE, KEYBOARD, *wanted[4:]} <= self._devices.keys():
            if time.monotonic() > until:
                raise AssertionError(f"KWin gave only the devices {list(self._devices)}")
            select.select([self._lib.ei_get_fd(self._context)], [], [], 0.1)
            self._dispatch()

    def _dispatch(self):
        lib = self._lib
        lib.ei_dispatch(self._context)
        while event := lib.ei_get_event(self._context):
            event = ctypes.c_void_p(event)
            kind = lib.ei_event_get_type(event)
            if kind == SEAT_ADDED:
                lib.ei_seat_bind_capabilities(ctypes.c_void_p(lib.ei_event_get_seat(event)), *self._capabilities, None)
            elif kind == DEVICE_RESUMED:
                device = ctypes.c_void_p(lib.ei_device_ref(ctypes.c_void_p(lib.ei_event_get_device(event))))
                for capability in (ABSOLUTE, KEYBOARD, TOUCH):
                    if lib.ei_device_has_capability(device, capability) & 1:
                        self._devices[capability] = device
                lib.ei_device_start_emulating(device, 1)
            elif kind == DISCONNECTED:
                raise AssertionError("KWin ended the connection to EIS")
            lib.ei_event_unref(event)

    def _frame(self, device):
        self._lib.ei_device_frame(device, ctypes.c_uint64(self._lib.ei_now(self._context)))

    def move(self, x, y):
        device = self._devices[ABSOLUTE]
        self._lib.ei_device_pointer_motion_absolute(device, ctypes.c_double(x), ctypes.c_double(y))
        self._frame(device)
        self._dispatch()

    def button(self, state):
        device = self._devices[ABSOLUTE]
        self._lib.ei_device_button_button(device, ctypes.c_uint32(0x110), ctypes.c_bool(state))
        self._frame(device)
        self._dispatch()

    def press(self):
        """A click where the pointer is."""
        for state in (True, False):
            self.button(state)

    def key(self, code, state):
        device = self._devices[KEYBOARD]
        self._lib.ei_device_keyboard_key(device, ctypes.c_uint32(code), ctypes.c_bool(state))
        self._frame(device)
        self._dispatch()

    def touch(self, x, y):
        """Puts a finger there and lifts it."""
        device = self._devices[TOUCH]
        finger = ctypes.c_void_p(self._lib.ei_device_touch_new(device))
        self._lib.ei_touch_down(finger, ctypes.c_double(x), ctypes.c_double(y))
        self._frame(device)
        self._lib.ei_touch_up(finger)
        self._frame(device)
        self._lib.ei_touch_unref(finger)
        self._dispatch()

    def stop(self):
        self._lib.ei_unref(self._context)
