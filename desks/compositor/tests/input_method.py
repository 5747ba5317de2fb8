"""An input method for tests. It reads commands from a Unix socket, one JSON list in each line, as viewer.py does. Each answer lists the events that
the desk has sent, and whether the text that it entered is still valid: it is not if the field has changed since."""
import json
import os
import socket
import struct
import sys

from wayland_wire import VirtualDevices, Wayland

EVENTS = ("activate", "deactivate", "surrounding_text", "text_change_cause", "content_type", "done", "unavailable")


class InputMethod(Wayland):
    def __init__(self, connection):
        self.told, self.keys, self.serial, self.grab, self.method, self.held = [], [], 0, None, None, b""
        super().__init__(connection)
        self.seat = self.bind("wl_seat")
        manager = self.bind("zwp_input_method_manager_v2")
        self.method = self.new()
        self.request(manager, 0, "uu", self.seat, self.method)
        self.round_trip()

    def send(self, message, ancillary):
        """All requests up to a sync are one message, so that the desk handles nothing of other programs between them."""
        self.held += message
        if ancillary or message[:8] == struct.pack("<II", 1, 12 << 16):
            self.socket.sendmsg([self.held], ancillary)
            self.held = b""

    def on_event(self, target, opcode, body):
        if target == self.method:
            self.told.append(EVENTS[opcode])
            self.serial += EVENTS[opcode] == "done"
        if target == self.grab and opcode == 1:
            _, _, code, state = struct.unpack("<IIII", body)
            self.keys.append([code, state])

    def compose(self, text):
        self.request(self.method, 1, "sii", text, len(text.encode()), len(text.encode()))
        self.request(self.method, 3, "u", self.serial)

    def enter(self, text):
        self.request(self.method, 0, "s", text)
        self.request(self.method, 3, "u", self.serial)

    def take_keys(self):
        self.grab = self.new()
        self.request(self.method, 5, "u", self.grab)

    def let_keys(self):
        self.request(self.grab, 0, "")

    def pass_on(self, code):
        """A key that it does not want, to the program."""
        keyboard = VirtualDevices(self, pointer=False)
        for press in (True, False):
            keyboard.key(code, press)

    def look(self):
        """Nothing but what it has been told."""


method = InputMethod(socket.socket(fileno=int(os.environ["WAYLAND_SOCKET"])))
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(1)
connection, _ = listener.accept()
file = connection.makefile("rwb")
for line in file:
    name, *arguments = json.loads(line)
    serial = method.serial
    getattr(method, name)(*arguments)
    method.round_trip()
    counts = method.serial == serial
    file.write(json.dumps({"told": method.told, "keys": method.keys, "globals": sorted(method.globals), "counts": counts}).encode() + b"\n")
    file.flush()
