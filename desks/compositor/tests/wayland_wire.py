"""A little of the Wayland wire, for what no client library offers: globals by name, virtual devices."""
import array
import os
import socket
import struct


class Wayland:
    def __init__(self, connection):
        self.socket = connection
        self.last = 1
        self.globals = {}  # interface -> (name, version)
        self.registry = self.new()
        self.request(1, 1, "u", self.registry)
        self.round_trip()

    @staticmethod
    def to(path):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        return Wayland(connection)

    def new(self):
        self.last += 1
        return self.last

    def request(self, target, opcode, signature, *arguments, fds=()):
        body = b""
        for kind, value in zip(signature, arguments):
            if kind == "s":
                text = value.encode() + b"\0"
                body += struct.pack("<I", len(text)) + text + b"\0" * (-len(text) % 4)
            elif kind == "f":
                body += struct.pack("<i", round(value * 256))
            else:
                body += struct.pack("<i" if kind == "i" else "<I", value)
        message = struct.pack("<II", target, (8 + len(body)) << 16 | opcode) + body
        self.send(message, [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else [])

    def send(self, message, ancillary):
        self.socket.sendmsg([message], ancillary)

    def read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def round_trip(self):
        callback = self.new()
        self.request(1, 0, "u", callback)
        while True:
            target, word = struct.unpack("<II", self.read(8))
            body = self.read((word >> 16) - 8)
            if target == callback:
                return
            if target == 1 and word & 0xFFFF == 0:
                raise RuntimeError("protocol error: %r" % body)
            self.on_event(target, word & 0xFFFF, body)
            if target == self.registry and word & 0xFFFF == 0:
                name, length = struct.unpack_from("<II", body)
                interface = body[8:8 + length - 1].decode()
                version, = struct.unpack_from("<I", body, 8 + (length + 3) // 4 * 4)
                self.globals[interface] = (name, version)

    def on_event(self, target, opcode, body):
        """For who wants to know."""

    def bind(self, interface, version=1):
        name, _ = self.globals[interface]
        made = self.new()
        self.request(self.registry, 0, "usuu", name, interface, version, made)
        return made


KEYMAP = b"""xkb_keymap { xkb_keycodes { include "evdev+aliases(qwerty)" }; xkb_types { include "complete" };
xkb_compat { include "complete" }; xkb_symbols { include "pc+us+inet(evdev)" }; };\0"""


class VirtualDevices:
    """A person's pointer and keyboard, through the viewer's connection. An input method's has no pointer."""

    def __init__(self, wayland, pointer=True):
        self.wayland = wayland
        seat = wayland.bind("wl_seat")
        self.pointer = self.made_by(wayland.bind("zwlr_virtual_pointer_manager_v1"), seat) if pointer else None
        self.keyboard = self.made_by(wayland.bind("zwp_virtual_keyboard_manager_v1"), seat)
        keymap = os.memfd_create("keymap")
        os.write(keymap, KEYMAP)
        wayland.request(self.keyboard, 0, "uu", 1, len(KEYMAP), fds=[keymap])
        wayland.round_trip()

    def made_by(self, manager, seat):
        device = self.wayland.new()
        self.wayland.request(manager, 0, "uu", seat, device)
        return device

    def move(self, x, y, width, height):
        self.wayland.request(self.pointer, 1, "uuuuu", 0, x, y, width, height)
        self.wayland.request(self.pointer, 4, "")
        self.wayland.round_trip()

    def button(self, press, code=0x110):
        self.wayland.request(self.pointer, 2, "uuu", 0, code, int(press))
        self.wayland.request(self.pointer, 4, "")
        self.wayland.round_trip()

    def key(self, code, press):
        self.wayland.request(self.keyboard, 1, "uuu", 0, code, int(press))
        self.wayland.round_trip()

    def modifiers(self, depressed):
        self.wayland.request(self.keyboard, 2, "uuuu", depressed, 0, 0, 0)
        self.wayland.round_trip()
